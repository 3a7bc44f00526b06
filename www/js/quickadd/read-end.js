// Reads the dates, times and repetitions that end a line: to the last word, or not at all.

import { addDays } from '../data/dates.js';
import { firstDate } from '../data/series.js';
import { timeOf } from './time-forms.js';

/** @typedef {import('./parse.js').Word} Word
 * @typedef {import('./parse.js').Context} Context
 * @typedef {import('./forms.js').Table} Table
 * @typedef {import('./forms.js').Reading} Reading
 * @typedef {{kind: string, from: number, to: number, reading: Reading}} Part of the line, by
 * its words
 * @typedef {{kind: string, ws: Word[]}} Span */

const MOST_WORDS = 16, MOST_OF_FORM = 11, SOFT_WORDS = 5;

/** Returns what these words can be in a language.
 * @param {string} text @param {Table} t @param {Context} c
 * @returns {Pick<Part, 'kind' | 'reading'>[]} */
function formsOf(text, t, c) {
	const out = [];

	for (const [prefix, wrap] of /** @type {const} */ ([
		[t.until, (/** @type {Reading} */ r) => ({ until: r.date, needs: 'rule' })],
		[t.since, (/** @type {Reading} */ r) => ({ date: r.date, needs: 'rule' })]])) {
		const m = prefix.exec(text), rest = m && t.govern + text.slice(m[0].length);
		for (const f of rest ? t.days : []) {
			const found = f.re.exec(/** @type {string} */ (rest));
			const r = found && f.make(found.groups ?? {}, c);
			if (r && !r.time && !r.none)
				out.push({ kind: 'repeat', reading: /** @type {Reading} */ (wrap(r)) });
		}
	}
	for (const f of t.forms) {
		const m = f.re.exec(text), r = m && f.make(m.groups ?? {}, c);
		if (r)
			out.push({ kind: f.kind, reading: r });
	}
	return out;
}

/** Returns the parts that make up all words from one on, or null.
 * @param {(from: number, to: number) => Pick<Part, 'kind' | 'reading'>[]} of
 * @param {number} at @param {number} end @param {Reading} have what was read before
 * @param {boolean} none whether a part can be no date or time @returns {Part[] | null} */
function partsFrom(of, at, end, have, none) {
	if (at === end)
		return [];
	for (let to = Math.min(end, at + MOST_OF_FORM); to > at; to--)
		for (const { kind, reading } of of(at, to)) {
			const { needs, then, ...r } = reading;
			if (needs && !hasWhat(needs, have) || r.none && !none ||
			    Object.keys(r).some(k => k in have && k !== 'none'))
				continue;
			const rest = partsFrom(of, to, end, { ...have, ...r }, none);
			if (rest && (!then || rest[0]?.kind === then))
				return [{ kind, from: at, to, reading: r }, ...rest];
		}
	return null;
}

/** @param {string} needs @param {Reading} have */
const hasWhat = (needs, have) => needs === 'day' ? !!(have.rule || have.date) :
	needs === 'rule' ? !!have.rule : !!have.about;

/** Returns spans of parts; parts of a repetition that follow each other are one.
 * @param {Part[]} parts @param {Word[]} words @returns {(Span & {to: number})[]} */
