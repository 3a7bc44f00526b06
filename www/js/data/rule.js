// The text of recurrence rules: a subset of RFC 5545 (3.3.10).

import { isDate, toDay } from './dates.js';

/** @typedef {{freq: string, interval: number, byMonth: number[], byMonthDay: number[],
 *   byDay: {n: number, day: number}[], bySetPos: number[], wkst: number,
 *   count: number | null, until: string | null}} Rule
 * A day is 0 for Monday to 6; n is 0, or which of these days in its month. */

export const FREQS = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const MAX_BYTES = 200;
const LAST_WEEK = '28,29,30,31';

/** The five rules that have a word.
 * @type {Record<string, string>} */
const WORDS = {
	daily: 'FREQ=DAILY', weekly: 'FREQ=WEEKLY',
	weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
	monthly: 'FREQ=MONTHLY', yearly: 'FREQ=YEARLY',
};
export const RECURRENCES = Object.keys(WORDS);
const CLAMPED_YEAR = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1';

/** Returns a weekday, 0 for Monday.
 * @param {number} day since 1970-01-01 */
export const dayOfWeek = day => ((day + 3) % 7 + 7) % 7;

/** @param {string} due */
export const monthDay = due => +due.slice(8);

/** Returns the rule of a word for a due date.
 * @param {string} word @param {string} due */
export function ruleOfWord(word, due) {
	const last = monthDay(due);

	if (word === 'monthly' && last > 28)
		return `FREQ=MONTHLY;BYMONTHDAY=${LAST_WEEK.slice(0, (last - 27) * 3 - 1)};BYSETPOS=-1`;
	return word === 'yearly' && due.endsWith('-02-29') ? CLAMPED_YEAR : WORDS[word];
}

/** Returns the word for a rule in canonical form, whatever the due date; else null.
 * @param {string | null | undefined} rule */
export function wordOfRule(rule) {
	if (rule === CLAMPED_YEAR)
		return 'yearly';
	if (/^FREQ=MONTHLY;BYMONTHDAY=28,29(,30(,31)?)?;BYSETPOS=-1$/.test(rule ?? ''))
		return 'monthly';
	return RECURRENCES.find(w => WORDS[w] === rule) ?? null;
}

/** Reads a list of numbers, each between 1 and most or, if they can count from the end,
 * their negatives.
 * @param {string} text @param {number} most @param {boolean} negative
 * @returns {number[] | null} in order, each once */
function readNumbers(text, most, negative) {
	const some = text.split(',').map(s => /^[+-]?\d{1,3}$/.test(s) ? +s : 0);

	if (some.some(n => n === 0 || Math.abs(n) > most || n < 0 && !negative))
		return null;
	return [...new Set(some)].sort(byPlace);
}

/** From the first to the last, then those that count from the end.
 * @param {number} a @param {number} b */
const byPlace = (a, b) => +(a < 0) - +(b < 0) || a - b;

/** @param {string} text @returns {Rule['byDay'] | null} */
function readDays(text) {
	const out = new Map();

	for (const s of text.split(',')) {
		const m = /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(s);
		if (!m)
			return null;
		const d = { n: +(m[1] ?? 0), day: DAYS.indexOf(m[2]) };
		out.set(d.n + m[2], d);
	}
	return [...out.values()].sort((a, b) => byPlace(a.n, b.n) || a.day - b.day);
}

/** @param {string} text */
function readUntil(text) {
	const m = /^(\d{4})(\d\d)(\d\d)(T([01]\d|2[0-3])([0-5]\d){2}Z?)?$/.exec(text);
	const date = m ? `${m[1]}-${m[2]}-${m[3]}` : '';

	return isDate(date) ? date : null;
}

/** @param {string} text */
const readCount = text => /^\d{1,3}$/.test(text) && +text > 0 ? +text : null;
/** @param {string[]} words */
const oneOf = words => (/** @type {string} */ s) => words.includes(s) ? s : null;

/** How the value of each part is read.
 * @type {Record<string, [keyof Rule, (text: string) => any]>} */
const PARTS = {
	FREQ: ['freq', oneOf(FREQS)],
	INTERVAL: ['interval', readCount],
	BYMONTH: ['byMonth', s => readNumbers(s, 12, false)],
	BYMONTHDAY: ['byMonthDay', s => readNumbers(s, 31, true)],
	BYDAY: ['byDay', readDays],
	BYSETPOS: ['bySetPos', s => readNumbers(s, 31, true)],
	WKST: ['wkst', s => oneOf(DAYS)(s) && DAYS.indexOf(s)],
	COUNT: ['count', readCount],
	UNTIL: ['until', readUntil],
};

/** Parses a rule.
 * @param {string} text @returns {Rule | null} null: not supported */
