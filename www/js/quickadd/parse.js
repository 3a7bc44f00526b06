// Parses the line that adds a task.  Words at its end give date, time and repetition;
// signs anywhere give list, tags, person and star.  What was read is marked, and the
// user can put it back into the title.  Today, the time, the lists and the members are
// arguments.

import { addDays, nextWeekday, weekday } from '../data/dates.js';
import { TAG_NAME } from '../data/limits.js';
import { foldCase } from '../text/fold-case.js';
import { LANGUAGES } from '../text/languages.js';
import en from './en.js';

/** @typedef {import('../data/types').Quick} Quick
 * @typedef {import('./table.js').Table} Table
 * @typedef {{today: string, now: string, language?: string, weekStart?: number,
 *   monthFirst?: boolean,
 *   lists?: {id: string, title: string}[],
 *   members?: {userId: string, displayName: string}[], refused?: string[]}} Context
 * language: read beside English; now: HH:MM; monthFirst: 3/4 is March; refused: ids
 * of marks that the user put back into the title
 * @typedef {{text: string, plain: string, from: number, to: number, quoted: boolean}} Word
 * @typedef {{date?: string, time?: string, repeat?: string,
 *   on?: number, weak?: boolean}} Reading weak: with a date alone */

/** @type {Record<string, Table>} */
const tables = { en };

/** Loads the table of a language, if there is one.
 * @param {string} language */
export async function loadLanguage(language) {
	const l = language.split('-')[0];

	// www/bundle replaces the path by the built file's.
	if (LANGUAGES.includes(l) && !tables[l])
		tables[l] = (await import(`./${l}.js`)).default;
}

/** @param {Context} c */
const tablesFor = c => [tables[(c.language ?? 'en').split('-')[0]], en]
	.filter((t, i, all) => t && all.indexOf(t) === i);

/** Splits a line into words.  Quoted words and words after a backslash are never read.
 * @param {string} line @returns {Word[]} */
