// Makes the forms that are read at the end of a line from the words of a language.

import { foldCase } from '../text/fold-case.js';
import { dayForms } from './day-forms.js';
import { repeatForms } from './repeat-forms.js';
import { timeForms } from './time-forms.js';

/** @typedef {import('./parse.js').Context} Context
 * @typedef {Record<string, string | undefined>} Groups what the parts of a form matched
 * @typedef {{date?: string, time?: string, about?: string, half?: boolean,
 *   rule?: import('../data/rule.js').Rule, named?: boolean, done?: boolean, count?: number,
 *   until?: string, needs?: 'rule' | 'day' | 'about', then?: string,
 *   none?: true}} Reading about: the time
 * of a part of the day; half: the time is am or pm; named: the rule names weekdays; needs:
 * what must be read before it (day: a date or a rule); then: what kind must follow; none: it looks like a date or time
 * that no calendar or clock has, such as 31 February
 * @typedef {{kind: string, re: RegExp,
 *   make: (g: Groups, c: Context) => Reading | null}} Form
 * @typedef {{forms: Form[], days: Form[], until: RegExp, since: RegExp, govern: string,
 *   loose: RegExp, not: RegExp, starts: RegExp, soft: RegExp}} Table
 * @typedef {[string, any][]} Pairs a pattern and what it means
 * @typedef {object} Words The words of a language, as patterns of folded text: no case, no
 * accents.  {name} in them is a part that lexicon() defines.
 * @property {string} lang
 * @property {string[]} numbers one, two, three …
 * @property {string[]} ordinals first, second, third … @property {string} last
 * @property {string[]} units day, week, month, year
 * @property {string} and between the weekdays of a list
 * @property {string[]} [days] more names of weekdays: "0 name", 0 for Monday
 * @property {string[]} [never] short names that are also words: only with a dot
 * @property {string[]} [plurals] names that mean every week, as Mondays
 * @property {string} nth a day of the month alone, in the group nth
 * @property {string} [th] what can follow the day of a date @property {string} [of] what
 * can stand between day and month
 * @property {string} on what can precede a weekday @property {string} [behind] follow it
 * @property {string} onDate what can precede a date
 * @property {Pairs} dates days from today, with or without part of the day; or a name of
 * DATES in day-forms.js
 * @property {Pairs} [attached] endings of a weekday's name, and times
 * @property {string} at what precedes a time @property {string} [hour] an hour and its word
 * in the groups h and min
 * @property {string} [bare] what precedes an hour alone after a date @property {boolean} [ampm]
 * @property {string} [halfTo] what half an hour before the hour begins with
 * @property {string} noon @property {Pairs} parts parts of the day, and their times
 * @property {string} each what begins a repetition
 * @property {Pairs} repeats what of a rule a pattern means; its groups say the rest
 * @property {string} done after the task is done @property {string} times after a number
 * @property {string} until @property {string} since before the first date
 * @property {string} [govern] what a date would need for the case that these two govern
 * @property {string} loose words that cannot stand before what is read, besides those that
 * belong to dates
 * @property {string} [not] a word and the first one after it that are not read
 * @property {string} [starts] more that begins a repetition
 * @property {string} [soft] what probably begins one, whatever follows */

const DAY = 86400000, MONDAY = 4 * DAY;

/** Returns names of days or months in a language.
 * @param {string} lang @param {Intl.DateTimeFormatOptions} o
 * @param {string} part @param {number[]} at */
function intlNames(lang, o, part, at) {
	const f = new Intl.DateTimeFormat(lang, { ...o, timeZone: 'UTC' });

	return at.map(ms => foldCase(f.formatToParts(ms).find(p =>
	    p.type === part)?.value ?? '').replace(/\.$/, ''));
}

/** @param {string[] | undefined} some as "0 name" @returns {[string, number][]} */
const numbered = some => (some ?? []).map(n => [n.slice(2), +n[0]]);

/** Returns each name of a weekday with its number, 0 for Monday.
 * @param {Words} w @returns {Map<string, number>} */
function weekdayNames(w) {
	const at = [0, 1, 2, 3, 4, 5, 6].map(i => MONDAY + i * DAY);
	/** @type {Map<string, number>} */
	const out = new Map();

	for (const style of /** @type {const} */ (['short', 'long']))
		intlNames(w.lang, { weekday: style }, 'weekday', at).forEach((n, i) => {
			out.set(n, i);
			out.set(n.replace(/-feira$/, ''), i);
		});
	return new Map([...out, ...numbered(w.days)]);
}

/** Returns each name of a month with its number from 1.
 * @param {Words} w @returns {Map<string, number>} */
function monthNames(w) {
	const at = [...Array(12).keys()].map(i => Date.UTC(2026, i, 15));
	/** @type {Map<string, number>} */
	const out = new Map();

	for (const style of /** @type {const} */ (['short', 'long']))
		for (const day of [undefined, /** @type {const} */ ('numeric')])
			intlNames(w.lang, { month: style, day }, 'month', at)
				.forEach((n, i) => out.set(n, i + 1));
	w.never?.forEach(n => out.delete(n));
	return out;
}

/** Returns a pattern of any of these names; a dot can follow.
 * @param {Iterable<string>} names */
const anyOf = names => '(?:' + [...names].sort((a, b) => b.length - a.length)
	.map(n => n.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') + ')\\.?';

/** Returns the index of the pattern that matches a whole text, or -1.
 * @param {string[]} patterns @param {string} text */
