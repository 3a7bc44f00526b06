// The picker of the repetition: the five words, a sentence to fill in, and the dates that
// follow from it.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { toDay } from '../data/dates.js';
import { canonicalRule, dayOfWeek, DAYS, FREQS, monthDay, parseRule, RECURRENCES, ruleOfWord,
	wordOfRule } from '../data/rule.js';
import { datesOf } from '../data/series.js';
import { assignable } from '../data/roles.js';
import { hasFeature, state, task } from '../data/state.js';
import { setUi, ui } from '../page/ui.js';
import { formatDate, startOfWeek } from '../text/format.js';
import { sayRule, weekdayName } from '../text/rule-words.js';
import { t } from '../text/words.js';
import { choice, pick } from './picker.js';
import { turns } from './turns.js';

/** @typedef {import('../data/types').Task} Task
 * @typedef {{unit: number, n: number, days: number[], place: number, day: number,
 *   weekday: number, from: string, ends: string, until: string, count: number}} Draft
 * what the sentence says; unit: in FREQS; place: which weekday of the month, 1 to 5 or -1;
 * 0: the day of the month; weekday: 7 is any working day
 */

const WORK_DAYS = 'MO,TU,WE,TH,FR', ANY_WORK_DAY = 7, SHOWN = 5;
const PLACES = [1, 2, 3, 4, 5, -1];

/** @param {Task | undefined} r */
const dueOf = r => r?.dueDate ?? state.today;

/** Returns the day of the month of a rule, also of one that takes the last of some.
 * @param {import('../data/rule.js').Rule} rule @param {number} day of the due date */
const dayOf = (rule, day) => rule.byMonthDay.at(-1) ?? day;

/** Returns the sentence for a task: its rule, or every week on its day.
 * @param {Task | undefined} r @returns {Draft} */
function draftOf(r) {
	const due = dueOf(r), week = dayOfWeek(toDay(due));
	const rule = r?.recurrenceRule ? parseRule(r.recurrenceRule) : null;
	const [first] = rule?.byDay ?? [], set = rule?.byDay.length === 5 && rule.bySetPos[0];
	const place = rule?.freq === 'MONTHLY' && first ? set || first.n : 0;

	return { unit: rule ? FREQS.indexOf(rule.freq) : 1, n: rule?.interval ?? 1,
		days: rule?.freq === 'WEEKLY' && rule.byDay.length ? rule.byDay.map(d => d.day) : [week],
		place, day: rule ? dayOf(rule, monthDay(due)) : monthDay(due),
		weekday: set ? ANY_WORK_DAY : place && first ? first.day : week,
		from: r?.recurrenceFrom ?? 'due', ends: rule?.until ? 'until' : rule?.count ? 'count' :
			'never', until: rule?.until ?? '', count: rule?.count ?? 10 };
}

/** Returns BYMONTHDAY for a day; a month that does not have it takes its last.
 * @param {number} day */
const monthDayPart = day => day > 28 ? `BYMONTHDAY=${[28, 29, 30, 31].filter(d => d <= day)
	};BYSETPOS=-1` : 'BYMONTHDAY=' + day;

/** What each unit adds to a rule.
 * @type {((d: Draft, due: string) => string)[]} */
const PARTS = [
	() => '',
	d => `;BYDAY=${d.days.map(x => DAYS[x])}`,
	d => ';' + (!d.place ? monthDayPart(d.day) : d.weekday === ANY_WORK_DAY ?
		`BYDAY=${WORK_DAYS};BYSETPOS=${d.place}` : `BYDAY=${d.place}${DAYS[d.weekday]}`),
	(d, due) => due.endsWith('-02-29') ? ';BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1' : '',
];

/** Returns the rule that the sentence says; null while it is not complete.
 * @param {Draft} d @param {string} due */
