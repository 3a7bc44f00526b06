// Draws the settings: one page for each subject.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { state } from '../data/state.js';
import { drawLater, importBundle } from '../page/app.js';
import { t } from '../text/words.js';
import { account, devices, password } from './account.js';
import { clients } from './clients.js';
import { feeds } from './feeds.js';
import { identities } from './identities.js';
import { formPage } from './page-parts.js';
import { about, data, look, notifications } from './preferences.js';
import { security } from './security.js';
import { tokens } from './tokens.js';

/** The tabs, and the pages of each.  The tab of one page is named as the page.
 * @type {Record<string, Record<string, () => any>>} */
const TABS = {
	account: { account },
	security: { security, password, identities, devices },
	clients: { clients, feeds, tokens },
	notifications: { notifications },
	look: { look },
	data: { import: () => drawLater('imports', importBundle), data },
	about: { about },
};

/** Returns the names of all pages, as in their addresses. */
export const settingsPages = () => Object.values(TABS).flatMap(pages => Object.keys(pages));

/** Draws links to pages of the settings.
 * @param {string} cls @param {string} name @param {[page: string, words: string,
 *  current: string | false][]} links */
const links = (cls, name, links) => html`<nav class=${cls} aria-label=${name}>${
	links.map(([page, words, current]) => html`<a href="#/settings/${page}"
	aria-current=${current}>${words}</a>`)}</nav>`;

/** @returns {any} */
export function settings() {
	const part = state.route.part ?? '';
	const now = settingsPages().includes(part) ? part : 'account';
	const tab = Object.keys(TABS).find(name => TABS[name][now]) ?? 'account';
	const pages = Object.keys(TABS[tab]).filter(p => p !== 'identities' || state.service?.oidc);
	const few = pages.length < 2;

	return formPage(t('settings'), TABS[tab][now](), html`${links('tabs', t('settings'),
		Object.entries(TABS).map(([name, pages]) => {
			const own = Object.keys(pages);

			return [own[0], t((own.length > 1 ? 'settings.' : 'set.') + name),
				name === tab && (few ? 'page' : 'true')];
		}))}${few ? nothing : links('views', t('settings.' + tab), pages.map(page =>
		[page, t('set.' + page), page === now && 'page']))}`);
}
