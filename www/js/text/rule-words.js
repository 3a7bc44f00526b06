// Says a recurrence rule in words.

import { FREQS, parseRule, ruleOfWord } from '../data/rule.js';
import { formatDay, locale } from './format.js';
import { language, t } from './words.js';

/** @typedef {import('../data/rule.js').Rule} Rule */

const MONDAY = Date.UTC(2026, 0, 5), DAY = 86400000;
const WORK_DAYS = '0,1,2,3,4';

/** @param {Intl.DateTimeFormatOptions} options @param {number} at */
const formatUtc = (options, at) => new Intl.DateTimeFormat(locale(),
	{ ...options, timeZone: 'UTC' }).format(at);

/** @param {number} day 0 for Monday @param {'short' | 'long'} weekday its form */
export const weekdayName = (day, weekday) => formatUtc({ weekday }, MONDAY + day * DAY);

/** Returns an entry of words that is a list.
 * @param {string} key @param {number} at */
const nth = (key, at) => t(key).split('|')[at];

/** Returns a day of the month with what marks it as one: 15th.
 * @param {number} day */
const dayOfMonth = day => day + nth('rule.suffixes', ['one', 'two', 'few', 'other']
	.indexOf(new Intl.PluralRules(language(), { type: 'ordinal' }).select(day)));

/** Returns which of these weekdays in its month: "on the last" Friday.
 * @param {number} n @param {number} [day] */
const place = (n, day = -1) => nth(t('rule.feminine').includes(String(day)) ?
	'rule.placesFeminine' : 'rule.places', n > 0 ? n - 1 : 5);

/** Returns the days of the month that a rule names; the last ones of which the rule takes
 * the last are one.
 * @param {Rule} r @returns {number[] | null} null: they cannot be said */
function monthDays(r) {
	const days = r.byMonthDay, last = days.at(-1) ?? 0;

	if (r.bySetPos.length)
		return String(days) === String([28, 29, 30, 31].slice(0, days.length)) &&
		    String(r.bySetPos) === '-1' ? [last === 31 ? -1 : last] : null;
	return days.some(d => d < -1) ? null : days;
}

/** Adds the days of the month: on the 15th.
 * @param {string} every @param {number[] | null} days */
function onDays(every, days) {
	if (!days || days.includes(-1) && days.length > 1)
		return null;
	return days[0] === -1 ? t('rule.onLast', { every }) : t('rule.onNth', { every,
		days: days.map(dayOfMonth).join(', ') });
}

/** Adds the weekdays of a month: on the last Friday, on the first working day.
 * @param {string} every @param {Rule} r */
function onPlaces(every, r) {
	const [n] = r.bySetPos, set = r.byDay.map(d => d.day).join();
	const inSet = r.byDay.every(d => !d.n);

	if (inSet && set === WORK_DAYS && r.bySetPos.length === 1 && n >= -1 && n <= 5)
		return `${every} ${place(n)} ${t('rule.workday')}`;
	return r.bySetPos.length || !r.byDay.every(d => d.n >= -1 && d.n) ? null :
		`${every} ${r.byDay.map(d => `${place(d.n, d.day)} ${nth('rule.weekdays', d.day)}`)
		    .join(', ')}`;
}

/** Adds the months: in October.
 * @param {string} every @param {number[]} months */
const inMonths = (every, months) => t('rule.inMonths', { every, months: months.map(m =>
	formatUtc({ month: 'long' }, Date.UTC(2026, m - 1, 5))).join(', ') });

/** How a rule of each FREQ is said, without its end; null: it cannot be.
 * @type {Record<string, (r: Rule, every: string) => string | null>} */
const SAY = {
	DAILY: (r, every) => r.byDay.length || r.byMonthDay.length ? null : every,
	WEEKLY: (r, every) => !r.byDay.length ? every :
		r.interval === 1 && r.byDay.map(d => d.day).join() === WORK_DAYS ?
		t('repeat.weekdays') : t('rule.onWeekdays', { every, days: r.byDay.map(d =>
		    weekdayName(d.day, r.byDay.length > 1 ? 'short' : 'long')).join(', ') }),
	MONTHLY: (r, every) => r.byDay.length ? r.byMonthDay.length ? null : onPlaces(every, r) :
		r.byMonthDay.length ? onDays(every, monthDays(r)) : r.bySetPos.length ? null : every,
	YEARLY: (r, every) => {
		if (r.byDay.length || !r.byMonthDay.length)
			return r.byDay.length && (r.byMonthDay.length || r.byMonth.length !== 1) ||
			    r.bySetPos.length && !r.byDay.length ? null :
				r.byDay.length ? onPlaces(every, r) : every;
		const days = monthDays({ ...r, bySetPos: r.byMonth[0] === 2 ? [] : r.bySetPos });
		const day = r.byMonth[0] === 2 && r.bySetPos.length ? 29 : days?.[0] ?? 0;
		return r.byMonth.length !== 1 || day < 1 ? null : t('rule.onDate', { every, date:
			formatUtc({ day: 'numeric', month: 'long' }, Date.UTC(2028, r.byMonth[0] - 1, day)) });
	},
};

/** Says how a rule repeats, without its end.
 * @param {Rule} r */
function sayEvery(r) {
	const unit = FREQS.indexOf(r.freq), n = r.interval;
	const every = n === 1 ? nth('rule.each', unit) :
		`${nth('repeat.every', unit)} ${n} ${t('repeat.units', { n }).split('|')[unit]}`;
	const named = r.freq === 'YEARLY' && r.byMonthDay.length;

	return SAY[r.freq](r, r.byMonth.length && !named ? inMonths(every, r.byMonth) : every);
}

/** Says a rule in the user's language; one that it cannot say is its own text.
 * @param {string} text @param {string} [from] recurrenceFrom */
export function sayRule(text, from = 'due') {
	const r = parseRule(text), every = r && sayEvery(r);

	if (!r || !every)
		return text;
	const until = r.until ? t('rule.until', { rule: every, date: formatDay(r.until) }) :
		r.count ? t('rule.times', { rule: every, n: r.count }) : every;
	return from === 'completion' ? t('rule.done', { rule: until }) : until;
}

/** Says how a task repeats; '' if it does not.
 * @param {import('../data/types').Task} r */
export function sayRepetition(r) {
	const rule = r.recurrenceRule ?? (r.recurrence && ruleOfWord(r.recurrence, r.dueDate ?? ''));

	return rule ? sayRule(rule, r.recurrenceFrom) : '';
}
