// Makes the forms that are read at the end of a line from the words of a language.

import { addDays, addMonths, isDate, nextWeek, nextWeekday } from
	'../data/dates.js';
import { foldCase } from '../text/fold-case.js';
import { clock, dayMonth } from './when.js';

/** @typedef {import('./parse.js').Context} Context
 * @typedef {import('./parse.js').Reading} Reading
 * @typedef {[RegExp, (m: RegExpMatchArray, c: Context) => Reading | null]} Form
 * @typedef {{forms: Form[], not: RegExp | null}} Table
 * @typedef {object} Words all folded: no case, no accents; parts of patterns
 * @property {string} lang
 * @property {string} today @property {string} tomorrow
 * @property {string} [after] the day after tomorrow
 * @property {string} on what can precede a weekday
 * @property {string} onDate what can precede a date
 * @property {string} [behind] what can follow a weekday: next
 * @property {string} [of] between day and month @property {string} [th] after the day
 * @property {string} amount in N …, with (\d+|one) as its group 1 and unit as 2
 * @property {string} one @property {[string, string, string]} units day, week, month
 * @property {string} nextWeek @property {string} nextMonth
 * @property {string} at before a time @property {string} noon @property {string} [hour]
 * what follows a bare hour; with group 1 the hour, 2 the minutes
 * @property {boolean} [half] am and pm
 * @property {[string, string][]} every pattern, repeat
 * @property {string} everyDay before a weekday: weekly
 * @property {string[]} [never] short names that are words
 * @property {string[]} [also] more names, "0 name": the weekday's number
 * @property {string} [not] pattern of the word before and the first word of a form that is not read */

/** @param {string} lang @param {Intl.DateTimeFormatOptions} o
 * @param {string} part @param {number[]} at */
function intlNames(lang, o, part, at) {
	const f = new Intl.DateTimeFormat(lang, { ...o, timeZone: 'UTC' });

	return at.map(ms => foldCase(f.formatToParts(ms).find(p =>
	    p.type === part)?.value ?? '').replace(/\.$/, ''));
}

const DAY = 86400000, SUNDAY = 3 * DAY;

/** Returns each name of a weekday with its number.
 * @param {Words} w @returns {Map<string, number>} */
function weekdayNames(w) {
	const at = [0, 1, 2, 3, 4, 5, 6].map(i => SUNDAY + i * DAY);
	/** @type {Map<string, number>} */
	const out = new Map();

	for (const style of /** @type {const} */ (['short', 'long']))
		intlNames(w.lang, { weekday: style }, 'weekday', at).forEach((n, i) => {
			out.set(n, i);
			out.set(n.replace(/-(feira|feria)$/, ''), i);
		});
	for (const n of w.never ?? [])
		out.delete(n);
	for (const n of w.also ?? [])
		out.set(n.slice(2), +n[0]);
	return out;
}

/** @param {Words} w @returns {Map<string, number>} */
function monthNames(w) {
	const at = [...Array(12).keys()].map(i => Date.UTC(2026, i, 15));
	/** @type {Map<string, number>} */
	const out = new Map();

	for (const style of /** @type {const} */ (['short', 'long']))
		for (const day of [undefined, /** @type {const} */ ('numeric')])
			intlNames(w.lang, { month: style, day }, 'month', at)
				.forEach((n, i) => out.set(n, i + 1));
	return out;
}

/** Returns a pattern of any of these names; a dot can follow.
 * @param {Map<string, number>} map */
const anyOf = map => '(' + [...map.keys()].sort((a, b) => b.length - a.length)
	.map(n => n.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') + ')\\.?';

