// Settings, for administrators: one person, and what can be changed about them.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { me } from '../data/state.js';
import { focusDrawn } from '../page/after-draw.js';
import { icon } from '../page/elements.js';
import { fieldError } from '../page/sign-in.js';
import { setUi, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatMoment, formatSize } from '../text/format.js';
import { t } from '../text/words.js';
import { auditOf } from './audit.js';
import { button, itemRow, refetch, sharedChoice } from './page-parts.js';
import { form, withConfirmation } from './security-parts.js';

const MB = 1e6;

/** What there is to say about somebody.
 * @param {any} p @param {any[]} all everybody */
export const aboutPerson = (p, all) => [p.email, !p.emailVerified && t('email.not'),
	p.disabled && t('people.disabled'), p.admin && t('people.admin'), p.secondFactor && t('people.factor'),
	p.lastSignInAt ? t('people.signedIn', { at: formatMoment(p.lastSignInAt) }) :
	t('people.never'), p.invitedBy && t('people.invitedBy', { name:
	all.find(x => x.id === p.invitedBy)?.displayName ?? '–' }), p.quotaBytes === null ?
	formatSize(p.usedBytes) : t('people.used', { used: formatSize(p.usedBytes),
	quota: formatSize(p.quotaBytes) })].filter(Boolean).join(' · ');

/** Draws the button that changes a member of the person.
 * @param {any} p @param {string} member @param {string} words */
const changeButton = (p, member, words) => button(words, 'person-turn',
	{ id: JSON.stringify({ [member]: !p[member] }) });

/** What can be changed.  Administrators neither disable nor remove themselves here: the page
 * Account removes.
 * @param {any} p */
const personActions = p => html`<div class="panel wraps">${p.emailVerified ? nothing :
	itemRow(t('email'), t('email.not'), changeButton(p, 'emailVerified', t('people.confirm')))}${
	itemRow(t('people.admin'), t('people.adminWords'), changeButton(p, 'admin', t(p.admin ?
	'people.endAdmin' : 'people.makeAdmin')))}${p.secondFactor ? itemRow(t('people.factor'),
	t('people.factorWords'), button(t('remove'), 'person-factor')) : nothing}${
	p.id === me()?.id ? nothing : html`${itemRow(t('set.security'), t('people.disableWords'),
	changeButton(p, 'disabled', t(p.disabled ? 'people.enable' : 'people.disable')))}${
	itemRow(t('set.account'), t('totp.since', { at: formatMoment(p.createdAt) }),
	button(t('people.remove'), 'person-ask-remove', { cls: 'bad' }))}`}</div>${
	fieldError('form')}<form class="panel form inline" data-command="person-quota"><label
	class="field"><span>${t('people.quota')}</span><input class="input" name="quotaBytes"
	type="number" min="0" step="any" autocomplete="off" .defaultValue=${p.quotaBytes === null ?
	'' : String(p.quotaBytes / MB)}></label>${button(t('save'), '',
	{ type: 'submit' })}</form><h2>${t('set.activity')}</h2>${auditOf(p)}`;

const removeForm = () => form(html`<p class="hint">${t('people.removeWords')}</p>${
	sharedChoice()}`, 'person-remove', t('people.remove'), 'bad', 'person-keep');

/** @param {any} p @param {any[]} all everybody */
export const onePerson = (p, all) => html`<p><button class="up" type="button"
	data-command="person-close">${icon('back', 'small')}${t('set.people')}</button></p><h2
	id="person" tabindex="-1" dir="auto">${p.displayName}</h2><p class="dim" dir="auto">${
	aboutPerson(p, all)}</p>${ui.person.ending ? removeForm() : personActions(p)}`;

const refetchPeople = () => ['people', 'audit/' + ui.person?.id].forEach(refetch);

/** Changes something about people, and shows what has become of it.
 * @param {() => Promise<any>} change @param {(r: any) => any} [then] what is open after it */
export const administer = (change, then = () => ui.person) => withConfirmation(async () => {
	const r = await change().catch(p => {
		if (p.code !== 'reauthenticate')
			refetchPeople();
		throw p;
	});

	refetchPeople();
	setUi({ person: then(r), factor: null, wrong: null });
});

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'person-turn': (el, e, change) => {
		const { id } = ui.person;

		return administer(() => online.changePerson(id, JSON.parse(change)));
	},
	'person-factor': () => {
		const { id } = ui.person;

		return administer(() => online.endFactorOf(id));
	},
	'person-quota': el => {
		const { id } = ui.person, { value } = el.elements.quotaBytes;

		return administer(() => online.changePerson(id, { quotaBytes: value === '' ? null :
			Math.round(Number(value) * MB) }));
	},
	'person-ask-remove': () => {
		setUi({ person: { ...ui.person, ending: true }, wrong: null });
		focusDrawn('#person');
	},
	'person-keep': () => {
		setUi({ person: { id: ui.person.id }, wrong: null });
		focusDrawn('#person');
	},
	'person-remove': el => {
		const { id } = ui.person, how = el.elements.shared.value;

		return administer(() => online.removePerson(id, how), () => {
			focusDrawn('[data-command="person-new"]');
			return null;
		});
	},
}));
