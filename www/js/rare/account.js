// Settings of the account: who one is, password, devices, tokens.

import { ACTS, dates, dayOf, html, me, moment, nothing,
	password as passwordField, set, state, t, toast, ui, wrong } from '../kit.js';
import { actions, online } from '../further.js';
import { attempt, button, fetching, forget, item, items, stale, toggle } from './page.js';
import { EMAIL } from '../limits.js';

/** @param {any} body @param {string} act @param {string} save @param {string} [cls] */
const form = (body, act, save, cls = 'main') => html`<form class="panel form" data-act=${act}>${
	body}${button(save, '', { type: 'submit', cls })}</form>`;

/** @param {string} name @param {string} label @param {string} value @param {string} [type] @param {string} [complete] */
const field = (name, label, value, type = 'text', complete = 'off') => html`<label
	class="field"><span>${label}</span><input class="input" name=${name} type=${type}
	required maxlength=${EMAIL} autocomplete=${complete} dir="auto" .defaultValue=${value}></label>${wrong(name)}`;

/** The time zone, offered where the device's is another. */
function zones() {
	const now = me()?.timeZone ?? 'UTC', device = dates.deviceZone();
	const all = Intl.supportedValuesOf?.('timeZone') ?? [device];

	return html`<h2>${t('zone')}</h2><div class="panel form"><label class="field"><span>${
		t('zone')}</span><select class="input" data-input="zone">${[...new Set([now, ...all])]
		.map(z => html`<option ?selected=${z === now}>${z}</option>`)}</select></label>${
		now === device ? nothing : html`<p>${button(t('zone.device', { zone: device }),
		'zone', { id: device })}</p>`}</div>`;
}

const leaving = () => html`<h2>${t('signOut')}</h2><div class="panel form">
	<p class="hint">${t('signOut.words')}</p><div class="acts">${button(t('signOut'),
	'sign-out', { cls: 'main' })}${button(t('signOut.force'), 'sign-out-force')}</div></div>
	<h2>${t('account.delete')}</h2>${ui.leaving ? form(html`<p class="hint">${
	t('account.deleteWords')}</p>${field('address', t('account.typeAddress'), '', 'email')}${
	passwordField('password', t('password'), 'current-password')}${wrong('form')}`,
	'account-delete', t('account.delete'), 'bad') : html`<p>${button(t('account.delete'),
	'account-leave', { cls: 'bad' })}</p>`}`;

export const account = () => html`<h2>${t('you')}</h2>${form(field('displayName',
	t('yourName'), me()?.displayName ?? '', 'text', 'name'), 'profile', t('save'))}
	<h2>${t('email')}</h2><div class="panel">${item(me()?.email, t(me()?.emailVerified ?
	'email.verified' : 'email.not'), me()?.emailVerified ? nothing :
	button(t('email.send'), 'verify-send'))}</div>${form(html`${field('email',
	t('email.new'), '', 'email', 'email')}${passwordField('mail-password', t('password'),
	'current-password')}${wrong('password')}${wrong('form')}`, 'email-change',
	t('email.change'))}
	${zones()}${leaving()}`;

export const password = () => form(html`${passwordField('current', t('password.current'),
	'current-password')}${wrong('password')}${passwordField('new', t('password.new'),
	'new-password')}<p class="hint">${t('password.rules')}</p>${toggle(t('password.keep'),
	'', false, 'keep')}<p class="hint">${t('password.ends')}</p>${wrong('form')}`,
	'password-change', t('save'));

export const devices = () => html`<p class="dim">${t('devices.words')}</p>${items(
	fetching('sessions', online.sessions), s => item(s.deviceName || t('devices.nameless'),
	s.current ? t('devices.this') : t('devices.used', { at: moment(s.lastUsedAt) }),
	s.current ? nothing : button(t('end'), 'session-end', { id: s.id })), '')}
	${fetching('sessions', online.sessions)?.length > 1 ? html`<p>${
	button(t('devices.endAll'), 'session-end-all', { cls: 'bad' })}</p>` : nothing}`;

export const tokens = () => html`<p class="dim">${t('tokens.words')}</p>${form(html`${
	field('name', t('name'), '')}${toggle(t('tokens.readOnly'), '', false, 'readOnly')}${
	wrong('form')}`, 'token-make', t('tokens.make'))}${ui.token ? html`<div
	class="panel form"><p>${t('tokens.once')}</p><p class="secret">${ui.token}</p>${
	button(t('copy'), 'copy', { id: ui.token })}</div>` : nothing}${items(
	fetching('tokens', online.tokens), k => item(k.name, (k.readOnly ?
	t('tokens.readOnly') + ' · ' : '') + (k.lastUsedAt ? t('devices.used',
	{ at: moment(k.lastUsedAt) }) : dayOf(k.createdAt)), button(t('delete'),
	'token-delete', { id: k.id, cls: 'bad' })), t('tokens.none'))}`;

/** @param {boolean} force */
async function leave(force) {
	try {
		await online.signOut({ force });
	} catch (/** @type {any} */ p) {
		set({ dialog: { name: 'ask', title: t('signOut'), text: t('signOut.unsent',
			{ n: p.count ?? state.sync.unsent }), yes: t('signOut.force'),
			act: 'sign-out-force' } });
	}
}

/** @typedef {(el: any, e: any, id: string) => any} Act */
Object.assign(ACTS, /** @type {Record<string, Act>} */ ({
	profile: el => { const v = el.elements.displayName.value.trim();
		if (v) { actions.setProfile({ displayName: v }); toast(t('saved')); } },
	zone: (el, e, id) => { actions.setProfile({ timeZone: id }); toast(t('saved')); },
	'verify-send': () => attempt(online.sendVerification, 'email.sent'),
	'email-change': async el => { const f = el.elements;
		if (await attempt(() => online.changeEmail(f.email.value.trim(),
		    f['mail-password'].value), 'email.sent')) el.reset(); },
	'password-change': async el => { const f = el.elements;
		if (await attempt(() => online.changePassword(f.current.value, f.new.value,
		    el.querySelector('[data-id=keep]').checked), 'saved')) { el.reset(); forget(); } },
	'session-end': async (el, e, id) => { await attempt(() => online.endSession(id));
		stale('sessions'); },
	'session-end-all': async () => {
		for (const s of await online.sessions())
			if (!s.current)
				await attempt(() => online.endSession(s.id));
		stale('sessions');
	},
	'token-make': async el => {
		const r = await attempt(() => online.createToken(el.elements.name.value.trim(),
			el.querySelector('[data-id=readOnly]').checked));
		if (r) {
			el.reset();
			set({ token: r.token });
			stale('tokens');
		}
	},
	'token-delete': async (el, e, id) => { await attempt(() => online.deleteToken(id));
		stale('tokens'); },
	'sign-out': () => leave(false),
	'sign-out-force': () => leave(true),
	'account-leave': () => set({ leaving: true }),
	'account-delete': async el => {
		if (el.elements.address.value.trim().toLowerCase() !== me()?.email.toLowerCase())
			return set({ wrong: { address: t('account.otherAddress') } });
		return attempt(() => online.deleteAccount(el.elements.password.value));
	},
}));