const indexOfPattern = (patterns, text) =>
	patterns.findIndex(p => new RegExp(`^(?:${p})$`).test(text));

/** Returns the parts that patterns can name.
 * @param {Words} w @param {Map<string, number>} days @param {Map<string, number>} months
 * @returns {Record<string, string>} */
function partsOf(w, days, months) {
	const plurals = numbered(w.plurals).map(p => p[0]);
	const list = (/** @type {string} */ d) => `${d}(?:(?: (?:${w.and})?|[/+])${d})*`;
	const day = anyOf(days.keys()), month = anyOf(months.keys());
	const th = `(?:${w.th ?? '\\.'})?`, of = `(?:${w.of ?? '(?!)'})?`;
	const [uday, uweek, umonth, uyear] = w.units.map(u => `(?:${u})`);
	const [first, , ...more] = w.ordinals;

	return { uday, uweek, umonth, uyear, each: `(?:${w.each})`,
		n: `(?<n>\\d{1,3}|${w.numbers.join('|')})`,
		unit: `(?<unit>${w.units.join('|')})`, ord: `(?<ord>${w.ordinals.join('|')})`,
		pos: `(?<pos>${[...w.ordinals, w.last].join('|')})`,
		/* Without the second: "every second Monday" is every other one. */
		place: `(?<pos>${[first, ...more, w.last].join('|')})`,
		day: `(?<day>${day})`, days: `(?<days>${list(day)})`, safe: `(?<day>${
			anyOf([...days.keys()].filter(n => !w.never?.includes(n)))}${
			w.never ? `|(?:${w.never.join('|')})\\.` : ''})`,
		short: w.never ? `(?<day>${anyOf(w.never.filter(n => days.has(n)))})` : '(?!)',
		plurals: plurals.length ? `(?<days>${list(anyOf(plurals))})` : '(?!)',
		month: `(?<month>${month})`, nth: w.nth,
		date: `(?:(?<d>\\d{1,2})${th} ${of}(?<m>${month})` + (w.lang === 'en' ?
			`|(?<m2>${month}) (?<d2>\\d{1,2})${th})` : ')'),
		part: `(?<part>${w.parts.map(p => p[0]).join('|')})` };
}

/** Returns what forms are made of in a language.
 * @param {Words} w */
function lexicon(w) {
	const days = weekdayNames(w), months = monthNames(w);
	const parts = partsOf(w, days, months);
	const fill = (/** @type {string} */ s) => s.replace(/\{([a-z]+)\}/g,
		(_, name) => parts[name]);
	const plain = (/** @type {string} */ s) => s.replace(/\.$/, '');
	const all = new Map([...days, ...numbered(w.plurals)]);

	return { w, fill, re: (/** @type {string} */ s) => new RegExp(`^(?:${fill(s)})$`),
		/** @param {string} [s] */
		number: (s = '') => /^\d/.test(s) ? parseInt(s, 10) :
			indexOfPattern(w.numbers, s) + 1,
		/** @param {string} [s] */
		ordinal: (s = '') => new RegExp(`^(?:${w.last})$`).test(s) ? -1 :
			/^\d/.test(s) ? parseInt(s, 10) : indexOfPattern(w.ordinals, s) + 1,
		/** @param {string} [s] */
		unit: (s = '') => indexOfPattern(w.units, s),
		/** @param {string} [s] @returns {number | undefined} */
		day: (s = '') => all.get(s) ?? all.get(plain(s)),
		/** @param {string} [s] @returns {number} */
		month: (s = '') => months.get(s) ?? months.get(plain(s)) ?? 0,
		/** The weekdays of a list.
		 * @param {string} s @returns {number[]} */
		daysOf: s => [...s.matchAll(new RegExp(anyOf(all.keys()), 'g'))].map(m =>
			/** @type {number} */ (all.get(m[0]) ?? all.get(plain(m[0])))),
		/** The time of a part of the day.
		 * @param {string} [s] @param {Pairs} [of] @returns {string | undefined} */
		timeOf: (s = '', of = w.parts) => of[indexOfPattern(of.map(p => p[0]), s)]?.[1] };
}

/** @typedef {ReturnType<typeof lexicon>} Lexicon */

/** Makes the table of a language.
 * @param {Words} w @returns {Table} */
export function table(w) {
	const lex = lexicon(w), days = dayForms(lex);
	const plain = (/** @type {string} */ s) => lex.fill(s).replace(/\?<\w+>/g, '?:');
	const begin = (/** @type {string} */ s) => new RegExp(`^(?:${plain(s)})`);
	const units = w.units.join('|');

	return { days, forms: [...repeatForms(lex), ...days, ...timeForms(lex)],
		until: begin(w.until), since: begin(w.since), govern: w.govern ?? '',
		loose: new RegExp(plain(`(?:^| )(?:{each}(?: {n}| (?:${w.and})?{day})?|{month}|` +
		    '(?:{pos}|{safe})(?: {unit})?|{plurals}|' +
		    `${w.nth}|${w.loose}|(?=\\D)(?:${w.onDate}|${w.at})\\d{1,2})$`)),
		not: w.not ? begin(w.not) : /(?!)/,
		soft: new RegExp(`^(?:${w.soft ?? '(?!)'}) `),
		starts: begin(`(?:{each} (?:{pos}|(?:\\S+ )?{day}|(?:{n} )?(?:${units}))|${
			w.starts ?? '(?!)'})(?: |$)`) };
}
