// Formats dates, times and sizes in the user's language.

import { addDays, nextWeek, nextWeekday, toDay, toInstant, wallClock, weekStart
	} from '../data/dates.js';
import { me, members, setting, state, zone } from '../data/state.js';
import { language, t } from './words.js';

/** The language of the words, and its locale. */
let known = ['', ''];

/** Returns the language of the words, with the browser's region if it has one. */
export function locale() {
	const now = language();

	if (known[0] !== now)
		known = [now, navigator.languages.find(l => l.split('-')[0] === now) ?? now];
	return known[1];
}

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {string} name @param {Intl.DateTimeFormatOptions} options */
function formatOf(name, options) {
	const key = locale() + name + options.timeZone + (options.hour12 ?? '');
	let f = formats.get(key);

	if (!f)
		formats.set(key, f = new Intl.DateTimeFormat(locale(), options));
	return f;
}

/** @param {string} date */
const toDate = date => new Date(date.slice(0, 10) + 'T12:00Z');
const NEAR_DAYS = /** @type {Record<string, string>} */
	({ '-1': 'day.yesterday', 0: 'day.today', 1: 'day.tomorrow' });

/** Returns the key of words of a day near today.
 * @param {string} date */
const nearKey = date => NEAR_DAYS[toDay(date) - toDay(state.today)];

/** Returns Yesterday, Today, Tomorrow, or nothing.
 * @param {string} date */
export const nearName = date => nearKey(date) ? t(nearKey(date)) : '';

/** Formats a date as Thu 3 Dec, with the year unless it is this year.
 * @param {string} date */
export function formatDate(date) {
	const same = date.slice(0, 4) === state.today.slice(0, 4);

	return formatOf(same ? 'day' : 'year', { weekday: 'short', day: 'numeric',
		month: 'short', year: same ? undefined : 'numeric',
		timeZone: 'UTC' }).format(toDate(date)).replace(',', '');
}

/** Formats a date: Today, or Thu 3 Dec.
 * @param {string} date */
export const formatDay = date => nearName(date) || formatDate(date);

/** Formats a date as the end of a row says it: Today, Thursday, 5 Dec, 8 days ago.
 * @param {string} date */
export function formatRowDay(date) {
	const n = toDay(date) - toDay(state.today), same = date.slice(0, 4) ===
		state.today.slice(0, 4);

	return nearName(date) ? nearName(date) : n > 1 && n < 7 ? weekdayName(date) :
		n < 0 && n > -60 ? formatAgo(n) : formatOf('row' + same, { day: 'numeric',
		month: 'short', year: same ? undefined : 'numeric', timeZone: 'UTC' })
		    .format(toDate(date));
}

/** @type {Record<string, Intl.RelativeTimeFormat>} */
const ago = {};

/** Formats a number of days before today: 8 days ago, 3 weeks ago.
 * @param {number} n negative */
function formatAgo(n) {
	const f = ago[locale()] ??= new Intl.RelativeTimeFormat(locale());

	return n > -14 ? f.format(n, 'day') : f.format(Math.ceil(n / 7), 'week');
}

/** Formats a date for the inside of a sentence.
 * @param {string} date */
const formatDayInside = date => nearName(date) ?
	formatDay(date).toLocaleLowerCase() : formatDay(date);
/** @param {string} date */

/** Formats a date as Saturday 21 November.
 * @param {string} date */
export const formatLongDay = date => formatOf('long', { weekday: 'long', day: 'numeric',
	month: 'long', timeZone: 'UTC' }).format(toDate(date)).replace(',', '');

/** Formats a date as Sat 21.
 * @param {string} date */
export const formatShortDay = date => formatOf('short', { weekday: 'short', day: 'numeric',
	timeZone: 'UTC' }).format(toDate(date)).replace(',', '');

/** Formats the month of a date as Nov.
 * @param {string} date */
export const formatMonth = date => formatOf('shortMonth', { month: 'short', timeZone: 'UTC' })
    .format(toDate(date));

/** Formats a month as November, or as November 2027 if that is not this year.
 * @param {string} date @param {boolean} [year] also this year */
export const monthName = (date, year = date.slice(0, 4) !== state.today.slice(0, 4)) =>
	formatOf('month' + year, { month: 'long', year: year ? 'numeric' : undefined,
		timeZone: 'UTC' }).format(toDate(date));

/** @param {string} date @param {'short' | 'narrow'} [form] Mon, or M */
export const weekdayShort = (date, form = 'short') => formatOf('weekday' + form,
	{ weekday: form, timeZone: 'UTC' }).format(toDate(date));

/** Formats days as 23 – 29 November, or as 30 Nov – 6 Dec.
 * @param {string} from @param {string} to */
export function formatDays(from, to) {
	const month = from.slice(0, 7) === to.slice(0, 7) ? 'long' : 'short';

	return formatOf('days' + month, { day: 'numeric', month, timeZone: 'UTC' })
	    .formatRange(toDate(from), toDate(to));
}

/** Names a day for the heading that has its number: Today and Monday, or Monday and,
 * further away, its month.
 * @param {string} date @returns {[string, string]} */