export function parseRule(text) {
	/** @type {any} */
	const r = { freq: '', interval: 1, byMonth: [], byMonthDay: [], byDay: [],
		bySetPos: [], wkst: 0, count: null, until: null };
	const seen = new Set();

	if (text.length > MAX_BYTES)
		return null;
	for (const part of text.toUpperCase().split(';')) {
		const [name, value = ''] = part.split('=');
		const value_ = PARTS[name]?.[1](value) ?? null;
		if (value_ === null || seen.has(name))
			return null;
		seen.add(name);
		r[PARTS[name][0]] = value_;
	}
	return isSupported(r) ? r : null;
}

/** @param {Rule} r */
function isSupported(r) {
	const nth = r.byDay.some(d => d.n), months = r.freq === 'MONTHLY';

	return !!r.freq && !(r.count && r.until) &&
	    !(r.byMonthDay.length && r.freq === 'WEEKLY') &&
	    !(nth && !months && !(r.freq === 'YEARLY' && r.byMonth.length)) &&
	    !(r.bySetPos.length && !((months || r.freq === 'YEARLY') &&
	    (r.byDay.length || r.byMonthDay.length || r.byMonth.length)));
}

/** @param {Rule['byDay']} days */
const daysText = days => days.map(d => (d.n || '') + DAYS[d.day]).join(',');

/** Writes a rule in canonical form.
 * @param {Rule} r */
export const formatRule = r => [
	'FREQ=' + r.freq,
	r.interval > 1 && 'INTERVAL=' + r.interval,
	r.byMonth.length && 'BYMONTH=' + r.byMonth,
	r.byMonthDay.length && 'BYMONTHDAY=' + r.byMonthDay,
	r.byDay.length && 'BYDAY=' + daysText(r.byDay),
	r.bySetPos.length && 'BYSETPOS=' + r.bySetPos,
	r.wkst && needsWeekStart(r) && 'WKST=' + DAYS[r.wkst],
	r.count && 'COUNT=' + r.count,
	r.until && 'UNTIL=' + r.until.replaceAll('-', ''),
].filter(Boolean).join(';');

/** Whether the first day of the week changes a date of the series.
 * @param {Rule} r */
const needsWeekStart = r => r.freq === 'WEEKLY' && r.interval > 1 && r.byDay.length;

/** @param {any[]} some @param {any} one */
const isAlone = (some, one) => some.length === 1 && some[0] === one;

/** Leaves out of a monthly or yearly rule what a date itself gives, and adds the day to one
 * that leaves out months or years without it.
 * @param {Rule} r @param {string} due */
function fitToDate(r, due) {
	const day = monthDay(due), own = isAlone(r.byMonthDay, day);

	if (r.freq === 'MONTHLY' && !r.byMonth.length) {
		if (own)
			r.byMonthDay = [];
		if (!r.byMonthDay.length && day > 28)
			r.byMonthDay = [day];
	} else if (r.freq === 'YEARLY' && (!r.byMonth.length || isAlone(r.byMonth, +due.slice(5, 7)))) {
		if (own && r.byMonth.length || !r.byMonthDay.length)
			r.byMonth = r.byMonthDay = [];
		if (!r.byMonthDay.length && due.endsWith('-02-29'))
			[r.byMonth, r.byMonthDay] = [[2], [29]];
	}
}

/** Returns a rule in canonical form for a due date.
 * @param {Rule} rule @param {string} due */
export function canonicalRule(rule, due) {
	const r = { ...rule };

	if (r.freq === 'WEEKLY' && r.byDay.length === 1 &&
	    r.byDay[0].day === dayOfWeek(toDay(due)))
		r.byDay = [];
	else if (!r.byDay.length && !r.bySetPos.length)
		fitToDate(r, due);
	return formatRule(r);
}

/** Returns the rule of a series that begins again on another day: one that says only so
 * many months or years is as the words are.
 * @param {Rule} r @param {string} day @returns {Rule} */
export function beginAgain(r, day) {
	const months = r.freq === 'MONTHLY', bare = (/** @type {Rule} */ x) => !x.byMonth.length &&
		!x.byMonthDay.length && !x.byDay.length;
	const cut = wordOfRule(formatRule({ ...r, interval: 1, count: null, until: null })) &&
		r.bySetPos.length ? { ...r, byMonth: [], byMonthDay: [], bySetPos: [] } : r;

	if (!months && r.freq !== 'YEARLY' || !bare(cut))
		return r;
	const { byMonth, byMonthDay, bySetPos } = /** @type {Rule} */ (parseRule(ruleOfWord(months ?
		'monthly' : 'yearly', day)));
	return { ...cut, byMonth, byMonthDay, bySetPos };
}
