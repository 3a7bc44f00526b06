// The forms of repetitions, and of what can follow them.

import { DAYS, FREQS, parseRule } from '../data/rule.js';

/** @typedef {import('./forms.js').Form} Form
 * @typedef {import('./forms.js').Groups} Groups
 * @typedef {import('./forms.js').Reading} Reading
 * @typedef {import('./forms.js').Lexicon} Lexicon
 * @typedef {{n?: number, unit?: number, days?: number[], nth?: number, about?: string}} Given
 * what a pattern means whatever its groups are: interval, unit, weekdays, day of the
 * month, part of the day */

/** Returns BYMONTHDAY and what it needs, so that a day that a month does not have is its
 * last one.
 * @param {number} day @param {number} [month] */
function monthDayText(day, month) {
	const days = [28, 29, 30, 31].filter(d => d <= day);

	return month === 2 && day === 29 || !month && day > 28 ?
		`BYMONTHDAY=${days};BYSETPOS=-1` : 'BYMONTHDAY=' + day;
}

/** Returns the rule that a form means, or null if there is none.
 * @param {Groups} g @param {Given} x @param {Lexicon} lex */
function ruleOf(g, x, lex) {
	const days = g.days ? lex.daysOf(g.days) : g.day ? [lex.day(g.day)] : x.days;
	const place = g.pos ? lex.ordinal(g.pos) : 0, month = lex.month(g.month ?? g.m ?? g.m2);
	const nth = x.nth ?? (g.nth ? lex.ordinal(g.nth) : +(g.d ?? g.d2 ?? 0));
	const unit = x.unit ?? (g.unit ? lex.unit(g.unit) : month ? 3 : place || nth ? 2 : 1);
	const n = x.n ?? (g.ord ? lex.ordinal(g.ord) : g.n ? lex.number(g.n) : 1);
	const names = days?.map(d => DAYS[d ?? 0]);

	return parseRule(['FREQ=' + FREQS[unit], 'INTERVAL=' + n, month && 'BYMONTH=' + month,
		nth && monthDayText(nth, month),
		names && 'BYDAY=' + (place && !x.days ? names.map(d => place + d) : names),
		place && x.days && 'BYSETPOS=' + place].filter(Boolean).join(';'));
}

/** @param {Lexicon} lex @returns {Form[]} */
export function repeatForms(lex) {
	const { w } = lex;
	/** @type {[string, Form['make']][]} */
	const forms = [
		...w.repeats.map(([s, x]) => /** @type {[string, Form['make']]} */ ([s, g => {
			const rule = ruleOf(g, x, lex), about = x.about ?? lex.timeOf(g.part);
			return rule && { rule, named: !!(g.days || g.day && !g.pos),
				...about ? { about } : {} };
		}])),
		...(w.attached ?? []).map(([s, about]) => /** @type {[string, Form['make']]} */ ([
			`{each} {day}(?:${s})`, g => {
				const rule = ruleOf(g, {}, lex);
				return rule && { rule, named: true, about };
			}])),
		[w.done, () => ({ done: true, needs: 'rule' })],
		[`(?:${w.times})`, g => ({ count: lex.number(g.n), needs: 'rule' })],
	];

	return forms.map(([s, make]) => ({ kind: 'repeat', re: lex.re(s), make }));
}
