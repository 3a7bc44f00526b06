// Settings of the account: profile, password, devices.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import * as dates from '../data/dates.js';
import { EMAIL } from '../data/limits.js';
import { hasFeature, lists, me, members, state } from '../data/state.js';
import { setProfile } from '../mutations/settings.js';
import { fieldError, passwordField as passwordField } from '../page/sign-in.js';
import { setUi, showToast, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatMoment } from '../text/format.js';
import { t } from '../text/words.js';
import { attempt, button, clearFetched, fetchOnce, itemRow, itemRows, refetch,
	sharedChoice, toggleRow } from './page-parts.js';
import { confirmation, withConfirmation } from './security-parts.js';

/** @param {any} body @param {string} command @param {string} save @param {string} [cls] */
const form = (body, command, save, cls = '') => html`<form class="panel form" data-command=${command}>${
	body}${button(save, '', { type: 'submit', cls })}</form>`;

/** @param {string} name @param {string} label @param {string} value @param {string} [type] @param {string} [complete] */
const field = (name, label, value, type = 'text', complete = 'off') => html`<label
	class="field"><span>${label}</span><input class="input" name=${name} type=${type}
	required maxlength=${EMAIL} autocomplete=${complete} dir="auto" .defaultValue=${value}></label>${fieldError(name)}`;

/** Draws the time zone, and offers the device's if that differs. */
function zones() {
	const now = me()?.timeZone ?? 'UTC', device = dates.deviceZone();
	const all = Intl.supportedValuesOf?.('timeZone') ?? [device];

	return html`<h2>${t('zone')}</h2><div class="panel form"><label class="field"><span>${
		t('zone')}</span><select class="input" data-input="zone">${[...new Set([now, ...all])]
		.map(z => html`<option ?selected=${z === now}>${z}</option>`)}</select></label>${
		now === device ? nothing : html`<p>${button(t('zone.device', { zone: device }),
		'zone', { id: device })}</p>`}</div>`;
}

/** Returns who gets a list when its owner leaves: the member who has shared it for longest,
 * else such a viewer.
 * @param {string} id */
function heirOf(id) {
	const others = members(id).filter(m => !m.owner);

	return others.find(m => m.role !== 'viewer') ?? others[0];
}

/** The user's own lists that others have, too. */
const sharedLists = () => lists().filter(l => l.role === 'owner' && heirOf(l.id));

/** Draws what becomes of the lists that the user shares: the first step of leaving.
 * @returns {any} */
const heirs = () => form(html`<p class="hint">${t('account.heirs')}</p><div class="heirs">${
	sharedLists().map(l => html`<p><b dir="auto">${l.title}</b> → <span dir="auto">${
	heirOf(l.id)?.displayName}</span></p>`)}</div>${sharedChoice()}`, 'account-lists',
	t('continue'));

/** Whether the account has a password; who has none shows in another way who they are. */
const hasPassword = () => fetchOnce('security', online.security)?.password !== false;

/** Draws the last step: the user proves who they are.
 * @returns {any} */
const deletionForm = () => form(html`<p class="hint">${t('account.deleteWords')}</p>${
	ui.leaving.shared ? html`<p class="hint"><b>${t('shared.' + ui.leaving.shared)}</b></p>` :
	nothing}${field('address', t('account.typeAddress'), '', 'email')}${
	hasPassword() ? passwordField('password', t('password'), 'current-password') :
	nothing}${fieldError('form')}`, 'account-delete',
	t('account.delete'), 'bad');

const leaveSection = () => html`<h2>${t('signOut')}</h2><div class="panel form">
	<p class="hint">${t('signOut.words')}</p><div class="buttons">${button(t('signOut'),
	'sign-out')}${button(t('signOut.force'), 'sign-out-force')}</div></div>
	<h2>${t('account.delete')}</h2>${ui.leaving === 'lists' ? heirs() : ui.leaving ? deletionForm() :
	html`<p>${button(t('account.delete'), 'account-leave', { cls: 'bad' })}</p>`}`;

