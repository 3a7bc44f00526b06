// Draws the small month: a dot where tasks are due, a bar where many are.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { addDays, addMonths, weekday } from '../data/dates.js';
import { state } from '../data/state.js';
import { roundButton } from '../page/elements.js';
import { dueByDay, screen } from '../page/screen.js';
import { closeDialog, focusTask, navigate, setUi, ui } from '../page/ui.js';
import { formatDate, monthName, startOfWeek, weekdayShort } from '../text/format.js';
import { t } from '../text/words.js';

const MANY = 4;

/** Draws a day of a month.
 * @param {string} date @param {string} month */
function day(date, month) {
	const n = dueByDay().get(date)?.length ?? 0;
	const cls = (date < state.today || date.slice(0, 7) !== month ? 'off ' : '') +
		(date === state.today ? 'today ' : '') + (n >= MANY ? 'many' : n ? 'some' : '');

	return html`<button type="button" class=${cls} data-command="day-go" data-id=${date}
		aria-label=${t('month.tasks', { day: formatDate(date), n })}>${+date.slice(8)}</button>`;
}

/** Draws six weeks, from the one of the month's first day on. */
export function smallMonth() {
	const first = (ui.month ?? state.route.id ?? state.today).slice(0, 8) + '01';
	const from = addDays(first, -((weekday(first) - startOfWeek() + 7) % 7));

	return html`<div class="calendar"><div class="of-month"><h2>${monthName(first, true)}</h2>${
		roundButton('left', t('view.earlier'), 'month-by', '-1')}${
		roundButton('right', t('view.later'), 'month-by', '1')}</div><div class="grid">${
		[0, 1, 2, 3, 4, 5, 6].map(i => html`<abbr>${weekdayShort(addDays(from, i), 'narrow')}</abbr>`)}${
		Array.from({ length: 42 }, (_, i) => day(addDays(from, i), first.slice(0, 7)))}</div></div>`;
}

/** Goes to the first row that is due on a day or later.
 * @param {string} date */
function goToDay(date) {
	closeDialog();
	if (state.route.name !== 'planned')
		return navigate({ name: state.route.name, id: date });
	const s = screen()?.sections.find(x => x.rows.some(r => (r.dueDate ?? '') >= date));

	document.getElementById('d' + s?.day)?.scrollIntoView();
	focusTask(s?.rows.find(r => (r.dueDate ?? '') >= date)?.id ?? null);
}

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	'month-by': (el, e, id) => setUi({ month: addMonths((ui.month ?? state.route.id ??
		state.today).slice(0, 8) + '01', +id) }),
	'day-go': (el, e, id) => goToDay(id),
}));

export const dialogs = { jump: () => ({ title: t('view.jump'), cls: 'menu-pop', body: smallMonth() }) };
