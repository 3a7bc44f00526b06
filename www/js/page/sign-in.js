// Draws the sign-in page, and parts that other pages for signed-out users share.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { hasFeature, state } from '../data/state.js';
import { t } from '../text/words.js';
import { icon } from './elements.js';
import { ui } from './ui.js';

/** @param {string} title @param {any} body */
export const signedOutPage = (title, body) => html`<main class="gate" tabindex="-1"><div class="sheet">
	<div class="brand"><span class="mark">${icon('check')}</span>Docket</div>
	<h1>${title}</h1>${body}</div><p class="hint">${t('app.line')}</p></main>`;

/** @param {string} name */
export function fieldError(name) {
	const words = ui.wrong?.[name];

	return words ? html`<p class="wrong" id="wrong-${name}" role="alert">${words}</p>` : nothing;
}

/** Draws a password field with a button that shows the password.
 * @param {string} name @param {string} label @param {string} complete */
export const passwordField = (name, label, complete) => html`<div class="field"><label
	class="caption" for=${name}>${label}</label><div class="reveal"><input class="input"
	type=${ui.reveal ? 'text' : 'password'} id=${name} name=${name} required
	autocomplete=${complete} aria-invalid=${ui.wrong?.[name] ? 'true' : nothing}
	data-input="caps"><button class="round" type="button" data-command="reveal"
	aria-pressed=${!!ui.reveal} aria-label=${t('password.show')}>${icon('eye')}</button></div>${
	ui.caps ? html`<p class="hint">${t('caps')}</p>` : nothing}${fieldError(name)}</div>`;

/** @param {string} [value] */
export const emailField = (value = '') => html`<label class="field"><span>${t('email')}</span><input
	class="input" type="email" name="email" required autocomplete=${
	hasFeature('passkeys') ? 'username webauthn' : 'username'}
	inputmode="email" autocapitalize="none" spellcheck="false" .defaultValue=${value}></label>${fieldError('email')}`;

/** Why the provider of single sign-on did not sign in. */
export const providerProblem = () => ui.problem ? html`<p class="wrong" role="alert">${
	t('oidc.' + ui.problem)}</p>` : nothing;

/** @param {{name: string}} provider */
const providerLink = provider => html`${providerProblem()}<a class="btn" href="./api/v1/oidc/start">${
	t('oidc', provider)}</a>`;

const remoteUserLink = () => html`<p>${t('remoteUser')}</p>
	<a class="btn main" href="./?sign-in">${t('signIn')}</a>`;

/** The code of the invitation that the page was opened with. */
export const invitation = () => /^#\/join\/(.+)/.exec(ui.asked ?? '')?.[1];

/** @param {import('../data/types').Service | null} s */
export const takesNewAccounts = s => s?.registration === 'open' ||
	s?.registration === 'invited' && invitation();

/** @param {import('../data/types').Service | null} s */
const passwordForm = s => html`${hasFeature('passkeys') && globalThis.PublicKeyCredential ?
	html`<button class="btn" data-command="passkey-sign-in">${t('passkey.signIn')}</button>` :
	nothing}<form data-command="sign-in">${emailField(state.user?.email)}
	${passwordField('password', t('password'), 'current-password')}${fieldError('form')}
	<button class="btn main">${t('signIn')}</button></form><div class="others">
	${s?.passwordReset ? html`<a href="#/forgot">${t('forgot')}</a>` : nothing}
	${takesNewAccounts(s) ? html`<a href="#/signup">${t('signUp')}</a>` : nothing}</div>`;

/** The field of a code, of an app or for recovery. */
export const codeField = () => html`<label class="field"><span>${t('code')}</span><input
	class="input" name="code" required maxlength="64" autocomplete="one-time-code"
	autofocus autocapitalize="none" spellcheck="false"></label>`;

const codeForm = () => html`<form data-command="sign-in">${codeField()}<p class="hint">${
	t('code.words')}</p>${fieldError('form')}<button class="btn main">${t('signIn')}</button></form><div
	class="others"><a href="#/signin" data-command="sign-in-again">${t('back.start')}</a></div>`;

export function signIn() {
	const s = state.service;

	return signedOutPage(t('signIn'), [
		s?.oidc && !ui.ticket ? providerLink(s.oidc) : nothing,
		s?.signIn === 'remote-user' ? remoteUserLink() : nothing,
		s?.passwordSignIn === false ? nothing : ui.ticket ? codeForm() : passwordForm(s)]);
}
