// The pickers of the due date and of the reminder.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { parseContext, putWords } from '../commands/quick-add.js';
import { toastLastChange } from '../commands/rows.js';
import { addDays, nextWeekday, toInstant, wallClock } from '../data/dates.js';
import { hasFeature, state, task, zone } from '../data/state.js';
import { setTask } from '../mutations/tasks.js';
import { icon } from '../page/elements.js';
import { closeDialog, openDialog, setUi, ui } from '../page/ui.js';
import { parseWhen } from '../quickadd/parse.js';
import { dateChoices, formatClock, formatDay, formatRowDay, formatShortDay, fromLocalInput,
	toLocalInput } from '../text/format.js';
import { sayRepetition, sayRule } from '../text/rule-words.js';
import { t } from '../text/words.js';
import { offerNotifications } from './commands.js';
import { dayGrid } from './day-grid.js';
import { choice, field, filter, highlight, pick, typed } from './picker.js';

/** @typedef {import('../data/types').Quick} Quick */

const MORNING = '09:00', EVENING = '19:00';

/** Reads what was typed as a date, a time or a repetition.
 * @param {any} d @returns {Quick | null} */
const reading = d => parseWhen(d.text ?? '', { ...parseContext(), refused: [] });

/** Draws what was read, or what could not be.
 * @param {any} d @param {string} command */
function read(d, command) {
	const q = reading(d);

	if (!q)
		return typed(d) ? html`<p class="hint">${t('quick.notRead', { text: d.text })}</p>` : nothing;
	const words = [formatDay(q.dueDate ?? ''), q.reminderTime && formatClock(q.reminderTime),
		q.recurrenceRule && sayRule(q.recurrenceRule, q.recurrenceFrom)].filter(Boolean);
	return choice(command, '', words.join(' · '), { pic: icon('calendar'), cls: 'read' });
}

/** Draws dates or times as choices: those whose words have what was typed; without any,
 * what was read of it.
 * @param {any} d @param {[string, string, string][]} all name, value, short form
 * @param {string} command @param {string | null | undefined} now @param {string} [cls] */
function choices(d, all, command, now, cls = '') {
	const text = typed(d), some = filter(all, c => c[0], text);

	return html`<div class="choices ${cls}">${some.length && text || !text ? nothing :
		read(d, command)}${some.map(([words, value, end]) => choice(command, value,
		highlight(words, text), { end, cls: value === now ? 'now' : '' }))}</div>`;
}

/** Returns the days to which a task that has one can be postponed.
 * @param {string | null | undefined} date @returns {[string, string][]} */
function laterThan(date) {
	const from = date && date > state.today ? date : state.today;

	return date ? [['due.dayLater', addDays(from, 1)], ['due.weekLater', addDays(from, 7)]] : [];
}

/** Says how all these tasks repeat; '' if they do not, or differ.
 * @param {string[]} ids */
function repetitionOf(ids) {
	const all = new Set(ids.map(task).map(r => r ? sayRepetition(r) : ''));

	return all.size === 1 ? [...all][0] : '';
}

/** @param {any} d */
function due(d) {
	const r = task(d.ids[0]), rule = repetitionOf(d.ids);
	const now = d.line ? ui.quick.reading?.dueDate : r?.dueDate;
	const near = dateChoices(), later = d.ids.length === 1 ? laterThan(r?.dueDate) : [];
	const days = /** @type {[string, string, string][]} */ ([...near, ...later.filter(([, date]) =>
		!near.some(n => n[1] === date))].map(([key, date]) => [t(key), date,
		(date < addDays(state.today, 7) ? formatShortDay : formatRowDay)(date)]));

	return { title: t('due'), cls: 'picker', body: html`${field(d, t('date'), t('pick.date'))}
		${choices(d, days, 'due-set', now, 'quick-days')}${typed(d) ? nothing : html`<hr>
		${dayGrid(d, now)}`}${d.line ? nothing : html`<hr><div class="picker-foot">${hasFeature('due-times') ?
		html`<label class="time ${r?.dueTime ? 'on' : ''}">${icon('clock')}<span
		class="hush">${t('time')}</span><input type="time" data-input="due-time"
		.value=${d.time ?? r?.dueTime ?? ''}></label>` : nothing}<button class="btn ${rule ? 'on' : ''}"
		type="button" data-command="due-repeat">${icon('repeat')}<span>${rule ?
		html`<span class="hush">${t('repeat')}: </span>${rule}` : t('repeat')}</span></button>${
		r?.dueDate ? html`<button class="btn" type="button" data-command="due-clear">${
		t('due.none')}</button>` : nothing}</div>`}` };
}

/** Returns the times that the reminder picker offers: name, local time, short form.
 * @param {import('../data/types').Task | undefined} r
 * @returns {[string, string, string][]} */
