// Draws the settings: one page for each subject.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { state } from '../data/state.js';
import { t } from '../text/words.js';
import { account, devices, password } from './account.js';
import { formPage } from './page-parts.js';
import { about, data, look, notifications } from './preferences.js';
import { security } from './security.js';
import { tokens } from './tokens.js';

/** @type {Record<string, () => any>} */
const PARTS = { account, password, security, devices, tokens, notifications, look, data, about };

/** @returns {any} */
export function settings() {
	const now = PARTS[state.route.part ?? ''] ? state.route.part : 'account';
	const tabs = html`<nav class="tabs" aria-label=${t('settings')}>${Object.keys(PARTS)
	    .map(p => html`<a href="#/settings/${p}" aria-current=${p === now ? 'page' :
		'false'}>${t('set.' + p)}</a>`)}</nav>`;

	return formPage(t('settings'), PARTS[now ?? 'account'](), tabs);
}
