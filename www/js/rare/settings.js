// The settings: a row of pages.

import { html, t, state } from '../kit.js';
import { account, devices, password, tokens } from './account.js';
import { about, data, look, notifications } from './preferences.js';
import { page } from './page.js';

/** @type {Record<string, () => any>} */
const PARTS = { account, password, devices, tokens, notifications, look, data, about };

/** @returns {any} */
export function settings() {
	const now = PARTS[state.route.part ?? ''] ? state.route.part : 'account';
	const tabs = html`<nav class="tabs" aria-label=${t('settings')}>${Object.keys(PARTS)
	    .map(p => html`<a href="#/settings/${p}" aria-current=${p === now ? 'page' :
		'false'}>${t('set.' + p)}</a>`)}</nav>`;

	return page(t('settings'), PARTS[now ?? 'account'](), tabs);
}