function splitWords(line) {
	const out = [];

	for (const m of line.matchAll(/"[^"]*"\S*|“[^”]*”\S*|„[^“”]*[“”]\S*|«[^»]*»\S*|\S+/g)) {
		const text = m[0];
		out.push({ text, plain: foldCase(text), from: m.index,
			to: m.index + text.length, quoted: /^["“„«\\]/.test(text) });
	}
	return out;
}

/** Parses a line.
 * @param {string} line @param {Context} c @returns {Quick} */
export function parse(line, c) {
	/** @type {Quick} */
	const q = { title: '', dueDate: null, reminderTime: null, recurrence: null,
		starred: false, tagNames: [], listId: null, assigneeId: null,
		marks: [] };
	const words = splitWords(line);
	const rest = words.filter(w => w.quoted || !readSign(w, q, c));
	const taken = readEnd(rest, q, c);

	q.title = title(line, rest.slice(0, rest.length - taken));
	q.marks.sort((a, b) => a.from - b.from);
	return q;
}

/** Returns the title: the remaining words, without backslashes.
 * @param {string} line @param {Word[]} words */
const title = (line, words) => words.map(w =>
	w.text.startsWith('\\') ? w.text.slice(1) : w.text).join(' ');

/** @param {Quick} q @param {Context} c @param {string} kind @param {Word[]} ws
 * @returns {boolean} false if the user has put it back */
function addMark(q, c, kind, ws) {
	const text = ws.map(w => w.text).join(' '), id = kind + ' ' + foldCase(text);

	if (c.refused?.includes(id))
		return false;
	q.marks.push({ from: ws[0].from, to: /** @type {Word} */ (ws.at(-1)).to, kind,
		text, id });
	return true;
}

/** Reads a word that begins with a sign.
 * @param {Word} w @param {Quick} q @param {Context} c */
function readSign(w, q, c) {
	const rest = w.text.slice(1);

	if (w.text === '!!' || w.text === '*')
		return addMark(q, c, 'star', [w]) && (q.starred = true);
	if (w.text[0] === '#' && /^[\p{L}\p{N}_-]+$/u.test(rest) &&
	    [...rest].length <= TAG_NAME &&
	    addMark(q, c, 'tag', [w])) {
		if (!q.tagNames.some(t => foldCase(t) === foldCase(rest)))
			q.tagNames.push(rest);
		return true;
	}
	if (w.text[0] === '/' && rest)
		return readList(w, rest, q, c);
	return w.text[0] === '@' && !!rest && readPerson(w, rest, q, c);
}

/** @param {string} s */
const joinWords = s => foldCase(s).replace(/\s+/g, '-');

/** @param {Word} w @param {string} name @param {Quick} q @param {Context} c */
function readList(w, name, q, c) {
	const l = findUnique(c.lists ?? [], x => x.title, name);

	if (!l || q.listId || !addMark(q, c, 'list', [w]))
		return false;
	q.listId = l.id;
	return true;
}

/** @param {Word} w @param {string} name @param {Quick} q @param {Context} c */
function readPerson(w, name, q, c) {
	const m = findUnique(c.members ?? [], x => x.displayName, name);

	if (!m || q.assigneeId || !addMark(q, c, 'person', [w]))
		return false;
	q.assigneeId = m.userId;
	return true;
}

/** Returns the only member of all whose name is, or begins with, a name; else null.
 * @template T @param {T[]} all @param {(x: T) => string} of @param {string} name */
function findUnique(all, of, name) {
	const key = joinWords(name);
	const whole = all.filter(x => joinWords(of(x)) === key);
	const some = whole.length ? whole : all.filter(x =>
	    joinWords(of(x)).startsWith(key));

	return some.length === 1 ? some[0] : null;
}

/** Reads as many dates, times and repetitions as end the line.
 * @param {Word[]} words @param {Quick} q @param {Context} c
 * @returns {number} how many words it takes */
function readEnd(words, q, c) {
	let taken = 0, at = words.length;
	/** @type {Reading} */
	const r = {};
	/** @type {{kind: string, ws: Word[]}[]} */
	const marks = [];

	for (;;) {
		const found = readLast(words.slice(0, at), r, c);
		if (!found)
			break;
		const ws = words.slice(at - found.n, at);
		const kind = found.r.repeat ? 'repeat' : found.r.date ? 'date' : 'time';
		const id = kind + ' ' + foldCase(ws.map(w => w.text).join(' '));
		if (at === found.n)
			return 0;	// nothing would be left: it is the title
		if (c.refused?.includes(id))
			break;
		Object.assign(r, found.r);
		marks.push({ kind, ws });
		at -= found.n;
	}
	if (marks.length) {
		taken = words.length - at;
		marks.forEach(m => addMark(q, c, m.kind, m.ws));
		applyReading(r, q, c);
	}
	return taken;
}

/** Finds the longest form that ends these words and adds to what was read.
 * @param {Word[]} words @param {Reading} have @param {Context} c
 * @returns {{n: number, r: Reading} | null} */
function readLast(words, have, c) {
	for (let n = Math.min(5, words.length); n > 0; n--) {
		const ws = words.slice(-n);
		if (ws.some(w => w.quoted))
			continue;
		const text = ws.map(w => w.plain).join(' ').replace(/,(?= |$)/g, '');
		const before = (words.at(-n - 1)?.plain ?? '') + ' ' + text;
		for (const t of tablesFor(c)) {
			const r = t.not?.test(before) ? null : matchForm(text, t, c);
			if (r && !Object.keys(r).some(k => k in have) &&
			    (!r.weak || have.date ||
			    readLast(words.slice(0, -n), { time: '' }, c)?.r.date))
				return { n, r };
		}
	}
	return null;
}

/** Reads a whole text by the forms of a language.
 * @param {string} text folded @param {Table} t @param {Context} c
 * @returns {Reading | null} */
function matchForm(text, t, c) {
	for (const [pattern, make] of t.forms) {
		const m = pattern.exec(text);
		const r = m && make(m, c);
		if (r)
			return r;
	}
	return null;
}

/** Sets the fields of a task from what was read.
 * @param {Reading} r @param {Quick} q @param {Context} c */
function applyReading(r, q, c) {
	q.reminderTime = r.time ?? null;
	q.recurrence = /** @type {any} */ (r.repeat ?? null);
	if (r.date)
		q.dueDate = r.date;
	else if (r.on !== undefined)
		q.dueDate = nextWeekday(c.today, r.on);
	else if (r.repeat === 'weekdays')
		q.dueDate = addDays(c.today, [1, 0, 0, 0, 0, 0, 2][weekday(c.today)]);
	else if (r.repeat || r.time)
		q.dueDate = c.today;
	if (r.time && !r.date && !r.repeat && r.time <= c.now)
		q.dueDate = addDays(c.today, 1);
}