function reminderChoices(r) {
	const [today, clock] = wallClock(Date.now(), zone());
	const tomorrow = addDays(today, 1), later = wallClock(Date.now() + 2 * 36e5, zone());
	const due = r?.dueDate && `${r.dueDate}T${r.dueTime ?? MORNING}`;
	/** @type {[string, string][]} */
	const all = [['remind.hours', later.slice(0, 2).join('T')],
		...clock < EVENING ? /** @type {[string, string][]} */ ([['remind.evening',
			`${today}T${EVENING}`]]) : [],
		['remind.tomorrow', `${tomorrow}T${MORNING}`],
		['remind.monday', `${nextWeekday(today, 1)}T${MORNING}`]];

	if (due && due > `${today}T${clock}`)
		all.unshift(['remind.due', due]);
	return all.map(([key, at]) => [t(key), at, `${formatShortDay(at)} ${
		formatClock(at.slice(11))}`]);
}

/** @param {any} d */
function remind(d) {
	const r = task(d.ids[0]), now = r?.reminderAt && toLocalInput(r.reminderAt);

	return { title: t('remind'), cls: 'picker', body: html`${field(d, t('remind'), t('pick.date'))}
		${choices(d, reminderChoices(r), 'remind-set', now)}<hr>
		<form class="picker-foot" data-command="remind-form"><label class="at"><span class="hush">${
		t('dateTime')}</span><input class="input" type="datetime-local" name="at" id="remind"
		.value=${now ?? ''}></label><button class="btn">${t('save')}</button></form>${
		r?.reminderAt ? html`<div class="choices">${choice('remind-clear', '',
		t('reminder.clear'), { pic: icon('close'), cls: 'bad' })}</div>` : nothing}` };
}

/** Returns the fields that a reading changes.  A date alone leaves the time as it is.
 * @param {Quick} q */
function fieldsOf(q) {
	const time = q.reminderTime && { reminderAt: toInstant(q.dueDate ?? '', q.reminderTime,
		zone()), ...hasFeature('due-times') ? { dueTime: q.reminderTime, dueZone: null } : {} };

	return { dueDate: q.dueDate, ...time || {}, ...q.recurrenceRule ? hasFeature('rules') ?
		{ recurrenceRule: q.recurrenceRule, recurrenceFrom: q.recurrenceFrom } :
		{ recurrence: q.recurrence } : {} };
}

/** @param {Quick} q */
const kindsOf = q => q.spans.map(m => m.kind);

/** Closes the picker, and puts what was chosen into the line that adds.
 * @param {string} words @param {string[]} kinds that they replace */
function intoLine(words, kinds) {
	closeDialog();
	putWords(words.trim(), kinds);
}

/** Sets a date that was chosen, or what was typed.
 * @param {string} date empty: what was typed */
function setDue(date) {
	const q = date ? null : reading(ui.dialog);

	if (ui.dialog.line && (date || q))
		return intoLine(date || ui.dialog.text, q ? kindsOf(q) : ['date']);
	applyTime();
	if (date || q)
		pick(q ? fieldsOf(q) : { dueDate: date });
}

/** @param {string} at local; empty: what was typed */
function setReminder(at) {
	const q = at ? null : reading(ui.dialog);
	const when = q ? `${q.dueDate}T${q.reminderTime ?? MORNING}` : at;

	if (!when)
		return;
	if (ui.dialog.line)
		return intoLine(q ? ui.dialog.text : when.replace('T', ' '), ['date', 'time']);
	pick({ reminderAt: fromLocalInput(when) });
	offerNotifications();
}

/** Sets the time of day, once its field is left. */
function applyTime() {
	const { time, ids } = ui.dialog ?? {};

	if (time === undefined)
		return;
	delete ui.dialog.time;
	setTask(ids, { dueTime: time || null, dueZone: null });
	toastLastChange();
}

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	'due-set': (el, e, id) => setDue(id),
	'due-repeat': () => { applyTime(); openDialog('repeat', { ids: ui.dialog.ids }); },
	'remind-set': (el, e, id) => setReminder(id),
	'remind-form': el => { const v = el.elements.at.value;
		if (v) setReminder(v); else pick({ reminderAt: null }); },
}));

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const isTime = (/** @type {Event} */ e) => /** @type {HTMLElement} */ (e.target)
    .dataset?.input === 'due-time';

root.addEventListener('change', e => isTime(e) && setUi({ dialog: { ...ui.dialog,
	time: /** @type {HTMLInputElement} */ (e.target).value } }));
root.addEventListener('focusout', e => isTime(e) && applyTime());
root.addEventListener('keydown', e => {
	if (isTime(e) && e.key === 'Enter') {
		e.preventDefault();
		applyTime();
		closeDialog();
	}
});

export const dialogs = { due, remind };
