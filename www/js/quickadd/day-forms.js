// The forms of dates.

import { addDays, addMonths, dateOf, fromDay, isDate, nextWeek, nextWeekday, toDay,
	weekday } from '../data/dates.js';

/** @typedef {import('./forms.js').Form} Form
 * @typedef {import('./forms.js').Groups} Groups
 * @typedef {import('./forms.js').Reading} Reading
 * @typedef {import('./parse.js').Context} Context
 * @typedef {import('./forms.js').Lexicon} Lexicon */

/** Returns the next date of a day and month, from today on; or that of a year.
 * @param {number} d @param {number} m @param {Context} c @param {string} [y] */
function dayMonth(d, m, c, y) {
	const year = y ? +y + (y.length < 4 ? 2000 : 0) : +c.today.slice(0, 4);

	for (let n = 0; n <= (y ? 0 : 8); n++) {
		const date = dateOf(year + n, m, d);
		if (date && (y || date >= c.today))
			return date;
	}
	return null;
}

/** Returns the next date with a day of the month, from today on.
 * @param {number} d @param {Context} c */
function monthDay(d, c) {
	const first = c.today.slice(0, 8) + '01';

	for (let n = 0; n < 13; n++) {
		const [y, m] = addMonths(first, n).split('-');
		const date = dateOf(+y, +m, d);
		if (date && date >= c.today)
			return date;
	}
	return null;
}

/** @param {string | null} date @returns {Reading} */
const asReading = date => date ? { date } : { none: true };

/** Returns the time so many minutes from now.
 * @param {number} minutes @param {Context} c */
function fromNow(minutes, c) {
	const at = +c.now.slice(0, 2) * 60 + +c.now.slice(3) + minutes;
	const two = (/** @type {number} */ n) => String(n).padStart(2, '0');

	return { date: addDays(c.today, Math.floor(at / 1440)),
		time: `${two(Math.floor(at / 60) % 24)}:${two(at % 60)}` };
}

/** @param {number | undefined} day 0 for Monday */
const sundayFirst = (day = 0) => (day + 1) % 7;

/** Dates by the names that languages give to their patterns.
 * @type {Record<string, (g: Groups, c: Context, lex: Lexicon) => Reading>} */
const DATES = {
	amount: (g, c, lex) => {
		const n = g.n ? lex.number(g.n) : 1, unit = lex.unit(g.unit);
		return { date: unit < 2 ? addDays(c.today, unit ? 7 * n : n) :
			addMonths(c.today, unit === 2 ? n : 12 * n) };
	},
	hours: (g, c, lex) => fromNow((g.n ? lex.number(g.n) : 1) * 60, c),
	minutes: (g, c, lex) => fromNow(g.n ? lex.number(g.n) : 30, c),
	weekend: (g, c) => ({ date: weekday(c.today) === 6 ? c.today : nextWeekday(c.today, 6) }),
	nextWeekend: (g, c) => ({ date: nextWeekday(addDays(nextWeek(c.today, 1), -1), 6) }),
	week: (g, c) => ({ date: nextWeek(c.today, c.weekStart ?? 1) }),
	month: (g, c) => ({ date: addMonths(c.today.slice(0, 8) + '01', 1) }),
	year: (g, c) => ({ date: +c.today.slice(0, 4) + 1 + '-01-01' }),
	monthEnd: (g, c) => ({ date: fromDay(toDay(addMonths(c.today.slice(0, 8) + '01', 1)) - 1) }),
	yearEnd: (g, c) => ({ date: c.today.slice(0, 4) + '-12-31' }),
	nth: (g, c, lex) => asReading(monthDay(lex.ordinal(g.nth), c)),
	weekday: (g, c, lex) => ({ date: nextWeekday(c.today, sundayFirst(lex.day(g.day))) }),
	nextWeekday: (g, c, lex) => ({ date: nextWeekday(addDays(nextWeek(c.today,
		c.weekStart ?? 1), -1), sundayFirst(lex.day(g.day))) }),
};

/** The forms that all languages share: days and months, and numbers alone.
 * @param {Lexicon} lex @param {string} [on] what can precede a date
 * @returns {[string, Form['make']][]} */
function numberForms(lex, on = `(?:${lex.w.onDate})?`) {
	const d = '(?<d>\\d{1,2})', m = '(?<m>\\d{1,2})';
	const numbers = (/** @type {Groups} */ g, /** @type {Context} */ c, swap = false) => {
		const a = +(g.d ?? 0), b = +(g.m ?? 0);
		const date = swap ? dayMonth(b, a, c, g.y) : dayMonth(a, b, c, g.y);
		return date ? { date } : null;
	};

	return [
		[on + '{date}(?: (?<y>\\d{4}))?', (g, c) => asReading(dayMonth(+(g.d ?? g.d2 ?? 0),
		    lex.month(g.m ?? g.m2), c, g.y))],
		[on + '(?<iso>\\d{4}-\\d\\d-\\d\\d)', ({ iso = '' }) => isDate(iso) ?
			{ date: iso } : null],
		[`${on}${d}\\.${m}\\.(?<y>\\d{4}|\\d\\d)?`, numbers],
		[`${on}${d}-${m}-(?<y>\\d{4})`, numbers],
		[`${on}(?!24/7)${d}/${m}(?:/(?<y>\\d{4}|\\d\\d))?`, (g, c) =>
			numbers(g, c, c.monthFirst)],
	];
}

/** A form of a date after a weekday: none if the date is another day.
 * @param {string} day @param {[string, Form['make']]} form @param {Lexicon} lex
 * @returns {[string, Form['make']]} */
const withWeekday = (day, [s, make], lex) => [`${day} ${s}`, (g, c) => {
	const r = make(g, c);

	return r && (r.date && weekday(r.date) === sundayFirst(lex.day(g.day)) ? r :
		{ none: true });
}];

/** @param {Lexicon} lex @returns {Form[]} */
export function dayForms(lex) {
	const { w } = lex, on = `(?:${w.on})?`, behind = `(?:${w.behind ?? '(?!)'})?`;
	const dated = (/** @type {any} */ meaning) => (/** @type {Groups} */ g,
	    /** @type {Context} */ c) => typeof meaning === 'string' ? DATES[meaning](g, c, lex) :
		{ date: addDays(c.today, meaning.days ?? meaning), ...meaning.about ?
		    { about: meaning.about } : {} };
	const numbers = numberForms(lex);
	/** @type {[string, Form['make']][]} */
	const nth = w.dates.filter(([, meaning]) => meaning === 'nth')
		.map(([s, meaning]) => [s, dated(meaning)]);
	/** @type {[string, Form['make']][]} */
	const forms = [
		...w.dates.map(([s, meaning]) => /** @type {[string, Form['make']]} */ ([s,
			dated(meaning)])),
		[`${on}{safe}${behind}`, dated('weekday')],
		...(w.attached ?? []).map(([s, about]) => /** @type {[string, Form['make']]} */ ([
			`${on}{day}(?:${s})`, (g, c) => ({ ...DATES.weekday(g, c, lex), about })])),
		['{short}', (g, c) => ({ ...DATES.weekday(g, c, lex), then: 'time' })],
		...numbers, ...[...numbers, ...nth].map(f => withWeekday(on + '{safe}', f, lex)),
		...numberForms(lex, '').map(f => withWeekday('{short}', f, lex)),
	];

	return forms.map(([s, make]) => ({ kind: 'date', re: lex.re(s), make }));
}
