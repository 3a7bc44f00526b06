// Draws the pages of sign-up, of forgotten passwords, and of links in mails.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { DISPLAY_NAME } from '../data/limits.js';
import { lists, requestDraw, state } from '../data/state.js';
import { icon } from '../page/elements.js';
import { emailField, fieldError, invitation, passwordField, signedOutPage, takesNewAccounts }
	from '../page/sign-in.js';
import { navigate, setUi, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { signIn } from '../sync/sign-in.js';
import { t } from '../text/words.js';
import { attempt, formPage, problemText } from './page-parts.js';
import { enrol } from './security.js';

const signInLink = () => html`<div class="others"><a href="#/signin">${t('signIn')}</a></div>`;

/** Asks once what an invitation is for.
 * @param {string} code */
function askInvited(code) {
	if (ui.invited?.code === code)
		return;
	ui.invited = { code };
	online.findInvitation(code).then(i => setUi({ invited: { code, ...i } }),
		p => setUi({ invited: { code, problem: problemText(p) } }));
}

/** Draws who invites to what, and as what.
 * @param {any} i the invitation
 * @param {any} then what follows the title of the list */
const invitedTo = (i, then = nothing) => i.problem ? html`<p>${i.problem}</p>` : i.listTitle ?
	html`<p dir="auto">${t('join.words', { name: i.ownerName })}</p><h2
	dir="auto">${i.listTitle}</h2>${then}<p class="hint">${t(i.role === 'viewer' ? 'join.views' :
	'join.sees')}</p>` : html`<p>…</p>`;

/** @param {boolean} invited */
const signUpForm = invited => html`<form data-command="sign-up"><label
	class="field"><span>${t('yourName')}</span><input class="input" name="displayName"
	required maxlength=${DISPLAY_NAME} autocomplete="name"></label>${fieldError('displayName')}${emailField()}
	${passwordField('password', t('password'), 'new-password')}<p class="hint">${
	t('password.rules')}</p>${invited ? html`<p class="hint">${t('join.why')}</p>` : nothing}${
	fieldError('form')}<button class="btn main">${t('signUp')}</button></form>`;

/** Draws the page of an invitation for somebody who is not signed in.
 * @param {string} code */
function invitedPage(code) {
	askInvited(code);
	const i = ui.invited, closed = state.service?.registration === 'closed';

	return signedOutPage(t('page.join'), html`${invitedTo(i)}${i.account ? signUpForm(true) :
		i.listTitle && !closed ? html`<p>${t('join.used', { name: i.ownerName })}</p>` :
		nothing}<div class="others"><a href="#/signin">${t('join.have')}</a></div>`);
}

function signup() {
	const code = invitation();

	return code ? invitedPage(code) : signedOutPage(t('signUp'), html`${
		state.service && !takesNewAccounts(state.service) ?
		html`<p>${t('problem.registration-closed')}</p>` : signUpForm(false)}${signInLink()}`);
}

const forgot = () => signedOutPage(t('forgot'), ui.sent ? html`<p>${t('forgot.sent')}</p>${signInLink()}` :
	html`<p class="dim">${t('forgot.words')}</p><form data-command="forgot">${emailField()}${
	fieldError('form')}<button class="btn main">${t('forgot.send')}</button></form>${signInLink()}`);

const reset = () => signedOutPage(t('password.new'), ui.sent ? html`<p>${t('reset.done')}</p>${signInLink()}` :
	html`<form data-command="reset">${passwordField('password', t('password.new'), 'new-password')}<p
	class="hint">${t('password.rules')}</p>${fieldError('form')}<button
	class="btn main">${t('save')}</button></form>${signInLink()}`);

function verify() {
	const code = ui.code;

	if (code && ui.verified === undefined) {
		ui.verified = null;
		online.verify(code).then(() => setUi({ verified: 'verify.done' }), p =>
			setUi({ verified: p.status === 404 || p.status === 422 || p.status === 401 ?
			'problem.reset-not-found' : 'problem.' + p.code }));
	}
	return signedOutPage(t('page.verify'), html`<p role="status">${ui.verified ? t(ui.verified) :
		'…'}</p><div class="others"><a href="#/today">${t('goOn')}</a></div>`);
}

/** Draws the page for a browser that cannot open its database. */
const closed = () => signedOutPage(t('closed'), html`<p>${t('closed.words')}</p><button
	class="btn main" type="button" data-command="reload">${t('again')}</button><button
	class="btn bad" type="button" data-command="start-over">${t('closed.over')}</button>`);

/** Draws the page of an invitation.
 * @returns {any} */
function join() {
	const code = ui.code;

	if (code && state.session === 'ok')
		askInvited(code);
	const i = ui.invited ?? (code ? {} : { problem: t('problem.invitation-not-found') });
	return formPage(t('page.join'), i.listTitle ? html`<div class="panel invite"><span
		class="sign tint0">${icon('users')}</span>${invitedTo(i, html`${fieldError('form')}<button
		class="btn main" type="button" data-command="join">${t('join')}</button>`)}</div>` :
		invitedTo(i));
}

/** Opens a list as soon as the feed has brought it.
 * @param {(l: any) => boolean} wanted */
async function openList(wanted) {
	for (let i = 0; i < 50 && !lists().some(wanted); i++)
		await new Promise(yes => setTimeout(yes, 200));
	const l = lists().find(wanted) ?? lists().find(x => x.title === ui.invited?.listTitle);
	navigate(l ? '#/l/' + l.id : '#/today');
}

Object.assign(COMMANDS, {
	'sign-up': async (/** @type {any} */ el) => {
		const f = el.elements, who = { email: f.email.value.trim(),
			password: f.password.value, displayName: f.displayName.value.trim() };
		const code = invitation();
		if (!await attempt(() => online.signUp(code ? { ...who, invitation: code } : who)))
			return;
		ui.asked = null;
		await attempt(() => signIn({ email: who.email, password: who.password }));
		if (code)
			await openList(l => l.role !== 'owner');
	},
	forgot: async (/** @type {any} */ el) => {
		const r = await attempt(() => online.forgot(el.elements.email.value.trim()));
		setUi({ sent: !!r });
	},
	reset: async (/** @type {any} */ el) => {
		const r = await attempt(() => online.resetPassword(ui.code ?? '',
			el.elements.password.value));
		setUi({ sent: !!r });
	},
	join: async () => {
		const had = new Set(lists().map(l => l.id));
		if (!await attempt(() => online.acceptInvitation(ui.code ?? ''), 'joined'))
			return;
		/* The answer names the member, not the list; the feed brings that. */
		await openList(l => !had.has(l.id));
	},
	reload: () => location.reload(),
	'start-over': online.startOver,
	'lost-seen': () => { state.lost = false; requestDraw(); },
});

export const signedOutPages = { signup, forgot, reset, verify, join, closed, enrol };
