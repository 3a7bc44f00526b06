// Arithmetic on dates, as YYYY-MM-DD or as days since 1970-01-01.  Only functions on
// instants know time zones.

const MS = 86400000;

/** @param {string} date @returns {number} days since 1970-01-01 */
export function toDay(date) {
	return Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1,
	    +date.slice(8, 10)) / MS;
}

/** @param {number} day @returns {string} */
export const fromDay = day => new Date(day * MS).toISOString().slice(0, 10);

/** @param {string} date @param {number} n @returns {string} */
export const addDays = (date, n) => fromDay(toDay(date) + n);

/** 0 is Sunday.
 * @param {string} date @returns {number} */
export const weekday = date => (toDay(date) + 4) % 7;

/** @param {number} y @param {number} m 1 to 12 */
const daysInMonth = (y, m) => new Date(Date.UTC(y, m, 0)).getUTCDate();

/** The date of these numbers, or null if there is no such date.
 * @param {number} y @param {number} m @param {number} d @returns {string | null} */
export function dateOf(y, m, d) {
	if (y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 || d > daysInMonth(y, m))
		return null;
	return `${String(y).padStart(4, '0')}-${pad(m)}-${pad(d)}`;
}

const pad = (/** @type {number} */ n) => String(n).padStart(2, '0');

/** Whether a text is a date that exists.
 * @param {string} s */
export const isDate = s => /^\d{4}-\d\d-\d\d$/.test(s) &&
	dateOf(+s.slice(0, 4), +s.slice(5, 7), +s.slice(8)) === s;

/** Returns the date n months later; in a shorter month its last day.
 * @param {string} date @param {number} n @param {number} [on] the day of the month
 * @returns {string} */
export function addMonths(date, n, on = +date.slice(8)) {
	const k = +date.slice(0, 4) * 12 + +date.slice(5, 7) - 1 + n;
	const y = Math.floor(k / 12), m = k % 12 + 1;

	return /** @type {string} */ (dateOf(y, m, Math.min(on, daysInMonth(y, m))));
}

/** Returns the next date of a weekday after today.
 * @param {string} today @param {number} w 0 is Sunday */
export const nextWeekday = (today, w) =>
	addDays(today, (w - weekday(today) + 6) % 7 + 1);

/** The first day of next week.
 * @param {string} today @param {number} start the week's first day, 0 is Sunday */
export const nextWeek = (today, start) => nextWeekday(today, start);

/** Returns the number of the ISO week that the day is in.
 * @param {string} date */
export function weekOfYear(date) {
	const thursday = fromDay(toDay(date) + 3 - (weekday(date) + 6) % 7);

	return Math.floor((toDay(thursday) - toDay(thursday.slice(0, 5) + '01-01')) / 7) + 1;
}

/** One for each zone, because creating one takes longer than drawing a row.
 * @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {string | undefined} zone */
function formatOf(zone) {
	const key = zone ?? '';
	let f = formats.get(key);

	if (!f)
		formats.set(key, f = new Intl.DateTimeFormat('en-CA', {
			timeZone: zone, hourCycle: 'h23', year: 'numeric',
			month: '2-digit', day: '2-digit', hour: '2-digit',
			minute: '2-digit', second: '2-digit',
		}));
	return f;
}

/** Returns the local time of an instant in a zone: [date, "HH:MM", seconds].
 * @param {Date | number | string} at @param {string} [zone] the device's
 * @returns {[string, string, number]} */
export function wallClock(at, zone) {
	/** @type {Record<string, string>} */
	const p = {};

	for (const { type, value } of formatOf(zone).formatToParts(new Date(at)))
		p[type] = value;
	return [`${p.year.padStart(4, '0')}-${p.month}-${p.day}`,
	    `${p.hour}:${p.minute}`, +p.second];
}

/** The dates of quarters of an hour, by zone; no day of a zone begins within one.
 * @type {Map<string, Map<number, string>>} */
const quarters = new Map();

/** Returns today's date, or that of another instant.
 * @param {string} [zone] @param {number} [now] */
export function today(zone = '', now = Date.now()) {
	const dates = quarters.get(zone) ?? new Map(), quarter = Math.floor(now / 9e5);

	quarters.set(zone, dates);
	if (!dates.has(quarter))
		dates.set(quarter, wallClock(now, zone || undefined)[0]);
	return dates.get(quarter);
}

/** Returns the instant of a local time in a zone.  A time that the zone skips moves
 * forward by the gap; of two instants it is the first.
 * @param {string} date @param {string} time "HH:MM" @param {string} [zone]
 * @returns {string} RFC 3339 */
export function toInstant(date, time, zone) {
	const guess = toDay(date) * MS + (+time.slice(0, 2) * 60 +
	    +time.slice(3, 5)) * 60000;
	const early = zoneOffset(guess - MS, zone), late = zoneOffset(guess + MS, zone);

	for (const o of [early, late])
		if (zoneOffset(guess - o, zone) === o)
			return toStamp(guess - o);
	return toStamp(guess - early);
}

/** Returns how far a zone is ahead of UTC at an instant, in ms.
 * @param {number} at @param {string} [zone] */
function zoneOffset(at, zone) {
	const [d, t, s] = wallClock(at, zone);

	return toDay(d) * MS + (+t.slice(0, 2) * 60 + +t.slice(3)) * 60000 +
	    s * 1000 - Math.floor(at / 1000) * 1000;
}

/** Formats an instant as the API does.
 * @param {number} ms */
const toStamp = ms => new Date(ms).toISOString().replace('Z', '000Z');

/** Whether the browser knows a zone.
 * @param {string} zone */
export function isZone(zone) {
	try {
		formatOf(zone);
		return true;
	} catch {
		return false;
	}
}

/** The device's zone and the minute that it was asked for, because asking takes as long
 * as drawing a row. */
let device = ['', 0];

/** The device's zone. */
export function deviceZone() {
	const minute = Math.floor(Date.now() / 6e4);

	if (device[1] !== minute)
		device = [Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', minute];
	return /** @type {string} */ (device[0]);
}

/** The first day of the week where the language is spoken, 0 is Sunday.
 * @param {string} language */
export function weekStart(language) {
	const l = /** @type {any} */ (new Intl.Locale(language));
	const info = l.getWeekInfo?.() ?? l.weekInfo;

	if (info)
		return info.firstDay % 7;
	return /^en(-US|-CA)?$|^pt-BR|^ja|^ko|^he/.test(language) ? 0 : 1;
}