function spansOf(parts, words) {
	/** @type {{kind: string, from: number, to: number}[]} */
	const out = [];

	for (const p of parts) {
		const last = out.at(-1);
		if (last && last.kind === 'repeat' && p.kind === 'repeat')
			last.to = p.to;
		else
			out.push({ kind: p.kind, from: p.from, to: p.to });
	}
	return out.map(m => ({ kind: m.kind, to: m.to, ws: words.slice(m.from, m.to) }));
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** @param {Word[]} words @param {number} from @param {number} [to] */
const textOf = (words, from, to) => words.slice(Math.max(0, from), to).map(w => w.plain)
	.join(' ');

/** Returns a function that returns the parts that make up all words from one on, to an
 * end.
 * @param {Word[]} words @param {Table} t @param {Context} c */
function partsReader(words, t, c) {
	/** @type {Map<string, Pick<Part, 'kind' | 'reading'>[]>} */
	const known = new Map();
	const of = (/** @type {number} */ from, /** @type {number} */ to) => {
		const text = textOf(words, from, to);
		if (!known.has(text))
			known.set(text, formsOf(text, t, c));
		return known.get(text) ?? [];
	};

	return (/** @type {number} */ at, none = false, end = words.length) =>
		partsFrom(of, at, end, {}, none);
}

/** @typedef {{at: number, spans: Span[], reading: Reading, unread: Word[] | null}} End
 * at: the first word that is read; unread: words that begin like a date or a repetition
 * and cannot be read to the end
 * @typedef {(m: Span) => boolean} Refused whether the user has put a span back */

/** Reads the end of a line by the table of a language.
 * @param {Word[]} words @param {Table} t @param {Table[]} tables @param {Context} c
 * @param {Refused} refused @returns {End} */
function readWith(words, t, tables, c, refused) {
	const n = words.length, partsAt = partsReader(words, t, c);
	const nothing = (/** @type {number | undefined} */ from) => ({ at: n, spans: [],
		reading: {}, unread: from === undefined ? null : words.slice(from) });
	const begun = (/** @type {number} */ end) => range(least, end).find(i =>
		t.starts.test(textOf(words, i)));
	const loose = (/** @type {number} */ at) => t.not.test(textOf(words, at - 1)) ||
		tables.some(x => x.loose.test(textOf(words, at - 4, at)));
	/* Where another date begins that ends here, or before a word that joins them. */
	const joined = (/** @type {number} */ at) => range(least, at).find(i =>
		partsAt(i, false, at) || i < at - 1 && partsAt(i, false, at - 1) &&
		    (loose(at) || /^\P{L}+$/u.test(words[at - 1].plain)));
	/* At least one word stays in the title; what was put back stays there, too. */
	let least = Math.max(1, n - MOST_WORDS, words.findLastIndex(w => w.quoted) + 1), back = -1;

	for (let at = least; at < n; at++) {
		const parts = partsAt(at), spans = parts && spansOf(parts, words);
		const to = spans?.findLast(refused)?.to;
		if (to)
			back = least = to, at = to - 1;
		else if (parts && spans) {
			const other = begun(at) ?? (at === back ? undefined : joined(at));
			return other !== undefined || at !== back && loose(at) ? nothing(other) :
				{ at, spans, unread: null, reading: Object.assign({},
				    ...parts.map(p => p.reading)) };
		}
	}
	return nothing(begun(n) ?? range(least, n).find(at => partsAt(at, true) && !loose(at)) ??
		range(Math.max(least, n - SOFT_WORDS), n - 1).find(at =>
		    t.soft.test(textOf(words, at)) && /^\p{Ll}/u.test(words[at].text)));
}

/** Reads the end of a line by the language in which it takes most words.
 * @param {Word[]} words @param {Table[]} tables @param {Context} c
 * @param {Refused} refused @returns {End} */
export function readEnd(words, tables, c, refused) {
	const all = tables.map(t => readWith(words, t, tables, c, refused));
	const best = all.reduce((a, b) => b.at < a.at ? b : a);

	/* What one language has read can be a part of what the other could not. */
	return all.find(e => e.unread && best.at > words.indexOf(e.unread[0])) ?? best;
}

/** Returns the first due date that a reading means.
 * @param {Reading} r @param {Context} c */
export function dueDate(r, c) {
	const time = timeOf(r, c), late = !!time && time <= c.now, tomorrow = addDays(c.today, 1);

	if (!r.rule || !r.rule.byDay.length && !r.rule.byMonthDay.length)
		return r.date ?? (late ? tomorrow : c.today);
	const from = r.date ?? (r.named || late ? tomorrow : c.today);
	return firstDate({ ...r.rule, interval: 1 }, addDays(from, -1), from);
}
