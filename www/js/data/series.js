// The dates of a series, as the service computes them.

import { addDays, fromDay, toDay } from './dates.js';
import { beginAgain, canonicalRule, dayOfWeek, monthDay, parseRule } from './rule.js';

/** @typedef {import('./rule.js').Rule} Rule */

const LAST_DAY = toDay('9999-12-31');
/** The Gregorian calendar repeats after so many days. */
const CYCLE = 146097;

/** The first day of a month; month 13 is the next January.
 * @param {number} y @param {number} m 1 to 12 */
const firstOf = (y, m) => Date.UTC(y, m - 1, 1) / 86400000;

/** Returns the days of a month that a rule names, in order; without days in the rule,
 * the series' own day of the month.
 * @param {Rule} r @param {number} y @param {number} m @param {number} own */
function daysOfMonth(r, y, m, own) {
	const first = firstOf(y, m), n = firstOf(y, m + 1) - first;
	const numbers = r.byMonthDay.length || r.byDay.length ? r.byMonthDay : [own];
	const out = [];

	for (let d = 1; d <= n; d++) {
		const week = dayOfWeek(first + d - 1);
		if (numbers.length && !numbers.includes(d) && !numbers.includes(d - n - 1))
			continue;
		if (!r.byDay.length || r.byDay.some(x => x.day === week && (!x.n ||
		    x.n === Math.ceil(d / 7) || x.n === -Math.ceil((n - d + 1) / 7))))
			out.push(first + d - 1);
	}
	return out;
}

/** Returns those of the days of a period that BYSETPOS names.
 * @param {Rule} r @param {number[]} days */
const atPositions = (r, days) => !r.bySetPos.length ? days : days.filter((_, i) =>
	r.bySetPos.includes(i + 1) || r.bySetPos.includes(i - days.length));

/** @param {number} day */
const yearOf = day => +fromDay(day).slice(0, 4);
/** @param {number} day */
const monthOf = day => yearOf(day) * 12 + +fromDay(day).slice(5, 7) - 1;
/** @param {Rule} r @param {number} day */
const weekOf = (r, day) => day - (dayOfWeek(day) - r.wkst + 7) % 7;
/** @param {Rule} r @param {number} day */
const isInMonths = (r, day) => !r.byMonth.length ||
	r.byMonth.includes(+fromDay(day).slice(5, 7));

/** Whether a daily rule names a day.
 * @param {Rule} r @param {number} day */
const isNamed = (r, day) => isInMonths(r, day) && (!r.byMonthDay.length &&
	!r.byDay.length || daysOfMonth(r, yearOf(day), monthOf(day) % 12 + 1, 0)
	.includes(day));

/** By FREQ: the fewest days of a period; the number of the period with a day, counted in
 * intervals from that of the start; and the days that a rule names in a period.
 * @type {Record<string, {least: number,
 *   at: (r: Rule, start: number, day: number) => number,
 *   days: (r: Rule, start: number, k: number) => number[]}>} */
const PERIODS = {
	DAILY: {
		least: 1,
		at: (r, start, day) => Math.ceil((day - start) / r.interval),
		days: (r, start, k) => [start + k * r.interval].filter(d => isNamed(r, d)),
	},
	WEEKLY: {
		least: 7,
		at: (r, start, day) => Math.floor((day - weekOf(r, start)) / 7 / r.interval),
		days: (r, start, k) => {
			const week = weekOf(r, start) + 7 * k * r.interval;
			const named = r.byDay.length ? r.byDay.map(d => d.day) : [dayOfWeek(start)];
			return [0, 1, 2, 3, 4, 5, 6].map(d => week + d).filter(d =>
			    named.includes(dayOfWeek(d)) && isInMonths(r, d));
		},
	},
	MONTHLY: {
		least: 28,
		at: (r, start, day) => Math.floor((monthOf(day) - monthOf(start)) / r.interval),
		days: (r, start, k) => {
			const at = monthOf(start) + k * r.interval, m = at % 12 + 1;
			return r.byMonth.length && !r.byMonth.includes(m) ? [] : atPositions(r,
				daysOfMonth(r, Math.floor(at / 12), m, monthDay(fromDay(start))));
		},
	},
	YEARLY: {
		least: 365,
		at: (r, start, day) => Math.floor((yearOf(day) - yearOf(start)) / r.interval),
		days: (r, start, k) => {
			const own = monthOf(start) % 12 + 1;
			const months = r.byMonth.length ? r.byMonth :
				r.byMonthDay.length || r.byDay.length ? ALL_MONTHS : [own];
			return atPositions(r, months.flatMap(m => daysOfMonth(r,
			    yearOf(start) + k * r.interval, m, monthDay(fromDay(start)))));
		},
	},
};

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Returns the first day of a series after its start and on or after a day, COUNT and
 * UNTIL aside; null: none before the year 10000.
 * @param {Rule} r @param {number} start @param {number} from */
function firstDay(r, start, from) {
	const { at, days, least } = PERIODS[r.freq];
	const first = Math.max(0, at(r, start, from));

	for (let k = first; k - first <= CYCLE / least &&
	    start + (k - 1) * r.interval * least <= LAST_DAY; k++) {
		const found = days(r, start, k).find(d => d >= from && d > start);
		if (found !== undefined)
			return found <= LAST_DAY ? found : null;
	}
	return null;
}

/** Returns the first date of a series after its start and not before another date; null:
 * none, or none before UNTIL.
 * @param {Rule} r @param {string} start @param {string} from */
export function firstDate(r, start, from) {
	const day = firstDay(r, toDay(start), toDay(from)), date = day && fromDay(day);

	return date && (!r.until || date <= r.until) ? date : null;
}

/** Returns the first dates of a series, of which its start is the first.
 * @param {Rule} r @param {string} start @param {number} n at most so many
 * @returns {string[]} */
export function datesOf(r, start, n) {
	const out = [start], most = Math.min(n, r.count ?? n);

	while (out.length < most) {
		const next = firstDate(r, start, addDays(/** @type {string} */ (out.at(-1)), 1));
		if (!next)
			break;
		out.push(next);
	}
	return out;
}

/** Returns the due date and the rule of the task that follows a completed one; null if
 * the series ends.  COUNT is less by each date that has passed.
 * @param {string} text the rule @param {string} due @param {string} today
 * @param {string} [from] recurrenceFrom
 * @returns {{dueDate: string, recurrenceRule: string} | null} */
export function following(text, due, today, from = 'due') {
	const again = from === 'completion', start = again ? today : due;
	const sent = parseRule(text), r = sent && again ? beginAgain(sent, today) : sent;
	const dueDate = r && firstDate(r, start, addDays(start, 1) > today ?
		addDays(start, 1) : today);

	if (!dueDate)
		return null;
	const passed = !r.count ? 0 : again ? 1 :
		datesOf({ ...r, count: null, until: dueDate }, start, r.count + 1).length - 1;
	if (r.count && passed >= r.count)
		return null;
	return { dueDate, recurrenceRule: canonicalRule({ ...r, count: r.count &&
		r.count - passed }, dueDate) };
}