export function dayNames(date) {
	const near = nearName(date), far = Math.abs(toDay(date) - toDay(state.today)) > 6;

	return near ? [near, weekdayName(date)] : [weekdayName(date), far ? monthName(date) : ''];
}

/** @param {string} date */
export const weekdayName = date => formatOf('weekday', { weekday: 'long',
	timeZone: 'UTC' }).format(toDate(date));

/** Formats the time of an instant in the user's time zone.
 * @param {string} at */
export const formatTime = at => formatOf('time', { hour: 'numeric', minute: '2-digit',
	hour12: setting('ui')?.hour12, timeZone: zone() }).format(new Date(at));

/** Formats a time of day.
 * @param {string} time "HH:MM" */
export const formatClock = time => formatOf('clock', { hour: 'numeric', minute: '2-digit',
	hour12: setting('ui')?.hour12, timeZone: 'UTC' }).format(new Date(`2000-01-01T${time}Z`));

/** Formats the time at which a task is due, and the city whose time it is, if that is not
 * the user's; '' without a time.
 * @param {import('../data/types').Task} r */
export const formatDueTime = r => !r.dueTime ? '' : formatClock(r.dueTime) + (!r.dueZone ||
	r.dueZone === zone() ? '' : ' ' + r.dueZone.split('/').at(-1)?.replaceAll('_', ' '));

/** Formats an instant: the time if it is today, else day and time.
 * @param {string} at */
export function formatMoment(at) {
	const [date] = wallClock(at, zone());

	return date === state.today ? formatTime(at) :
		t('moment', { day: formatDayInside(date), time: formatTime(at) });
}

/** @param {string} at */
export const formatDayOf = at => formatDayInside(wallClock(at, zone())[0]);
/** Returns an instant as the value of a datetime-local field.
 * @param {string} at */
export const toLocalInput = at => wallClock(at, zone()).slice(0, 2).join('T');
/** Returns the instant of a datetime-local field's value.
 * @param {string} value */
export const fromLocalInput = value => toInstant(value.slice(0, 10),
	value.slice(11, 16), zone());

/** Returns the first day of the user's week, 0 is Sunday. */
export const startOfWeek = () => setting('ui')?.weekStart ?? weekStart(locale());

/** Returns the dates that the date picker offers, as [key of words, date]. */
export function dateChoices() {
	const today = state.today;
	return [['day.today', today], ['day.tomorrow', addDays(today, 1)],
		['day.weekend', nextWeekday(today, 6)],
		['day.nextWeek', nextWeek(today, startOfWeek())]]
	    .filter(([, date], i, all) => all.findIndex(c => c[1] === date) === i);
}

/** Returns who else can have changed something in a list: the other member, or someone
 * of many.
 * @param {string} listId */
export function someoneOf(listId) {
	const others = members(listId).filter(m => m.userId !== me()?.id);

	return others.length === 1 ? others[0].displayName : t('someone');
}

/** Formats names as Ada, Bob and Grace.
 * @param {string[]} names */
export const formatNames = names => new Intl.ListFormat(locale()).format(names);

const UNITS = ['B', 'kB', 'MB', 'GB'];
/** @param {number} n bytes */
export function formatSize(n) {
	const i = n < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(n) / 3));

	return new Intl.NumberFormat(locale(), { maximumFractionDigits: i > 1 ? 1 : 0 })
	    .format(n / 1000 ** i) + '\u00a0' + UNITS[i];
}

/** The kinds of files that people know, by the beginning of a media type. */
const FILE_KINDS = [['image/', 'images'], ['audio/', 'audio'], ['video/', 'video'],
	['application/ogg', 'audio'], ['application/pdf', 'pdf'], ['application/zip', 'zip'],
	['application/x-zip', 'zip'], ['text/', 'text'], ['application/msword', 'office'],
	['application/rtf', 'text'], ['application/CDF', 'office'],
	['application/vnd.ms-', 'office'], ['application/vnd.openxml', 'office'],
	['application/vnd.oasis', 'office']];

/** Returns what files the service accepts, as people say it. */
function acceptedFiles() {
	const all = (state.service?.uploadTypes ?? []).filter(x => x[0] !== '!');
	const names = all.map(x => FILE_KINDS.find(([type]) => x.startsWith(type)))
		.map((k, i) => k ? t('files.' + k[1]) : all[i]);

	return formatNames([...new Set(names)]);
}

/** Returns what messages about a file name: the file, unless its name is beside the
 * message, and the service's limits.
 * @param {string} [name] */
export const fileLimits = name => ({ name: name ? t('quoted', { name }) : t('file.this'),
	max: formatSize(state.service?.uploadMaxBytes ?? 0),
	n: state.service?.limits?.attachmentsOnTask, types: acceptedFiles() });

/** @param {string} name */
export const initials = name => name.trim().split(/\s+/)
    .slice(0, 2).map(w => [...w][0]).join('').toLocaleUpperCase() || '?';

/** Returns one of eight CSS classes, always the same for an id.
 * @param {string} id */
export function tintClass(id) {
	let n = 0;

	for (const c of id)
		n = (n * 31 + c.charCodeAt(0)) >>> 0;
	return 'tint' + (n % 8 + 1);
}
