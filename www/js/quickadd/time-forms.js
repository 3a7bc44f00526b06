// The forms of times.

/** @typedef {import('./forms.js').Form} Form
 * @typedef {import('./parse.js').Context} Context
 * @typedef {import('./forms.js').Reading} Reading
 * @typedef {import('./forms.js').Lexicon} Lexicon */

/** Returns HH:MM, or null if it is not a time.
 * @param {string | undefined} h @param {string} [m] @param {string} [half] a or p */
function clock(h, m = '0', half = '') {
	const n = +(h ?? 0);

	if (half && (n < 1 || n > 12))
		return null;
	const hour = half ? n % 12 + (half === 'p' ? 12 : 0) : n;

	return hour < 24 && +m < 60 ? String(hour).padStart(2, '0') + ':' +
	    m.padStart(2, '0') : null;
}

/** @param {string | null} time @param {Reading} [more] @returns {Reading} */
const asReading = (time, more) => ({ ...time ? { time } : { none: true }, ...more });

/** @param {Lexicon} lex @returns {Form[]} */
export function timeForms(lex) {
	const { w } = lex, at = `(?:${w.at})?`, h = '(?<h>\\d{1,2})', m = '(?<min>\\d\\d)';
	const half = w.ampm ? ' ?(?<half>[ap])\\.?m\\.?' : '(?!)';
	/* Where clocks go to 12, an hour alone is not clear without a part of the day. */
	const needs = w.ampm ? 'about' : 'day', bare = `(?:${w.bare ?? w.at})${h}`;
	const span = `\\d{1,2}(?:[:.h]\\d\\d)?(?: ?(?:[ap]m|h|uhr))?`;
	/** @type {[string, Form['make']][]} */
	const forms = [
		[`${at}${h}[:.]${m}${half}`, g => asReading(clock(g.h, g.min, g.half), { half: true })],
		[`${at}${h}${half}`, g => asReading(clock(g.h, '0', g.half), { half: true })],
		[`${at}(?:${w.hour ?? '(?!)'}) {part}`, g => asReading(clock(g.h, g.min),
		    { about: lex.timeOf(g.part) })],
		[`${at}(?:${w.hour ?? '(?!)'})`, g => asReading(clock(g.h,
		    g.min ?? g.min2))],
		[`${at}${h}:${m}`, g => asReading(clock(g.h, g.min))],
		[`(?:${w.at})(?:${w.noon})`, () => ({ time: '12:00' })],
		[w.noon, () => ({ time: '12:00', needs: 'day' })],
		['{part}', g => ({ about: lex.timeOf(g.part), needs: 'day' })],
		[`(?:${w.bare ?? w.at})${h}(?:[:.]${m})? {part}`, g => asReading(clock(g.h, g.min),
		    { about: lex.timeOf(g.part) })],
		[`${at}(?:${w.halfTo ?? '(?!)'}) {n}`, g => asReading(clock(String(lex.number(g.n) - 1),
		    '30'), { needs: 'day' })],
		/* A dot can stand in a date, too, if there is such a month. */
		[`${at}${h}\\.${m}`, g => asReading(/00|1[3-9]|[2-5]/.test(g.min ?? '') ?
			clock(g.h, g.min) : null, { needs: 'day' })],
		[`${at}${span} ?[-–] ?${span}`, () => ({ none: true, needs: 'day' })],
		[bare, g => asReading(clock(g.h), { needs })],
		[bare, () => ({ none: true, needs: 'day' })],
	];

	return forms.map(([s, make]) => ({ kind: 'time', re: lex.re(s), make }));
}

/** Returns the time that a reading means.
 * @param {Reading} r @param {Context} c */
export function timeOf({ time, about = '', half, date, rule }, c) {
	if (time && about > '12:00' && time < '12:00' && !half)
		return `${+time.slice(0, 2) + 12}${time.slice(2)}`;
	return time ?? (about && (rule || date !== c.today || about > c.now) ? about : null);
}
