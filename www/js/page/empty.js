// Draws an empty list: a picture and a sentence.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { counts, state } from '../data/state.js';
import { t } from '../text/words.js';
import { SMART } from './route.js';
import { ui } from './ui.js';

const sun = html`<svg viewBox="0 0 128 96" aria-hidden="true"><path
	d="M8 78h112M28 88h72"/><path class="ink" d="M40 78a24 24 0 0 1 48 0M64 42V32M42
	50l-7-8M86 50l7-8M31 68l-11-4M97 68l11-4"/></svg>`;
const page = html`<svg viewBox="0 0 128 96" aria-hidden="true"><path
	d="M38 12h42l12 12v62H38zM80 12v12h12"/><path class="ink" d="m48 38 4 4 7-8M48
	56l4 4 7-8"/><path d="M66 40h16M66 58h12M50 74h26"/></svg>`;
const glass = html`<svg viewBox="0 0 128 96" aria-hidden="true"><circle cx="58" cy="42"
	r="24"/><path d="m76 60 22 22"/><path class="ink" d="M46 42h24"/></svg>`;
const star = html`<svg viewBox="0 0 128 96" aria-hidden="true"><path class="ink"
	d="m64 16 9 19 21 3-15 15 3 21-18-10-18 10 3-21-15-15 21-3z"/><path d="M24 84h80"/></svg>`;
const can = html`<svg viewBox="0 0 128 96" aria-hidden="true"><path d="M40 30h48M54
	30v-8h20v8M45 30l4 52h30l4-52"/><path class="ink" d="M58 42v28M70 42v28"/></svg>`;

/** @type {Record<string, any>} */
const drawings = { today: sun, search: glass, starred: star, trash: can };

/** @param {string} key a screen's, or what is missing */
export function emptyList(key) {
	const name = key.split('/')[0];
	const q = state.route.query?.q?.trim();
	const past = name === 'today' && ui.day;
	const known = past ? 'past' : [...SMART, 'tag', 'search', 'trash', 'gone'].includes(name) ?
		name : 'list';

	if (name === 'search' && !q)
		return html`<div class="empty">${glass}<p>${t('empty.find')}</p></div>`;
	return html`<div class="empty">${drawings[name] ?? page}
		<strong>${t('empty.' + known)}</strong>${name === 'today' && !past && !counts().all ?
		html`<p>${t('empty.try')}</p>` : nothing}${name === 'search' ? html`<button
		class="btn" type="button" data-command="search-add">${t('search.make',
		{ title: q })}</button>` : nothing}</div>`;
}
