// Settings, for administrators: the people who have an account.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { DISPLAY_NAME, EMAIL } from '../data/limits.js';
import { focusDrawn } from '../page/after-draw.js';
import { fieldError } from '../page/sign-in.js';
import { setUi, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatMoment } from '../text/format.js';
import { t } from '../text/words.js';
import { button, itemRow, itemRows } from './page-parts.js';
import { administer, aboutPerson, onePerson } from './person.js';
import { confirmedPage, form } from './security-parts.js';

/** @param {string} name @param {string} label @param {string} type @param {number} max */
const field = (name, label, type, max) => html`<label class="field"><span>${label}</span><input
	class="input" name=${name} type=${type} required maxlength=${max} autocomplete="off"
	dir="auto" .defaultValue=${ui.person?.who?.[name] ?? ''}></label>`;

const addForm = () => form(html`${field('displayName', t('name'), 'text', DISPLAY_NAME)}${
	field('email', t('email'), 'email', EMAIL)}`, 'person-add', t('people.add'), '',
'person-close');

/** @param {any} made the answer to adding somebody */
const linkPanel = made => html`<div class="panel form" role="status"><p>${t('people.link',
	{ name: made.user.displayName, at: formatMoment(made.expiresAt) })} ${
	t('tokens.once')}</p><p
	class="secret">${made.url}</p><div class="buttons">${button(t('copy'), 'copy',
	{ id: made.url })}${button(t('close'), 'person-close')}</div></div>`;

/** @param {any} p @param {any[]} all */
const person = (p, all) => itemRow(p.displayName, aboutPerson(p, all), button(t('people.change'),
	'person-open', { id: p.id, label: t('people.changeOf', { name: p.displayName }) }));

/** @param {any} all */
function everybody(all) {
	const open = all?.find?.((/** @type {any} */ p) => p.id === ui.person?.id);

	return open ? onePerson(open, all) : html`<p class="dim">${t('people.words')}</p>${
		ui.person?.made ? linkPanel(ui.person.made) : ui.person?.who ? addForm() :
		all?.length ? html`<p>${button(t('people.add'), 'person-new')}</p>${
		fieldError('form')}` : nothing}${itemRows(all, p => person(p, all), '')}`;
}

export const people = () => confirmedPage('people', online.people, everybody);

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'person-new': () => {
		setUi({ person: { who: {} }, wrong: null });
		focusDrawn('[name=displayName]');
	},
	'person-add': el => {
		const { displayName, email } = el.elements;
		const who = { displayName: displayName.value.trim(), email: email.value.trim() };

		setUi({ person: { who } });
		return administer(() => online.addPerson(who), made => {
			focusDrawn('[data-command="copy"]');
			return { made };
		});
	},
	'person-open': (el, e, id) => {
		setUi({ person: { id }, wrong: null });
		focusDrawn('#person');
	},
	'person-close': () => {
		focusDrawn(`[data-command="person-open"][data-id="${ui.person.id}"], [data-command="person-new"]`);
		setUi({ person: null, wrong: null });
	},
}));