function ruleOf(d, due) {
	const end = d.ends === 'until' ? `;UNTIL=${d.until.replaceAll('-', '')}` :
		d.ends === 'count' ? `;COUNT=${d.count}` : '';
	const rule = parseRule(`FREQ=${FREQS[d.unit]};INTERVAL=${d.n}${PARTS[d.unit](d, due)}${end}`);

	return rule && !(rule.until && rule.until < due) ? canonicalRule(rule, due) : null;
}

/** @param {any} d the dialog @returns {Draft} */
const draft = d => d.draft ?? draftOf(task(d.ids[0]));

/** Draws a select whose choice is a field of the sentence.
 * @param {string} name @param {string} label @param {[any, string][]} all
 * @param {any} now */
const select = (name, label, all, now) => html`<select class="input" data-input="repeat"
	name=${name} aria-label=${label}>${all.map(([value, words]) => html`<option value=${value}
	.selected=${String(value) === String(now)}>${words}</option>`)}</select>`;

/** @param {string} name @param {string} label @param {number} value @param {number} most */
const number = (name, label, value, most) => html`<input class="input number" type="number"
	inputmode="numeric" data-input="repeat" name=${name} aria-label=${label} min="1" max=${most}
	.value=${String(value)}>`;

/** Draws the weekdays as circles, in the order of the user's week.
 * @param {Draft} d */
const weekdays = d => html`<div class="circles" role="group" aria-label=${t('repeat.weekdaysOf')}>${
	[0, 1, 2, 3, 4, 5, 6].map(i => (i + startOfWeek() + 6) % 7).map(i => html`<button type="button"
	data-command="repeat-day" data-id=${i} aria-pressed=${d.days.includes(i)} title=${
	weekdayName(i, 'long')}>${[...weekdayName(i, 'short')].slice(0, 2).join('')}</button>`)}</div>`;

/** Draws which day of the month: a number, or a weekday.
 * @param {Draft} d */
function monthDays(d) {
	const places = t('rule.places').split('|');
	const names = [0, 1, 2, 3, 4, 5, 6].map(i => /** @type {[any, string]} */ ([i,
		weekdayName(i, 'long')]));

	return html`<div class="part">${select('place', t('repeat.which'), [[0, t('repeat.onDay')],
		...PLACES.map((p, i) => /** @type {[any, string]} */ ([p, places[i]]))], d.place)}${d.place ?
		select('weekday', t('repeat.weekdaysOf'), [...names, [ANY_WORK_DAY, t('rule.workday')]],
		    d.weekday) : number('day', t('date'), d.day, 31)}</div>`;
}

/** Draws how the repetition ends.
 * @param {Draft} d */
const ending = d => html`<div class="part"><span class="grow">${t('repeat.ends')}</span>${
	select('ends', t('repeat.ends'), [['never', t('repeat.never')], ['until', t('repeat.until')],
	    ['count', t('repeat.count')]], d.ends)}${d.ends === 'until' ? html`<input class="input"
	type="date" data-input="repeat" name="until" aria-label=${t('date')} .value=${d.until}>` :
	d.ends === 'count' ? number('count', t('repeat.times'), d.count, 999) : nothing}</div>`;

/** Draws from which day the next date is counted.
 * @param {Draft} d */
const countedFrom = d => html`<div class="part"><span class="grow">${t('repeat.from')}</span><div
	class="either" role="group" aria-label=${t('repeat.from')}>${['due', 'completion'].map(from =>
	html`<button type="button" data-command="repeat-from" data-id=${from} aria-pressed=${d.from ===
	from}>${t('repeat.from.' + from)}</button>`)}</div></div>`;

/** Draws what the sentence means: the rule in words, and its first dates.
 * @param {Draft} d @param {string} due */
function preview(d, due) {
	const rule = ruleOf(d, due), parsed = rule && parseRule(rule);

	return parsed ? html`<div class="next-dates" role="status"><b>${sayRule(rule, d.from)}</b><ul
		aria-label=${t('repeat.next')}>${datesOf(parsed, due, SHOWN).map(x => html`<li>${
		formatDate(x)}</li>`)}</ul></div>` : nothing;
}

