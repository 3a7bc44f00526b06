// Draws what is due or planned in a week or a month: a column or a cell for each day.

import { repeat } from '../../node_modules/lit-html/directives/repeat.js';
import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { moveToDay } from '../commands/rows.js';
import { addDays, addMonths, weekday, weekOfYear } from '../data/dates.js';
import { smart, state } from '../data/state.js';
import { icon, listTint, roundButton } from '../page/elements.js';
import { head } from '../page/head.js';
import { listView, toTodayButton } from '../page/list.js';
import { tickBox } from '../page/row.js';
import { screen, shownDays } from '../page/screen.js';
import { focusTask, navigate, openDialog, setUi, targetTasks, ui } from '../page/ui.js';
import { when } from '../page/when.js';
import { formatDays, formatLongDay, monthName, weekdayShort } from '../text/format.js';
import { t } from '../text/words.js';

/** @typedef {import('../page/screen.js').Section} Section
 * @typedef {import('../data/types').Task} Task */

const isMonth = () => state.route.name === 'month';
/** Whether seven columns would be too narrow; then the days are below each other. */
const isNarrow = () => (ui.width ?? innerWidth) < 760;
/** The day that the address names: its week or month is shown. */
const anchor = () => state.route.id ?? state.today;

/** Draws the line below the head: which days are shown, and how many tasks are late. */
function toolbar() {
	const [from] = shownDays(), late = smart('planned').filter(r =>
		/** @type {string} */ (r.dueDate) < state.today).length;
	/* ISO weeks begin on Monday.  The middle day's is that of most days shown. */
	const week = weekOfYear(addDays(from, 3));

	return html`<div class="span ${isNarrow() ? 'slim' : ''}">${roundButton('left', t('view.earlier'), 'days-by', '-1')}<button
		class="btn edge" type="button" data-command="days-today">${t('day.today')}</button>${
		roundButton('right', t('view.later'), 'days-by', '1')}<h2><button type="button"
		data-command="days-jump" title=${t('view.jump')}>${isMonth() ? monthName(anchor(), true) :
		formatDays(from, addDays(from, 6))}</button></h2><small>${isMonth() ? nothing :
		t('view.number', { week })}</small>${late ? html`<span
		class="late">${icon('warn')}${t('planned.lateN', { n: late })}</span>${
		toTodayButton()}` : nothing}</div>`;
}

/** Draws a task as a card of a day.
 * @param {Task} r @param {boolean} first whether Tab reaches it */
function card(r, first) {
	const on = state.route.task === r.id || ui.selected.has(r.id);

	return html`<div class="card ${listTint(r.listId)}${on ? ' on' : ''}${r.done ? ' done' : ''}${
		ui.retained.has(r.id) ? ' leaving' : ''}" role="row" data-row=${r.id} data-command="row"
		data-id=${r.id} aria-selected=${on} aria-labelledby="r${r.id}" tabindex=${first ? 0 : -1}>
		<div role="gridcell">${tickBox(r)}</div><div role="gridcell" id="r${r.id}"><span
		class="title" dir="auto">${r.title}</span>${when(r, r.dueDate ?? state.today)}</div></div>`;
}

/** Draws a day.
 * @param {Section} s @param {string | undefined} first the task that Tab reaches */
function column(s, first) {
	const day = s.day ?? '', off = [0, 6].includes(weekday(day)) ? 'weekend ' : '';
	const cls = off + (day === state.today ? 'today ' : '') + (isMonth() &&
		day.slice(0, 7) !== anchor().slice(0, 7) ? 'off' : '');

	return html`<section class=${cls} data-drop="day/${day}"><h2 aria-label=${
		formatLongDay(day)}><span class="num">${+day.slice(8)}</span><span>${isMonth() ? '' :
		weekdayShort(day)}</span><span class="n">${s.n || nothing}</span></h2>${s.rows.length ?
		html`<div class="cards" role="grid" aria-label=${formatLongDay(day)}>${repeat(s.rows,
		r => r.id, r => card(r, first === r.id))}</div>` : nothing}${s.rest ?
		html`<a class="rest" href="#/week/${day}">${t('more', { n: s.rest })}</a>` : nothing}</section>`;
}

/** Draws the week or the month.
 * @returns {any} */
export function days() {
	const s = /** @type {import('../page/screen.js').Screen} */ (screen());
	const rows = s.sections.flatMap(x => x.rows);
	const first = rows.some(r => r.id === ui.focus) ? ui.focus : rows[0]?.id;

	return isNarrow() ? listView({ ...s, sections: s.sections.filter(x => !isMonth() ||
		x.rows.length) }, toolbar()) : html`<div class="column days">
		<div class="top">${head(s)}${toolbar()}</div><div class="board ${state.route.name}">${
		isMonth() ? s.sections.slice(0, 7).map(x => html`<abbr>${
		weekdayShort(x.day ?? '')}</abbr>`) : nothing}${
		s.sections.map(x => column(x, first))}</div></div>`;
}

/** Shows an earlier or later week or month.
 * @param {number} by */
function show(by) {
	navigate({ name: state.route.name, id: isMonth() ? addMonths(anchor().slice(0, 8) + '01',
		by) : addDays(anchor(), 7 * by) });
	return screen()?.sections ?? [];
}

/** Shows today, and moves the focus to its first task. */
function showToday() {
	navigate({ name: state.route.name });
	setUi({ toDay: isNarrow() });
	focusTask(screen()?.sections.find(s => s.day === state.today)?.rows[0]?.id ?? null);
}

/** Moves the focus to the nearest day with tasks, also of the week before or after.
 * @param {number} by */
function focusDay(by) {
	const all = screen()?.sections ?? [];
	const at = all.findIndex(s => s.rows.some(r => r.id === ui.focus));
	const row = Math.max(0, all[at]?.rows.findIndex(r => r.id === ui.focus) ?? 0);
	const next = (/** @type {Section[]} */ some) => (by > 0 ? some : some.toReversed())
		.find(s => s.rows.length);
	const to = next(by > 0 ? all.slice(at + 1) : all.slice(0, Math.max(0, at))) ?? next(show(by));

	focusTask(to?.rows[Math.min(row, to.rows.length - 1)].id ?? null);
}

/** Moves tasks to the day before or after, and shows it.
 * @param {number} by */
function moveByDay(by) {
	const some = targetTasks(), from = screen()?.sections.find(s => s.rows.some(r =>
		r.id === some[0]))?.day;

	if (!from)
		return;
	const to = addDays(from, by), [first, n] = shownDays();
	if (!moveToDay(some, to))
		return;
	if (to < first || to >= addDays(first, n))
		show(by);
	focusTask(some[0]);
}

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	'days-by': (el, e, id) => { show(+id); },
	'days-today': () => showToday(),
	'days-jump': el => { setUi({ month: null });
		openDialog('jump', { at: el.getBoundingClientRect() }); },
	'days-key': (el, e, key) => {
		const by = key.endsWith('Right') === (getComputedStyle(document.body).direction === 'ltr') ?
			1 : -1;
		return e.shiftKey ? moveByDay(by) : focusDay(by);
	},
}));