/** @param {Words} w @returns {Table} */
export function table(w) {
	const days = weekdayNames(w), day = anyOf(days);
	const re = (/** @type {string} */ s) => new RegExp('^(?:' + s + ')$');
	const dotted = (/** @type {string} */ s) => days.get(s.replace(/\.$/, ''));

	return { not: w.not ? new RegExp(w.not) : null, forms: [
		[re(w.today), (_, c) => ({ date: c.today })],
		[re(w.tomorrow), (_, c) => ({ date: addDays(c.today, 1) })],
		[re(w.after ?? '(?!)'), (_, c) => ({ date: addDays(c.today, 2) })],
		[re(`(?:${w.on})?${day}(?:${w.behind ?? '(?!)'})?`), (m, c) =>
			({ date: nextWeekday(c.today, /** @type {number} */ (dotted(m[1]))) })],
		[re(w.nextWeek), (_, c) => ({ date: nextWeek(c.today, c.weekStart ?? 1) })],
		[re(w.nextMonth), (_, c) => ({ date: addMonths(c.today.slice(0, 8) + '01', 1) })],
		...w.every.map(([s, repeat]) => /** @type {Form} */ (
			[re(s), () => ({ repeat })])),
		[re(`(?:${w.everyDay})${day}`), m => ({ repeat: 'weekly',
			on: dotted(m[1]) })],
		...dates(w, re), ...times(w, re),
	] };
}

/** @param {Words} w @param {(s: string) => RegExp} re @returns {Form[]} */
function dates(w, re) {
	const ms = monthNames(w), month = anyOf(ms), on = `(?:${w.onDate})?`;
	const year = '(?: (\\d{4}))?', th = `(?:${w.th ?? '\\.'})?`;
	const of = `(?:${w.of ?? '(?!)'})?`;
	const n = (/** @type {string} */ s) => s ? +s : undefined;
	const number = (/** @type {string} */ s) => /^\d/.test(s) ? +s : 1;

	return [
		[re(on + '(\\d{4}-\\d\\d-\\d\\d)'), m => isDate(m[1]) ?
			{ date: m[1] } : null],
		[re(`${on}(\\d{1,2})${th} ${of}${month}${year}`), (m, c) =>
			asReading(dayMonth(+m[1], /** @type {number} */ (ms.get(m[2])), c, n(m[3])))],
		[re(w.lang === 'en' ? `${on}${month} (\\d{1,2})${th}${year}` : '(?!)'),
		    (m, c) => asReading(dayMonth(+m[2], /** @type {number} */ (ms.get(m[1])),
			c, n(m[3])))],
		[re(on + '(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d\\d)?'), (m, c) =>
			asReading(dayMonth(+m[1], +m[2], c, n(m[3])))],
		[re(on + '(?!24/7)(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d\\d))?'), (m, c) =>
			asReading(c.monthFirst ? dayMonth(+m[2], +m[1], c, n(m[3])) :
			    dayMonth(+m[1], +m[2], c, n(m[3])))],
		[re(w.amount), (m, c) => {
			const k = number(m[1]), unit = w.units.findIndex(u =>
			    new RegExp('^(?:' + u + ')$').test(m[2]));
			return k > 999 || unit < 0 ? null : { date: unit === 2 ?
			    addMonths(c.today, k) : addDays(c.today, unit ? 7 * k : k) };
		}],
	];
}

/** @param {string | null} date */
const asReading = date => date ? { date } : null;

/** @param {Words} w @param {(s: string) => RegExp} re @returns {Form[]} */
function times(w, re) {
	const at = `(?:${w.at})?`;
	const reading = (/** @type {string | null} */ time) => time ? { time } : null;

	return [
		[re(at + '(\\d{1,2}):(\\d\\d)' + (w.half ? ' ?([ap])\\.?m\\.?' : '(?!)')),
		    m => reading(clock(+m[1], +m[2], m[3]))],
		[re(at + '(\\d{1,2}):(\\d\\d)' + (w.lang === 'de' ? '(?: uhr)?' : '')),
		    m => reading(clock(+m[1], +m[2]))],
		[re(w.half ? at + '(\\d{1,2}) ?([ap])\\.?m\\.?' : '(?!)'),
		    m => reading(clock(+m[1], 0, m[2]))],
		[re(w.hour ? at + w.hour : '(?!)'), m => reading(clock(+m[1], +(m[2] ?? 0)))],
		[re(`(?:${w.at})(?:${w.noon})`), () => ({ time: '12:00' })],
		[re(w.noon), () => ({ time: '12:00', weak: true })],
	];
}
