// What the parts of the page Security share: forms, and showing once more who one is.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { state } from '../data/state.js';
import { fieldError, passwordField } from '../page/sign-in.js';
import { setUi, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { confirmByPasskey, knowsPasskeys } from '../sync/passkeys.js';
import { onEnrolled } from '../sync/session.js';
import { t } from '../text/words.js';
import { attempt, button, problemText, refetch } from './page-parts.js';

/** @param {any} body @param {string} command @param {string} words @param {string} [cls] */
export const form = (body, command, words, cls = '') => html`<form class="panel form" data-act=${command}>${
	body}${fieldError('form')}<div class="acts">${button(words, '', { type: 'submit', cls })}${
	button(t('cancel'), 'factor-cancel')}</div></form>`;

/** What shows that it is the user, before what was asked for is done: the password
 * once more, a passkey, or the provider of single sign-on, from where the user comes
 * back and repeats it. */
export function confirmation() {
	const { methods } = ui.factor, can = (/** @type {string} */ way) => methods.includes(way);
	const others = html`${can('passkey') && knowsPasskeys() ? button(t('passkey.use'),
		'factor-confirm-passkey') : nothing}${can('identity') ? button(t('oidc',
		state.service?.oidc ?? {}), 'identity-confirm') : nothing}`;

	return html`<h2>${t('confirm')}</h2>${can('password') ? form(html`<p class="hint">${
		t('confirm.words')}</p><div class="acts">${others}</div>${passwordField('password',
		t('password'), 'current-password')}`, 'factor-confirm', t('confirm.yes')) :
		html`<div class="panel form"><p class="hint">${t('confirm.words')}</p>${
		fieldError('form')}<div class="acts">${others}${button(t('cancel'),
		'factor-cancel')}</div></div>`}`;
}

/** Does what needs a confirmed session; asks for proof first if it is not.
 * @param {() => Promise<any>} act */
export async function withConfirmation(act) {
	try {
		await act();
		refetch('security');
	} catch (/** @type {any} */ p) {
		setUi(p.code !== 'reauthenticate' ? { wrong: { form: problemText(p) } } :
			{ factor: { again: act, methods: p.methods }, wrong: null });
	}
}

/** Opens the app to whoever had to set up a second factor first, and has. */
export const goOnIfEnrolled = async () => state.session === 'enrol' && onEnrolled();

/** @param {() => Promise<any>} confirm */
async function confirmAndGoOn(confirm) {
	const act = ui.factor.again;

	if (await attempt(confirm))
		await withConfirmation(act);
}

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'factor-cancel': () => {
		const made = ui.factor?.codes;

		setUi({ factor: null, wrong: null });
		return made && goOnIfEnrolled();
	},
	'factor-confirm': el => confirmAndGoOn(() =>
		online.confirmSession(el.elements.password.value)),
	'factor-confirm-passkey': () => confirmAndGoOn(confirmByPasskey),
}));
