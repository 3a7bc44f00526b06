// Signing up, a forgotten password, and the links that come by mail.

import { ACTS, changed, email, gate, go, html, lists, password, set, state, t, ui, wrong }
	from '../kit.js';
import { online } from '../further.js';
import { attempt, page, why } from './page.js';
import { DISPLAY_NAME } from '../limits.js';

const back = () => html`<div class="others"><a href="#/signin">${t('signIn')}</a></div>`;

const signup = () => state.service && state.service.registration !== 'open' ?
	gate(t('signUp'), html`<p>${t('problem.registration-closed')}</p>${back()}`) :
	gate(t('signUp'), html`<form data-act="sign-up"><label
	class="field"><span>${t('yourName')}</span><input class="input" name="displayName"
	required maxlength=${DISPLAY_NAME} autocomplete="name"></label>${wrong('displayName')}${email()}
	${password('password', t('password'), 'new-password')}<p class="hint">${
	t('password.rules')}</p>${wrong('form')}<button class="btn main">${t('signUp')}</button>
	</form>${back()}`);

const forgot = () => gate(t('forgot'), ui.sent ? html`<p>${t('forgot.sent')}</p>${back()}` :
	html`<p class="dim">${t('forgot.words')}</p><form data-act="forgot">${email()}${
	wrong('form')}<button class="btn main">${t('forgot.send')}</button></form>${back()}`);

const reset = () => gate(t('password.new'), ui.sent ? html`<p>${t('reset.done')}</p>${back()}` :
	html`<form data-act="reset">${password('password', t('password.new'), 'new-password')}<p
	class="hint">${t('password.rules')}</p>${wrong('form')}<button
	class="btn main">${t('save')}</button></form>${back()}`);

function verify() {
	const code = ui.code;

	if (code && ui.verified === undefined) {
		ui.verified = null;
		online.verify(code).then(() => set({ verified: 'verify.done' }), p =>
			set({ verified: p.status === 404 || p.status === 422 || p.status === 401 ?
			'problem.reset-not-found' : 'problem.' + p.code }));
	}
	return gate(t('page.verify'), html`<p role="status">${ui.verified ? t(ui.verified) :
		'…'}</p><div class="others"><a href="#/today">${t('goOn')}</a></div>`);
}

/** The browser cannot open what it has kept. */
const closed = () => gate(t('closed'), html`<p>${t('closed.words')}</p><button
	class="btn main" type="button" data-act="reload">${t('again')}</button><button
	class="btn bad" type="button" data-act="start-over">${t('closed.over')}</button>`);

/** The list that a link leads to.
 * @returns {any} */
function join() {
	const code = ui.code;

	if (code && state.session === 'ok' && ui.invited?.code !== code) {
		ui.invited = { code };
		online.invitation(code).then(i => set({ invited: { code, ...i } }),
			p => set({ invited: { code, problem: why(p) } }));
	}
	const i = ui.invited ?? (code ? {} : { problem: t('problem.invitation-not-found') });
	return page(t('page.join'), i.problem ? html`<p>${i.problem}</p>` : i.listTitle ?
		html`<p>${t('join.words', { list: i.listTitle, name: i.ownerName })}</p>${
		wrong('form')}<p><button class="btn main" type="button" data-act="join">${
		t('join')}</button></p>` : html`<p>…</p>`);
}

Object.assign(ACTS, {
	'sign-up': async (/** @type {any} */ el) => {
		const f = el.elements, who = { email: f.email.value.trim(),
			password: f.password.value, displayName: f.displayName.value.trim() };
		if (await attempt(() => online.signUp(who)))
			await attempt(() => online.signIn({ email: who.email,
				password: who.password, deviceName: ui.device }));
	},
	forgot: async (/** @type {any} */ el) => {
		const r = await attempt(() => online.forgot(el.elements.email.value.trim()));
		set({ sent: !!r });
	},
	reset: async (/** @type {any} */ el) => {
		const r = await attempt(() => online.resetPassword(ui.code ?? '',
			el.elements.password.value));
		set({ sent: !!r });
	},
	join: async () => {
		const had = new Set(lists().map(l => l.id));
		if (!await attempt(() => online.acceptInvitation(ui.code ?? ''), 'joined'))
			return;
		/* The answer names the member, not the list: it comes with the feed. */
		for (let i = 0; i < 50 && lists().every(l => had.has(l.id)); i++)
			await new Promise(yes => setTimeout(yes, 200));
		const l = lists().find(x => !had.has(x.id)) ??
			lists().find(x => x.title === ui.invited?.listTitle);
		go(l ? '#/l/' + l.id : '#/today');
	},
	reload: () => location.reload(),
	'start-over': online.startOver,
	'lost-seen': () => { state.lost = false; changed(); },
});

export const gates = { signup, forgot, reset, verify, join, closed };
