// Draws the sharing of a list: members and their roles, a form that adds one, invitations,
// and the offer of the list to a member.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { inbox } from '../data/inbox.js';
import { hasFeature, isComplete, list, me, members, state } from '../data/state.js';
import { icon } from '../page/elements.js';
import { fieldError } from '../page/sign-in.js';
import { navigate, openDialog, setUi, showToast, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatDayOf, initials, tintClass } from '../text/format.js';
import { t } from '../text/words.js';
import { offerBar } from './offers.js';
import { attempt, button, fetchOnce, formPage, itemRow, itemRows, refetch } from
	'./page-parts.js';

/** @typedef {import('../data/types').List} List */

const ROLES = ['member', 'viewer'];
/** The most accounts that one invitation makes. */
const ACCOUNTS = 20;

/** Returns what a role may do; one that is not known here reads only.
 * @param {string | undefined} role */
const roleWords = role => t(role === 'owner' ? 'owner' : role === 'member' ? 'role.member' :
	'viewer');

/** Draws a choice of a role.
 * @param {string} label @param {string} now @param {any} more attributes of the field */
const roleChoice = (label, now, more = {}) => html`<select class="input" name="role"
	aria-label=${label} data-change=${more.command ?? nothing} data-id=${more.id ?? nothing}>${
	ROLES.map(r => html`<option value=${r} ?selected=${r === now}>${roleWords(r)}</option>`)}</select>`;

/** @param {any} m @param {List} l */
function person(m, l) {
	const mine = l.role === 'owner', self = m.userId === me()?.id;
	const choose = mine && !m.owner && hasFeature('roles');

	return html`<div class="item person"><span class=${tintClass(m.userId)}><span
		class="who big" aria-hidden="true">${initials(m.displayName)}</span></span><div
		class="grow"><span dir="auto">${m.displayName}</span><small>${m.userId === l.offeredTo ?
		t('offer.asked') : nothing}${choose ? nothing : roleWords(m.owner ? 'owner' :
		m.role ?? 'member')}</small></div>${m.owner ? nothing : self ? button(t('leave'), 'leave',
		{ cls: 'bad' }) : mine ? html`<div class="buttons">${choose ? roleChoice(t('role.of', { name: m.displayName }), m.role,
		{ command: 'member-role', id: m.userId }) : nothing}${button(t('remove'),
		'member-remove', { id: m.userId, cls: 'bad' })}</div>` : nothing}</div>`;
}

/** Draws the form that makes a link.
 * @returns {any} */
const linkForm = () => html`<form class="panel form" data-command="invite">${hasFeature('roles') ?
	html`<label class="field"><span>${t('invitation.role')}</span>${
	roleChoice(t('invitation.role'), 'member')}</label>` : nothing}${
	hasFeature('invited-accounts') ? html`<label class="field"><span>${
	t('invitation.makes')}</span><select class="input" name="accounts">${[0, 1, 2, 3, 5, 10,
	ACCOUNTS].map(n => html`<option ?selected=${n === 1}>${n}</option>`)}</select></label>` :
	nothing}${fieldError('accounts')}${hasFeature('mailed-invitations') ? html`<label
	class="field"><span>${t('invitation.mail')}</span><input class="input" type="email"
	name="email" autocomplete="off" autocapitalize="none"></label>${fieldError('email')}` :
	nothing}${button(t('invitation.make'), '', { type: 'submit' })}</form>`;

/** @param {any} i an invitation */
const linkWords = i => [roleWords(i.role), hasFeature('invited-accounts') &&
	t('invitation.left', { n: i.accounts }), t('created.on', { day: formatDayOf(i.createdAt) })]
	.filter(Boolean).join(' · ');

/** @param {string} id */
function invitationLinks(id) {
	const made = ui.link?.list === id ? ui.link.url : null;

	return html`<h2>${t('invitation')}</h2><p class="dim">${
		t(hasFeature('invited-accounts') ? 'invitation.wordsNew' : 'invitation.words')}</p>
		${linkForm()}${made ? html`<div class="panel form inline"><label class="field"><span>${
		t('invitation.send')}</span><input class="input" readonly .value=${made}></label>${
		button(t('copy'), 'copy', { id: made })}</div>` : nothing}
		${itemRows(fetchOnce('invitations/' + id, () => online.invitations(id)), i =>
		itemRow(i.email ?? t('invitation.until', { day: formatDayOf(i.expiresAt) }), linkWords(i),
		button(t('withdraw'), 'invitation-delete', { id: i.id })), '')}`;
}

/** Draws the offer of a list to one of its members, or the form that makes one.
 * @param {List} l @param {any[]} others */
