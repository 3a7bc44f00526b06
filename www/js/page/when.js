// Draws at the end of a row when the task is due, and when it reminds.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import * as dates from '../data/dates.js';
import { state, zone } from '../data/state.js';
import { formatDueTime, formatRowDay, formatTime } from '../text/format.js';
import { t } from '../text/words.js';
import { icon } from './elements.js';

/** @param {string | null} date @param {boolean} [done] */
export const dueClass = (date, done) => !date || done ? '' :
	date < state.today ? 'late' : date === state.today ? 'today' : '';

/** Draws a day and a time.  Without a day, an icon says what the time is of.
 * @param {string} label @param {string} cls @param {string} pic @param {string} day
 * @param {string} time */
const moment = (label, cls, pic, day, time) => html`<span class="when ${cls}">${
	pic ? icon(pic) : nothing}<span class="hush">${label}</span>${day} ${time}</span>`;

/** @param {import('../data/types').Task} r
 * @param {string} [day] what is not said again: the day that the screen is of */
export function when(r, day) {
	const at = r.done ? null : r.reminderAt, due = r.dueDate, dueTime = formatDueTime(r);
	const on = at && dates.wallClock(at, zone())[0], time = at ? formatTime(at) : '';
	const together = on && (!due || on === due && (!dueTime || dueTime === time));
	const name = (/** @type {string} */ d) => d === day ? '' : formatRowDay(d);
	const dueDay = due ? name(due) : '', repeats = r.recurrence || r.recurrenceRule;
	const dueAt = dueTime || (together ? time : '');

	return html`${due && (dueDay || repeats || dueAt) ? moment(t(repeats ? 'repeats' : 'due'),
		dueClass(due, r.done), repeats ? 'repeat' : dueDay || dueTime ? '' : 'bell', dueDay,
		dueAt) : nothing}${on && !due ? moment(t('reminder'), dueClass(on), 'bell',
		on === state.today ? '' : name(on), time) : nothing}`;
}
