// The pages before one is signed in.

import { html, icon, nothing, state, t, ui } from '../kit.js';

/** @param {string} title @param {any} body */
export const gate = (title, body) => html`<main class="gate"><div class="sheet">
	<div class="brand"><span class="mark">${icon('check')}</span>Docket</div>
	<h1>${title}</h1>${body}</div></main>`;

/** @param {string} name */
export function wrong(name) {
	const words = ui.wrong?.[name];

	return words ? html`<p class="wrong" id="wrong-${name}" role="alert">${words}</p>` : nothing;
}

/** A field for a password, with the button that shows it.
 * @param {string} name @param {string} label @param {string} complete */
export const password = (name, label, complete) => html`<div class="field"><label
	class="caption" for=${name}>${label}</label><div class="reveal"><input class="input"
	type=${ui.reveal ? 'text' : 'password'} id=${name} name=${name} required
	autocomplete=${complete} aria-invalid=${ui.wrong?.[name] ? 'true' : nothing}
	data-input="caps"><button class="round" type="button" data-act="reveal"
	aria-pressed=${!!ui.reveal} aria-label=${t('password.show')}>${icon('eye')}</button></div>${
	ui.caps ? html`<p class="hint">${t('caps')}</p>` : nothing}${wrong(name)}</div>`;

/** @param {string} [value] */
export const email = (value = '') => html`<label class="field"><span>${t('email')}</span><input
	class="input" type="email" name="email" required autocomplete="username"
	inputmode="email" autocapitalize="none" spellcheck="false" .defaultValue=${value}></label>${wrong('email')}`;

export function signIn() {
	const s = state.service;

	if (s?.signIn === 'remote-user')
		return gate(t('signIn'), html`<p>${t('remoteUser')}</p>
			<a class="btn main" href="./?sign-in">${t('signIn')}</a>`);
	return gate(t('signIn'), html`<form data-act="sign-in">${email(state.user?.email)}
		${password('password', t('password'), 'current-password')}${wrong('form')}
		<button class="btn main">${t('signIn')}</button></form><div class="others">
		${s?.passwordReset ? html`<a href="#/forgot">${t('forgot')}</a>` : nothing}
		${s?.registration === 'open' ? html`<a href="#/signup">${t('signUp')}</a>` : nothing}</div>`);
}
