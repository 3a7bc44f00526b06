// Draws the pickers of date, reminder, repetition, list, tags and person.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import * as dates from '../data/dates.js';
import { TAG_NAME } from '../data/limits.js';
import { listsInOrder, me, members, tags, tagsOf, task, zone } from
	'../data/state.js';
import { listIcon, listTint } from '../page/elements.js';
import { dateChoices, formatShortDay, formatTime, fromLocalInput, toLocalInput }
	from '../text/format.js';
import { t } from '../text/words.js';
import { option } from './page-parts.js';

/** @param {string} command @param {string} words @param {string} value @param {string} small */
const chip = (command, words, value, small) => html`<button class="chip" type="button"
	data-act=${command} data-id=${value}>${words} <small aria-hidden="true">${small}</small></button>`;

/** @param {any} d */
function due(d) {
	const r = task(d.ids[0]);

	return { title: t('due'), body: html`<div class="pick">${dateChoices().map(([key, date]) =>
		chip('due-set', t(key), date, formatShortDay(date)))}</div>
		<form data-act="due-form"><label class="field"><span>${t('date')}</span><input
			class="input" type="date" id="due" name="date" .value=${r?.dueDate ?? ''}></label>
		<div class="acts">${r?.dueDate ? html`<button class="btn bad" type="button"
			data-act="due-clear">${t('due.clear')}</button>` : nothing}<button
			class="btn main">${t('save')}</button></div></form>` };
}

/** Returns the times that the reminder picker offers. */
function reminderChoices() {
	const [today, clock] = dates.wallClock(Date.now(), zone());
	const later = dates.laterToday(clock), monday = dates.nextWeekday(today, 1);

	return [...later ? [['remind.later', `${today}T${later}`]] : [],
		['remind.tomorrow', dates.addDays(today, 1) + 'T09:00'],
		['remind.monday', monday + 'T09:00']];
}

/** @param {any} d */
function remind(d) {
	const r = task(d.ids[0]);

	return { title: t('remind'), body: html`<div class="pick">${reminderChoices()
		.map(([key, at]) => chip('remind-set', t(key), at, `${formatShortDay(at)} ${
			formatTime(fromLocalInput(at))}`))}</div>
		<form data-act="remind-form"><label class="field"><span>${t('dateTime')}</span><input
			class="input" type="datetime-local" name="at" id="remind"
			.value=${r?.reminderAt ? toLocalInput(r.reminderAt) : ''}></label>
		<div class="acts">${r?.reminderAt ? html`<button class="btn bad" type="button"
			data-act="remind-clear">${t('reminder.clear')}</button>` : nothing}<button
			class="btn main">${t('save')}</button></div></form>` };
}

/** @param {any} d */
function repeat(d) {
	const now = task(d.ids[0])?.recurrence;

	return { title: t('repeat'), body: html`<div class="options">${['daily', 'weekdays',
		'weekly', 'monthly', 'yearly'].map(x => option('repeat-set', t('repeat.' + x),
		'repeat', { id: x, on: now === x }))}${now ? option('repeat-clear',
		t('repeat.clear'), 'close', { cls: 'bad' }) : nothing}</div>` };
}

/** @param {any} d */
function list(d) {
	const now = d.ids.length === 1 ? task(d.ids[0])?.listId : null;

	return { title: t('move.to'), body: html`<div class="options">${listsInOrder()
		.map(l => html`<button class="option" type="button" data-act="move-set"
		data-id=${l.id} aria-pressed=${l.id === now}><span class=${listTint(l.id)}>${listIcon(l.id)}</span><span
		dir="auto">${l.title}</span></button>`)}</div>` };
}

/** @param {any} d */
function tagPicker(d) {
	const sets = d.ids.map((/** @type {string} */ id) => tagsOf(id).map(g => g.id));
	const all = (/** @type {string} */ id) => sets.every(
		(/** @type {string[]} */ s) => s.includes(id));

	return { title: t('tags'), body: html`<div class="tags">${tags().map(g =>
		html`<button class="chip bare" dir="auto" type="button" data-act="tag-toggle"
		data-id=${g.name} aria-pressed=${all(g.id)}>#${g.name}</button>`)}</div>
		<form data-act="tag-new"><label class="field"><span>${t('tag.new')}</span><input
			class="input" type="text" name="name" maxlength=${TAG_NAME} autocomplete="off"
			autocapitalize="none"></label><div class="acts"><button
			class="btn main">${t('add')}</button></div></form>` };
}

/** @param {any} d */
function assign(d) {
	const r = task(d.ids[0]);

	return { title: t('assign'), body: html`<div class="options">${members(r?.listId ?? '')
		.map(m => option('assign-set', m.userId === me()?.id ?
		t('assign.me', { name: m.displayName }) : m.displayName, 'user',
		{ id: m.userId, on: r?.assigneeId === m.userId }))}${r?.assigneeId ?
		option('assign-clear', t('assign.clear'), 'close', { cls: 'bad' }) : nothing}</div>` };
}

/** Draws the question about pasted lines.
 * @param {any} d */
const paste = d => ({ title: t('paste.title', { n: d.lines.length }),
	body: html`<p class="dim">${t('paste.words', { n: d.lines.length })}</p>
	<div class="acts"><button class="btn" type="button" data-act="paste-one">${
	t('paste.one')}</button><button class="btn main" type="button"
	data-act="paste-all">${t('paste.all', { n: d.lines.length })}</button></div>` });

export const dialogs = { due, remind, repeat, list, tags: tagPicker, assign, paste };
