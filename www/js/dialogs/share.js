// Draws the sharing of a list: members, a form that adds one, invitations.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { inbox } from '../data/inbox.js';
import { isComplete, list, me, members, state } from '../data/state.js';
import { icon } from '../page/elements.js';
import { fieldError } from '../page/sign-in.js';
import { navigate, setUi, showToast, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatDayOf, initials, tintClass } from '../text/format.js';
import { t } from '../text/words.js';
import { attempt, button, fetchOnce, formPage, itemRow, itemRows, refetch } from
	'./page-parts.js';

/** @param {any} m @param {boolean} mine */
const person = (m, mine) => html`<div class="item"><span class=${tintClass(m.userId)}><span
	class="who big" aria-hidden="true">${initials(m.displayName)}</span></span><div
	class="grow"><span dir="auto">${m.displayName}</span><small>${m.owner ? t('owner') :
	t('member')}</small></div>${m.owner ? nothing : m.userId === me()?.id ?
	button(t('leave'), 'leave', { cls: 'bad' }) : mine ? button(t('remove'), 'member-remove',
	{ id: m.userId, cls: 'bad' }) : nothing}</div>`;

/** @param {string} id */
function invitationLinks(id) {
	const made = ui.link?.list === id ? ui.link.url : null;

	return html`<h2>${t('invitation')}</h2><p class="dim">${t('invitation.words')}</p>
		<p>${button(t('invitation.make'), 'invite', { cls: 'main' })}</p>
		${made ? html`<div class="panel form inline"><label class="field"><span>${
		t('invitation.send')}</span><input class="input" readonly .value=${made}></label>${
		button(t('copy'), 'copy', { id: made })}</div>` : nothing}
		${itemRows(fetchOnce('invitations/' + id, () => online.invitations(id)), i =>
		itemRow(t('invitation.until', { day: formatDayOf(i.expiresAt) }), t('created.on',
		{ day: formatDayOf(i.createdAt) }), button(t('withdraw'), 'invitation-delete',
		{ id: i.id })), '')}`;
}

/** @returns {any} */
export function share() {
	const id = state.route.id ?? '', l = list(id);

	if (!l)
		return formPage(t('share'), html`<p>${isComplete() ? t('empty.gone') : '…'}</p>`);
	const mine = l.role === 'owner', people = members(id);
	const back = html`<a class="up" href="#/l/${id}">${icon('back', 'small')}${t('back')}</a>`;
	if (l === inbox())
		return formPage(l.title, html`<h2>${t('share.with')}</h2><p>${t('inbox.words')}</p>
			<p><a class="btn edge" href="#/settings/look">${t('inbox.other')}</a></p>`, back);
	return formPage(l.title, html`<h2>${t('share.with')}</h2><div class="panel">${
		people.map(m => person(m, mine))}</div>${mine ? html`<form
		data-act="member-add"><div class="inline"><label class="field"><span>${
		t('share.add')}</span><input class="input" type="email" name="email" required
		autocomplete="off" autocapitalize="none"></label>${button(t('share.do'), '',
		{ cls: 'main', type: 'submit' })}</div>${fieldError('form')}</form>${invitationLinks(id)}` : nothing}`,
		back);
}

const currentList = () => state.route.id ?? '';

Object.assign(COMMANDS, {
	'member-add': async (/** @type {any} */ el) => {
		const m = await attempt(() => online.addMember(currentList(),
			el.elements.email.value.trim()));
		if (m) {
			el.reset();
			showToast(t('share.added', { name: m.displayName ?? '' }));
		}
	},
	'member-remove': (/** @type {any} */ el, /** @type {any} */ e, /** @type {string} */ id) =>
		attempt(() => online.removeMember(currentList(), id), 'share.removed'),
	leave: async () => {
		ui.left = currentList();
		if (await attempt(() => online.leave(currentList()), 'share.left'))
			navigate('#/today');
	},
	invite: async () => {
		const r = await attempt(() => online.invite(currentList()));
		if (r) {
			setUi({ link: { list: currentList(),
				url: new URL(r.url, location.href).href } });
			refetch('invitations/' + currentList());
		}
	},
	'invitation-delete': async (/** @type {any} */ el, /** @type {any} */ e,
	    /** @type {string} */ id) => {
		await attempt(() => online.deleteInvitation(currentList(), id));
		refetch('invitations/' + currentList());
	},
	copy: async (/** @type {any} */ el, /** @type {any} */ e, /** @type {string} */ id) => {
		await navigator.clipboard?.writeText(id).catch(() => {});
		showToast(t('copied'));
	},
});
