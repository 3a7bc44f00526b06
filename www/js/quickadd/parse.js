// Parses the line that adds a task.  Words at its end give date, time and repetition;
// signs anywhere give list, tags, person and star.  What was read is marked, and the
// user can put it back into the title.  What begins like one of these and cannot be read
// to its end stays in the title, and is named.  Today, the time, the lists and the members
// are arguments.

import { TAG_NAME } from '../data/limits.js';
import { canonicalRule, wordOfRule } from '../data/rule.js';
import { foldCase } from '../text/fold-case.js';
import { LANGUAGES } from '../text/languages.js';
import en from './en.js';
import { table } from './forms.js';
import { dueDate, readEnd } from './read-end.js';
import { timeOf } from './time-forms.js';

/** @typedef {import('../data/types').Quick} Quick
 * @typedef {import('./forms.js').Table} Table
 * @typedef {{today: string, now: string, language?: string, weekStart?: number,
 *   monthFirst?: boolean, rules?: boolean,
 *   lists?: {id: string, title: string}[],
 *   members?: {userId: string, displayName: string}[], refused?: string[]}} Context
 * language: read beside English; now: HH:MM; monthFirst: 3/4 is March; rules: false if
 * the service knows only the five words; refused: ids of spans that the user put back
 * into the title
 * @typedef {{text: string, plain: string, from: number, to: number, quoted: boolean}} Word */

/** @type {Record<string, Table>} */
const tables = { en: table(en) };

/** Loads the table of a language, if there is one.
 * @param {string} language */
export async function loadLanguage(language) {
	const l = language.split('-')[0];

	// www/bundle replaces the path by the built file's.
	if (LANGUAGES.includes(l) && !tables[l])
		tables[l] = table((await import(`./${l}.js`)).default);
}

/** The tables that are read: the language's and English.
 * @param {Context} c */
const tablesFor = c => [...new Set([tables[(c.language ?? 'en').split('-')[0]],
	tables.en])].filter(Boolean);

/** Splits a line into words.  Quoted words and words after a backslash are never read.
 * @param {string} line @returns {Word[]} */
