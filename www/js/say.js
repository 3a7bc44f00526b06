// Dates and times as people say them.

import { state, setting, zone } from './state.js';
import { addDays, instant, nextWeek, nextWeekday, toDay, wall, weekStart } from './dates.js';
import { t, language } from './words.js';

/** The language of the words as it is written where the browser is. */
export const locale = () => navigator.languages
    .find(l => l.split('-')[0] === language()) ?? language();

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {string} name @param {Intl.DateTimeFormatOptions} options */
function format(name, options) {
	const key = locale() + name + options.timeZone + (options.hour12 ?? '');
	let f = formats.get(key);

	if (!f)
		formats.set(key, f = new Intl.DateTimeFormat(locale(), options));
	return f;
}

/** @param {string} date */
const utc = date => new Date(date.slice(0, 10) + 'T12:00Z');
const NEAR = /** @type {Record<string, string>} */
	({ '-1': 'day.yesterday', 0: 'day.today', 1: 'day.tomorrow' });

/** @param {string} date */
const near = date => NEAR[toDay(date) - toDay(state.today)];

/** Today, or Thu 3 Dec, or with the year if that is another.
 * @param {string} date */
export function day(date) {
	const name = near(date);

	if (name)
		return t(name);
	const same = date.slice(0, 4) === state.today.slice(0, 4);
	return format(same ? 'day' : 'year', { weekday: 'short', day: 'numeric',
		month: 'short', year: same ? undefined : 'numeric',
		timeZone: 'UTC' }).format(utc(date)).replace(',', '');
}

/** The same within a sentence.
 * @param {string} date */
const within = date => near(date) ? day(date).toLocaleLowerCase() : day(date);
/** @param {string} date */
export const dueOn = date => t('due.on', { day: within(date) });

/** Saturday 21 November.
 * @param {string} date */
export const longDay = date => format('long', { weekday: 'long', day: 'numeric',
	month: 'long', timeZone: 'UTC' }).format(utc(date)).replace(',', '');

/** Sat 21, beside a name.
 * @param {string} date */
export const shortDay = date => format('short', { weekday: 'short', day: 'numeric',
	timeZone: 'UTC' }).format(utc(date)).replace(',', '');

/** @param {string} date */
export const weekdayName = date => format('weekday', { weekday: 'long',
	timeZone: 'UTC' }).format(utc(date));

/** The time of an instant, by the user's clock.
 * @param {string} at */
export const time = at => format('time', { hour: 'numeric', minute: '2-digit',
	hour12: setting('ui')?.hour12, timeZone: zone() }).format(new Date(at));

/** A reminder: the time today, else the day as well.
 * @param {string} at */
export function moment(at) {
	const [date] = wall(at, zone());

	return date === state.today ? time(at) :
		t('moment', { day: within(date), time: time(at) });
}

/** @param {string} at */
export const dayOf = at => within(wall(at, zone())[0]);
/** @param {string} at an instant, as a field of date and time takes it */
export const local = at => wall(at, zone()).slice(0, 2).join('T');
/** @param {string} value as such a field gives it */
export const fromLocal = value => instant(value.slice(0, 10),
	value.slice(11, 16), zone());

/** 0 is Sunday. */
export const startOfWeek = () => setting('ui')?.weekStart ?? weekStart(locale());

/** The chips of a picker of dates. */
export function soon() {
	const today = state.today;
	return [['day.today', today], ['day.tomorrow', addDays(today, 1)],
		['day.nextMonday', nextWeekday(today, 1)], ['day.nextWeek', nextWeek(today, startOfWeek())]];
}

const NAMES = ['B', 'kB', 'MB', 'GB'];
/** @param {number} n bytes */
export function size(n) {
	const i = n < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(n) / 3));

	return new Intl.NumberFormat(locale(), { maximumFractionDigits: i > 1 ? 1 : 0 })
	    .format(n / 1000 ** i) + ' ' + NAMES[i];
}

/** What problems with files name. */
export const limitsOf = () => ({ max: size(state.service?.uploadMaxBytes ?? 0),
	n: state.service?.limits?.attachmentsOnTask });

/** @param {string} name */
export const initials = name => name.trim().split(/\s+/)
    .slice(0, 2).map(w => [...w][0]).join('').toLocaleUpperCase() || '?';

/** One of eight, always the same for an id.
 * @param {string} id */
export function tint(id) {
	let n = 0;

	for (const c of id)
		n = (n * 31 + c.charCodeAt(0)) >>> 0;
	return 'tint' + (n % 8 + 1);
}
