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
import { attempt, button, clearFetched, fetchOnce, problemText, refetch } from './page-parts.js';

/** @param {any} body @param {string} command @param {string} words @param {string} [cls]
 * @param {string} [cancel] the command of the button that leaves it */
export const form = (body, command, words, cls = '', cancel = 'factor-cancel') => html`<form class="panel form" data-command=${command}>${
	body}${fieldError('form')}<div class="buttons">${button(words, '', { type: 'submit', cls })}${
	button(t('cancel'), cancel)}</div></form>`;

/** What shows that it is the user, before what was asked for is done: the password
 * once more, a passkey, or the provider of single sign-on, from where the user comes
 * back and repeats it. */
export function confirmation() {
	const { methods } = ui.factor, can = (/** @type {string} */ way) => methods.includes(way);
	const others = html`${can('passkey') && knowsPasskeys() ? button(t('passkey.use'),
		'factor-confirm-passkey') : nothing}${can('identity') ? button(t('oidc',
		state.service?.oidc ?? {}), 'identity-confirm') : nothing}`;

	return html`<h2>${t('confirm')}</h2>${can('password') ? form(html`<p class="hint">${
		t('confirm.words')}</p><div class="buttons">${others}</div>${passwordField('password',
		t('password'), 'current-password')}`, 'factor-confirm', t('confirm.yes')) :
		html`<div class="panel form"><p class="hint">${t('confirm.words')}</p>${
		fieldError('form')}<div class="buttons">${others}${button(t('cancel'),
		'factor-cancel')}</div></div>`}`;
}

/** Does what needs a confirmed session; asks for proof first if it is not.
 * @param {() => Promise<any>} act */
export async function withConfirmation(act) {
	try {
		await act();
		refetch('security');
	} catch (/** @type {any} */ p) {
		setUi(p.code === 'reauthenticate' ?
			{ factor: { again: act, methods: p.methods }, wrong: null } :
			{ factor: ui.factor?.again ? null : ui.factor,
				wrong: { form: problemText(p) } });
	}
}

/** Opens the app to whoever had to set up a second factor first, and has. */
export const goOnIfEnrolled = async () => state.session === 'enrol' && onEnrolled();

/** Draws what only a confirmed session may see; asks for proof first if it is not.
 * @param {string} key @param {() => Promise<any>} get
 * @param {(answer: any) => any} draw */
export function confirmedPage(key, get, draw) {
	const { part } = state.route, answer = fetchOnce(key, () => get().catch(p => {
		if (p.code === 'reauthenticate' && part === state.route.part)
			setUi({ factor: { methods: p.methods, again: async () => {
				clearFetched();
				setUi({ factor: null, wrong: null });
			} } });
		throw p;
	}));

	return ui.factor?.again ? confirmation() : html`${draw(answer)}${answer?.problem ?
		button(t('again'), 'ask-again', { id: key }) : nothing}`;
}

/** @param {() => Promise<any>} confirm */
async function confirmAndGoOn(confirm) {
	const act = ui.factor.again;

	if (await attempt(confirm))
		await withConfirmation(act);
}

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'ask-again': (el, e, id) => refetch(id),
	'factor-cancel': () => {
		const made = ui.factor?.codes;

		setUi({ factor: null, wrong: null });
		return made && goOnIfEnrolled();
	},
	'factor-confirm': el => confirmAndGoOn(() =>
		online.confirmSession(el.elements.password.value)),
	'factor-confirm-passkey': () => confirmAndGoOn(confirmByPasskey),
}));