function splitWords(line) {
	const out = [];

	for (const m of line.matchAll(/"[^"]*"\S*|“[^”]*”\S*|„[^“”]*[“”]\S*|«[^»]*»\S*|\S+/g)) {
		const text = m[0];
		out.push({ text, plain: foldCase(text).replace(/’/g, '\'').replace(/,$/, ''),
			from: m.index, to: m.index + text.length,
			quoted: /^["“„«\\]/.test(text) });
	}
	return out;
}

/** Parses a line.
 * @param {string} line @param {Context} c @returns {Quick} */
export function parse(line, c) {
	/** @type {Quick} */
	const q = { title: '', dueDate: null, reminderTime: null, recurrence: null,
		recurrenceRule: null, recurrenceFrom: 'due', starred: false, tagNames: [],
		listId: null, assigneeId: null, spans: [], unread: [] };
	const words = splitWords(line);

	const taken = new Set(applyEnd(words.filter(w => w.quoted || !readSign(w, q, c)), q, c));

	q.title = words.filter(w => !taken.has(w) && !q.spans.some(m => m.from === w.from))
	    .map(w => w.text.startsWith('\\') ? w.text.slice(1) : w.text).join(' ');
	q.spans.sort((a, b) => a.from - b.from);
	return q;
}

/** Parses a text that is nothing but a date, a time or a repetition.
 * @param {string} text @param {Context} c @returns {Quick | null} */
export function parseWhen(text, c) {
	const q = parse('- ' + text, c);

	return q.title === '-' && q.dueDate && !q.starred && !q.tagNames.length ? q : null;
}

/** @param {string} kind @param {string} text */
const spanId = (kind, text) => kind + ' ' + foldCase(text);
/** @param {Word[]} ws */
const textOf = ws => ws.map(w => w.text).join(' ');

/** @param {Quick} q @param {Context} c @param {string} kind @param {Word[]} ws
 * @returns {boolean} false if the user has put it back */
function addSpan(q, c, kind, ws) {
	const text = textOf(ws), id = spanId(kind, text);

	if (c.refused?.includes(id))
		return false;
	q.spans.push({ from: ws[0].from, to: /** @type {Word} */ (ws.at(-1)).to, kind,
		text, id });
	return true;
}

/** Reads what ends the line into the fields of a task.
 * @param {Word[]} words @param {Quick} q @param {Context} c @returns {Word[]} those that
 * were read */
function applyEnd(words, q, c) {
	const end = readEnd(words, tablesFor(c), c, ({ kind, ws }) =>
		!!c.refused?.includes(spanId(kind, textOf(ws))));
	const { rule, until = null, count = null, done } = end.reading;
	const due = end.spans.length ? dueDate(end.reading, c) : null;
	const text = rule && due && canonicalRule({ ...rule, until, count }, due);

	if (due && (until && until < due || c.rules === false && text && (done ||
	    !wordOfRule(text)))) {
		q.unread.push(textOf(words.slice(end.at)));
		return [];
	}
	if (end.unread)
		q.unread.push(textOf(end.unread));
	end.spans.forEach(m => addSpan(q, c, m.kind, m.ws));
	Object.assign(q, { dueDate: due, reminderTime: timeOf(end.reading, c),
		recurrenceRule: text ?? null, recurrence: wordOfRule(text),
		recurrenceFrom: done ? 'completion' : 'due' });
	return words.slice(end.at);
}

/** Reads a word that begins with a sign.
 * @param {Word} w @param {Quick} q @param {Context} c
 * @returns {boolean} whether it cannot be a word of a date */
function readSign(w, q, c) {
	const [sign] = w.text, rest = w.text.slice(1);
	const read = SIGNS[w.text] ?? SIGNS[sign];

	if (!read || !rest && sign !== '*')
		return false;
	if (c.refused?.some(id => SIGN_KINDS.includes(id.split(' ')[0]) &&
	    id.endsWith(' ' + foldCase(w.text))))
		return true;
	const kind = read(rest, q, c);
	if (kind)
		return addSpan(q, c, kind, [w]);
	if (kind === null)
		q.unread.push(w.text);
	return false;
}

const SIGN_KINDS = ['star', 'tag', 'list', 'person'];

/** What a word with a sign is: the kind of its span; null: not known; undefined: no sign.
 * @type {Record<string, (rest: string, q: Quick, c: Context) => string | null | undefined>} */
const SIGNS = {
	'!!': (rest, q) => (q.starred = true) && 'star',
	'*': (rest, q) => !rest && (q.starred = true) ? 'star' : undefined,
	'#': (rest, q) => {
		if (!/^[\p{N}_-]*\p{L}[\p{L}\p{N}_-]*$/u.test(rest) || [...rest].length > TAG_NAME)
			return /^\p{L}/u.test(rest) ? null : undefined;
		if (!q.tagNames.some(t => foldCase(t) === foldCase(rest)))
			q.tagNames.push(rest);
		return 'tag';
	},
	'/': (rest, q, c) => {
		const l = findUnique(c.lists ?? [], x => x.title, rest);
		if (!l || q.listId)
			return /^\p{L}[\p{L}\p{N}-]*$/u.test(rest) ? null : undefined;
		q.listId = l.id;
		return 'list';
	},
	'@': (rest, q, c) => {
		const m = findUnique(c.members ?? [], x => x.displayName, rest);
		if (!m || q.assigneeId)
			return c.members?.length ? null : undefined;
		q.assigneeId = m.userId;
		return 'person';
	},
};

/** @param {string} s */
const joinWords = s => foldCase(s).replace(/\s+/g, '-');

/** Returns the only member of all whose name is, or begins with, a name; else null.
 * @template T @param {T[]} all @param {(x: T) => string} of @param {string} name */
function findUnique(all, of, name) {
	const key = joinWords(name);
	const whole = all.filter(x => joinWords(of(x)) === key);
	const some = whole.length ? whole : all.filter(x =>
	    joinWords(of(x)).startsWith(key));

	return some.length === 1 ? some[0] : null;
}
