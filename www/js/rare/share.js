// Who shares a list: people, an address to add, links to send.

import { ACTS, dayOf, go, html, icon, initials, list, me, members, nothing, set,
	state, t, tint, toast, ui, wrong } from '../kit.js';
import { online } from '../further.js';
import { attempt, button, fetching, items, item, page, stale } from './page.js';

/** @param {any} m @param {boolean} mine */
const person = (m, mine) => html`<div class="item"><span class=${tint(m.userId)}><span
	class="who big" aria-hidden="true">${initials(m.displayName)}</span></span><div
	class="grow"><span dir="auto">${m.displayName}</span><small>${m.owner ? t('owner') :
	t('member')}</small></div>${m.owner ? nothing : m.userId === me()?.id ?
	button(t('leave'), 'leave', { cls: 'bad' }) : mine ? button(t('remove'), 'member-remove',
	{ id: m.userId, cls: 'bad' }) : nothing}</div>`;

/** @param {string} id */
function links(id) {
	const made = ui.link?.list === id ? ui.link.url : null;

	return html`<h2>${t('invitation')}</h2><p class="dim">${t('invitation.words')}</p>
		<p>${button(t('invitation'), 'invite', { cls: 'main' })}</p>
		${made ? html`<div class="panel form inline"><label class="field"><span>${
		t('invitation.send')}</span><input class="input" readonly .value=${made}></label>${
		button(t('copy'), 'copy', { id: made })}</div>` : nothing}
		${items(fetching('invitations/' + id, () => online.invitations(id)), i =>
		item(t('invitation.until', { day: dayOf(i.expiresAt) }), t('created.on',
		{ day: dayOf(i.createdAt) }), button(t('withdraw'), 'invitation-delete',
		{ id: i.id })), '')}`;
}

/** @returns {any} */
export function share() {
	const id = state.route.id ?? '', l = list(id);

	if (!l)
		return page(t('share'), html`<p>${t('empty.gone')}</p>`);
	const mine = l.role === 'owner', people = members(id);
	return page(l.title, html`<h2>${t('share.with')}</h2><div class="panel">${
		people.map(m => person(m, mine))}</div>${mine ? html`<form
		data-act="member-add"><div class="inline"><label class="field"><span>${
		t('share.add')}</span><input class="input" type="email" name="email" required
		autocomplete="off" autocapitalize="none"></label>${button(t('share.do'), '',
		{ cls: 'main', type: 'submit' })}</div>${wrong('form')}</form>${links(id)}` : nothing}`,
		html`<a class="up" href="#/l/${id}">${icon('back', 'small')}${t('back')}</a>`);
}

const here = () => state.route.id ?? '';

Object.assign(ACTS, {
	'member-add': async (/** @type {any} */ el) => {
		const m = await attempt(() => online.addMember(here(),
			el.elements.email.value.trim()));
		if (m) {
			el.reset();
			toast(t('share.added', { name: m.displayName ?? '' }));
		}
	},
	'member-remove': (/** @type {any} */ el, /** @type {any} */ e, /** @type {string} */ id) =>
		attempt(() => online.removeMember(here(), id), 'share.removed'),
	leave: async () => {
		ui.left = here();
		if (await attempt(() => online.leave(here()), 'share.left'))
			go('#/today');
	},
	invite: async () => {
		const r = await attempt(() => online.invite(here()));
		if (r) {
			set({ link: { list: here(), url: new URL(r.url, location.href).href } });
			stale('invitations/' + here());
		}
	},
	'invitation-delete': async (/** @type {any} */ el, /** @type {any} */ e,
	    /** @type {string} */ id) => {
		await attempt(() => online.deleteInvitation(here(), id));
		stale('invitations/' + here());
	},
	copy: async (/** @type {any} */ el, /** @type {any} */ e, /** @type {string} */ id) => {
		await navigator.clipboard?.writeText(id).catch(() => {});
		toast(t('copied'));
	},
});
