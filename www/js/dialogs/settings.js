// Draws the settings: one page for each subject.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { me, state } from '../data/state.js';
import { drawLater, importBundle } from '../page/app.js';
import { t } from '../text/words.js';
import { account, devices, password } from './account.js';
import { activity, audit } from './audit.js';
import { clients } from './clients.js';
import { feeds } from './feeds.js';
import { identities } from './identities.js';
import { formPage } from './page-parts.js';
import { people } from './people.js';
import { about, appearance, data, notifications } from './preferences.js';
import { security } from './security.js';
import { service } from './service.js';
import { tokens } from './tokens.js';

/** The tabs, and the pages of each.  The tab of one page is named as the page.
 * @type {Record<string, Record<string, () => any>>} */
const TABS = {
	account: { account },
	security: { security, password, identities, devices, activity },
	clients: { clients, feeds, tokens },
	notifications: { notifications },
	look: { look: appearance },
	data: { import: () => drawLater('imports', importBundle), data },
	service: { people, service, audit },
	about: { about },
};

const isAdministrator = () => !!me()?.admin;

/** Pages that not everybody has, and whether the user has them.
 * @type {Record<string, () => boolean>} */
const SOME = {
	identities: () => !!state.service?.oidc,
	people: isAdministrator,
	service: isAdministrator,
	audit: isAdministrator,
};

/** The pages of a tab that the user has.
 * @param {string} tab */
const offered = tab => Object.keys(TABS[tab]).filter(page => SOME[page]?.() ?? true);

/** Returns the names of the pages that the user has, as in their addresses. */
export const settingsPages = () => Object.keys(TABS).flatMap(offered);

/** Draws links to pages of the settings.
 * @param {string} cls @param {string} name @param {[page: string, words: string,
 *  current: string | false][]} links */
const links = (cls, name, links) => html`<nav class=${cls} aria-label=${name}>${
	links.map(([page, words, current]) => html`<a href="#/settings/${page}"
	aria-current=${current} data-words=${words}>${words}</a>`)}</nav>`;

/** The page that was drawn last. */
let drawn = '';

/** Draws a page.  Those who are no longer administrators learn it on the page that they had
 * open.
 * @returns {any} */
export function settings() {
	const part = state.route.part ?? '', pages = settingsPages();

	if (part === drawn && TABS.service[part] && !isAdministrator())
		return formPage(t('settings'), html`<p role="alert">${
			t('problem.not-administrator')}</p><p><a class="btn" href="#/settings/account">${
			t('set.account')}</a></p>`);
	return drawPage(drawn = pages.includes(part) ? part : 'account');
}

/** @param {string} now */
function drawPage(now) {
	const tab = Object.keys(TABS).find(name => TABS[name][now]) ?? 'account';
	const pages = offered(tab), few = pages.length < 2;

	return formPage(t('settings'), TABS[tab][now](), html`${links('tabs', t('settings'),
		Object.keys(TABS).filter(name => offered(name).length).map(name =>
			[offered(name)[0], t((offered(name).length > 1 ? 'settings.' : 'set.') + name),
				name === tab && (few ? 'page' : 'true')]))}${few ? nothing : links('views', t('settings.' + tab), pages.map(page =>
		[page, t('set.' + page), page === now && 'page']))}`);
}