/** Draws the sentence.
 * @param {any} d the dialog @param {Task | undefined} r */
function sentence(d, r) {
	const x = draft(d), units = t('repeat.units', { n: x.n }).split('|');
	const people = r && hasFeature('rotation') ? assignable(r.listId) : [];

	return html`<form class="sentence" data-command="repeat-save"><div class="part"><b>${
		t('repeat.every').split('|')[x.unit]}</b>${number('n', t('repeat.number'), x.n, 999)}${
		select('unit', t('repeat.unit'), units.map((u, i) => [i, u]), x.unit)}</div>${
		x.unit === 1 ? weekdays(x) : x.unit === 2 ? monthDays(x) : nothing}${countedFrom(x)}${
		ending(x)}${people.length > 1 ? turns(people, d.turns ?? r?.rotation ?? []) : nothing}${
		preview(x, dueOf(r))}<hr><div class="picker-foot">${r?.recurrence || r?.recurrenceRule ?
		html`<button class="btn" type="button" data-command="repeat-clear">${t('repeat.clear')}</button>` :
		nothing}<button class="btn main" ?disabled=${!ruleOf(x, dueOf(r))}>${t('save')}</button></div></form>`;
}

/** @param {any} d */
function repeat(d) {
	const r = task(d.ids[0]), word = r?.recurrenceRule ? wordOfRule(r.recurrenceRule) : r?.recurrence;
	const words = RECURRENCES.map(w => choice('repeat-set', w, sayRule(ruleOfWord(w, '2000-01-01')),
		{ on: word === w }));

	return { title: t('repeat'), cls: 'picker repeats', body: html`<div class="five">${words}</div>${
		hasFeature('rules') ? html`<hr>${sentence(d, r)}` : r?.recurrence ? html`<hr><div
		class="picker-foot"><button class="btn" type="button" data-command="repeat-clear">${
		t('repeat.clear')}</button></div>` : nothing}` };
}

/** Changes the sentence.
 * @param {Partial<Draft>} change */
const setDraft = change => setUi({ dialog: { ...ui.dialog,
	draft: { ...draft(ui.dialog), ...change } } });

/** @param {number} day */
function toggleDay(day) {
	const { days } = draft(ui.dialog), rest = days.filter(d => d !== day);

	setDraft({ days: rest.length < days.length ? rest.length ? rest : days :
		[...days, day].sort() });
}

/** Sets what the sentence says, and who takes turns. */
function save() {
	const r = task(ui.dialog.ids[0]), x = draft(ui.dialog), rule = ruleOf(x, dueOf(r));
	const people = ui.dialog.turns;

	if (rule)
		pick({ recurrenceRule: rule, recurrenceFrom: x.from, ...people ?
			{ rotation: people.length > 1 ? people : null } : {} });
}

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	'repeat-set': (el, e, id) => pick({ recurrence: id }),
	'repeat-day': (el, e, id) => toggleDay(+id),
	'repeat-from': (el, e, id) => setDraft({ from: id }),
	'repeat-save': () => save(),
}));

/** Takes over a field of the sentence; what is not a number is ignored.
 * @param {any} el */
function onField({ name, value, type }) {
	const n = type === 'number' || ['unit', 'place', 'weekday'].includes(name) ? +value : value;

	if (type === 'number' ? Number.isInteger(n) && n > 0 && n < 1000 : value)
		setDraft({ [name]: n, ...name === 'ends' && value === 'until' && !draft(ui.dialog).until ?
			{ until: dueOf(task(ui.dialog.ids[0])) } : {} });
}

document.getElementById('app')?.addEventListener('input', e => {
	const el = /** @type {any} */ (e.target);
	if (el.dataset.input === 'repeat')
		onField(el);
});

export const dialogs = { repeat };