function handOver(l, others) {
	const asked = others.find(m => m.userId === l.offeredTo);

	return html`<h2>${t('offer')}</h2><p class="dim">${t('offer.words')}</p>${asked ?
		html`<div class="panel">${itemRow(t('offer.waits', { name: asked.displayName }), '',
		button(t('withdraw'), 'offer-withdraw'))}</div>` : html`<form class="panel form"
		data-command="offer"><label class="field"><span>${t('offer.to')}</span><select class="input"
		name="to">${others.map(m => html`<option value=${m.userId}>${
		m.displayName}</option>`)}</select></label>${button(t('offer.do'), '',
		{ type: 'submit' })}</form>`}`;
}

/** @param {List} l */
function ownersPart(l) {
	const others = members(l.id).filter(m => !m.owner);

	return html`<form data-command="member-add"><div class="inline"><label class="field"><span>${
		t('share.add')}</span><input class="input" type="email" name="email" required
		autocomplete="off" autocapitalize="none"></label>${button(t('share.do'), '',
		{ cls: 'main', type: 'submit' })}</div>${fieldError('form')}</form>${
		invitationLinks(l.id)}${others.length && hasFeature('hand-over') ? handOver(l, others) :
		nothing}`;
}

/** @returns {any} */
export function share() {
	const id = state.route.id ?? '', l = list(id);

	if (!l)
		return formPage(t('share'), html`<p>${isComplete() ? t('empty.gone') : '…'}</p>`);
	const back = html`<a class="up" href="#/l/${id}">${icon('back', 'small')}${t('back')}</a>`;
	if (l === inbox())
		return formPage(l.title, html`<h2>${t('share.with')}</h2><p>${t('inbox.words')}</p>
			<p><a class="btn edge" href="#/settings/look">${t('inbox.other')}</a></p>`, back);
	return formPage(l.title, html`${offerBar(l)}<h2>${t('share.with')}</h2><div class="panel">${
		members(id).map(m => person(m, l))}</div>${l.role === 'owner' ? ownersPart(l) :
		fieldError('form')}`, back);
}

const currentList = () => state.route.id ?? '';
/** @param {string | undefined} id of a user */
const nameOf = id => members(currentList()).find(m => m.userId === id)?.displayName ?? '';

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'member-add': async el => {
		const m = await attempt(() => online.addMember(currentList(),
			el.elements.email.value.trim()));
		if (m) {
			el.reset();
			showToast(t('share.added', { name: m.displayName ?? '' }));
		}
	},
	'member-role': async (el, e, id) => {
		if (await attempt(() => online.setRole(currentList(), id, el.value)))
			showToast(`${nameOf(id)}: ${roleWords(el.value)}`);
	},
	'member-remove': (el, e, id) =>
		attempt(() => online.removeMember(currentList(), id), 'share.removed'),
	leave: async () => {
		ui.left = currentList();
		if (await attempt(() => online.leave(currentList()), 'share.left'))
			navigate('#/today');
	},
	invite: async el => {
		const { role, accounts, email } = el.elements, to = email?.value.trim();
		const n = accounts && Math.min(+accounts.value, to ? 1 : ACCOUNTS);
		const r = await attempt(() => online.invite(currentList(), { ...role &&
			{ role: role.value }, ...accounts && { accounts: n }, ...to &&
			{ email: to } }), undefined, to ? 'email' : 'accounts');
		if (!r)
			return;
		if (to) {
			email.value = '';
			showToast(t('invitation.sent', { email: to }));
		} else
			setUi({ link: { list: currentList(),
				url: new URL(r.url, location.href).href } });
		refetch('invitations/' + currentList());
	},
	'invitation-delete': async (el, e, id) => {
		await attempt(() => online.deleteInvitation(currentList(), id));
		refetch('invitations/' + currentList());
	},
	offer: el => openDialog('ask', { id: el.elements.to.value, command: 'offer-make',
		title: t('offer.ask', { name: nameOf(el.elements.to.value) }),
		text: t('offer.askWords', { name: nameOf(el.elements.to.value),
			title: list(currentList())?.title }), yes: t('offer.do') }),
	'offer-make': async (el, e, id) => {
		setUi({ dialog: null });
		if (await attempt(() => online.offer(currentList(), id)))
			showToast(t('offer.waits', { name: nameOf(id) }));
	},
	'offer-withdraw': () => attempt(() => online.endOffer(currentList()), 'offer.ended'),
	copy: async (el, e, id) => {
		await navigator.clipboard?.writeText(id).catch(() => {});
		showToast(t('copied'));
	},
}));
