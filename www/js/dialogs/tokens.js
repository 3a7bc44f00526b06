// Settings: access tokens.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { requestDraw } from '../data/state.js';
import { fieldError } from '../page/sign-in.js';
import { setUi, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatDayOf, formatMoment } from '../text/format.js';
import { t } from '../text/words.js';
import { attempt, button, choiceField, fetchOnce, itemRow, itemRows, listChoices, refetch, titlesOf,
	toggleRow } from './page-parts.js';

/** What a token may do: its words are tokens.KEY, and what it is made with.
 * @type {Record<string, {scopes: string[], readOnly?: boolean}>} */
const MAY = {
	write: { scopes: ['write'] },
	read: { scopes: ['read'] },
	readAdd: { scopes: ['read', 'add'] },
	add: { scopes: ['add'] },
	dav: { scopes: ['dav'] },
	davRead: { scopes: ['dav'], readOnly: true },
};
/** Days; 0: as long as it is used. */
const DAYS = [0, 7, 30, 90, 365];

/** The choices of the form, and the lists that are chosen. */
const form = { may: 'write', lists: new Set() };

const makeForm = () => html`<form class="panel form" data-command="token-make"><label class="field"><span>${
	t('name')}</span><input class="input" name="name" required maxlength="100"
	autocomplete="off" dir="auto"></label>${fieldError('name')}${choiceField('may', t('tokens.may'),
	Object.keys(MAY).map(k => [k, t('tokens.' + k)]), 'token-may')}${
	form.may.startsWith('dav') ? toggleRow(t('tokens.steps'), '', true, 'steps') : nothing}${
	choiceField('days', t('tokens.until'), DAYS.map(n => [n, n ? t('tokens.days', { n }) :
	t('tokens.used')]))}${listChoices('token-list', form.lists)}${form.may === 'write' && !form.lists.size ? html`<p
	class="hint" role="status">${t('tokens.all')}</p>` : nothing}${fieldError('form')}${
	button(t('tokens.make'), '', { type: 'submit' })}</form>`;

/** What a token may do, in words.
 * @param {any} k */
function mayOf(k) {
	const key = Object.keys(MAY).find(m => MAY[m].scopes.join() === k.scopes.join() &&
		!!MAY[m].readOnly === (k.readOnly && k.scopes[0] === 'dav'));

	return key ? t('tokens.' + key) : k.scopes.map((/** @type {string} */ s) =>
		t('tokens.' + s)).join(' · ');
}

/** @param {any} k */
const linesOf = k => [mayOf(k), k.listIds && titlesOf(k.listIds),
t('tokens.ends', { at: formatDayOf(k.expiresAt) }), k.lastUsedAt ?
	t('devices.used', { at: formatMoment(k.lastUsedAt) }) : t('tokens.unused'), k.lastClient]
	.filter(Boolean).join(' · ');

export const tokens = () => html`<p class="dim">${t('tokens.words')}</p>${makeForm()}${ui.token ?
	html`<div class="panel form"><p>${t('tokens.once')}</p><p class="secret">${ui.token}</p>${
	button(t('copy'), 'copy', { id: ui.token })}</div>` : nothing}${itemRows(
	fetchOnce('tokens', online.tokens), k => itemRow(k.name, linesOf(k), button(t('delete'),
	'token-delete', { id: k.id, cls: 'bad' })), t('tokens.none'))}`;

/** What the form asks for.
 * @param {any} el */
const wanted = el => ({
	name: el.elements.name.value.trim(),
	...MAY[el.elements.may.value],
	...(form.lists.size ? { listIds: [...form.lists] } : {}),
	...(Number(el.elements.days.value) ? { expiresInDays: Number(el.elements.days.value) } : {}),
	...(el.querySelector('[data-id=steps]')?.checked === false ? { steps: 'hidden' } : {}),
});

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'token-may': el => { form.may = el.value; requestDraw(); },
	'token-list': (el, e, id) => {
		form.lists[form.lists.has(id) ? 'delete' : 'add'](id);
		requestDraw();
	},
	'token-make': async el => {
		const r = await attempt(() => online.createToken(wanted(el)));

		if (r) {
			el.reset();
			Object.assign(form, { may: 'write', lists: new Set() });
			setUi({ token: r.token });
			refetch('tokens');
		}
	},
	'token-delete': async (el, e, id) => {
		await attempt(() => online.deleteToken(id));
		refetch('tokens');
	},
}));