export const account = () => ui.factor?.again ? confirmation() : html`<h2>${t('you')}</h2>${form(field('displayName',
	t('yourName'), me()?.displayName ?? '', 'text', 'name'), 'profile', t('save'))}
	<h2>${t('email')}</h2><div class="panel">${itemRow(me()?.email, t(me()?.emailVerified ?
	'email.verified' : 'email.not'), me()?.emailVerified ? nothing :
	button(t('email.send'), 'verify-send'))}</div>${form(html`${field('email',
	t('email.new'), '', 'email', 'email')}${passwordField('mail-password', t('password'),
	'current-password')}${fieldError('form')}`, 'email-change',
	t('email.change'))}
	${zones()}${leaveSection()}`;

export const password = () => form(html`${passwordField('current', t('password.current'),
	'current-password')}${passwordField('new', t('password.new'),
	'new-password')}<p class="hint">${t('password.rules')}</p>${toggleRow(t('password.keep'),
	'', false, 'keep')}<p class="hint">${t('password.ends')}</p>${fieldError('form')}`,
	'password-change', t('save'));

export const devices = () => html`<p class="dim">${t('devices.words')}</p>${itemRows(
	fetchOnce('sessions', online.sessions), s => itemRow(s.deviceName || t('devices.nameless'),
	s.current ? t('devices.this') : t('devices.used', { at: formatMoment(s.lastUsedAt) }),
	s.current ? nothing : button(t('end'), 'session-end', { id: s.id })), '')}
	${fetchOnce('sessions', online.sessions)?.length > 1 ? html`<p>${
	button(t('devices.endAll'), 'session-end-all', { cls: 'bad' })}</p>` : nothing}`;

/** @param {boolean} force */
async function signOutOrAsk(force) {
	try {
		await online.signOut({ force });
	} catch (/** @type {any} */ p) {
		setUi({ dialog: { name: 'ask', title: t('signOut'), text: t('signOut.unsent',
			{ n: p.count ?? state.sync.unsent }), yes: t('signOut.force'),
			command: 'sign-out-force' } });
	}
}

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	profile: el => { const v = el.elements.displayName.value.trim();
		if (v) { setProfile({ displayName: v }); showToast(t('saved')); } },
	zone: (el, e, id) => { setProfile({ timeZone: id }); showToast(t('saved')); },
	'verify-send': () => attempt(online.sendVerification, 'email.sent'),
	'email-change': async el => { const f = el.elements;
		if (await attempt(() => online.changeEmail(f.email.value.trim(),
		    f['mail-password'].value), 'email.sent')) el.reset(); },
	'password-change': async el => { const f = el.elements;
		if (await attempt(() => online.changePassword(f.current.value, f.new.value,
		    el.querySelector('[data-id=keep]').checked), 'saved')) {
			el.reset(); clearFetched(); } },
	'session-end': async (el, e, id) => { await attempt(() => online.endSession(id));
		refetch('sessions'); },
	'session-end-all': async () => {
		for (const s of await online.sessions())
			if (!s.current)
				await attempt(() => online.endSession(s.id));
		refetch('sessions');
	},
	'sign-out': () => signOutOrAsk(false),
	'sign-out-force': () => signOutOrAsk(true),
	'account-leave': () => setUi({ leaving: hasFeature('hand-over') && sharedLists().length ?
		'lists' : {} }),
	'account-lists': el => setUi({ leaving: { shared: el.elements.shared.value } }),
	'account-delete': async el => {
		if (el.elements.address.value.trim().toLowerCase() !== me()?.email.toLowerCase())
			return setUi({ wrong: { address: t('account.otherAddress') } });
		const { shared } = ui.leaving, password = el.elements.password?.value;
		return password ? attempt(() => online.deleteAccount(password, shared)) :
			withConfirmation(() => online.deleteAccount(undefined, shared));
	},
}));
