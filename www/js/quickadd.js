// Parses the line that adds a task.  Words at its end say when and how often, signs
// anywhere say where and how.  What is read is marked, and can be put back into the
// title.  Today, the clock, the lists and the members are arguments.

import { addDays, nextWeekday, weekday } from './dates.js';
import { fold } from './fold.js';
import en from './quickadd/en.js';
import { TAG_NAME } from './limits.js';

/** @typedef {import('./types').Quick} Quick
 * @typedef {import('./quickadd/table.js').Table} Table
 * @typedef {{today: string, now: string, language?: string, weekStart?: number,
 *   monthFirst?: boolean,
 *   lists?: {id: string, title: string}[],
 *   members?: {userId: string, displayName: string}[], refused?: string[]}} Context
 * language: read beside English; now: HH:MM; monthFirst: 3/4 is March; refused: ids
 * of marks that were given back
 * @typedef {{text: string, plain: string, from: number, to: number, quoted: boolean}} Word
 * @typedef {{date?: string, time?: string, repeat?: string,
 *   on?: number, weak?: boolean}} Reading weak: with a date alone */

/** @type {Record<string, Table>} */
const tables = { en };
const LANGUAGES = ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];

/** Makes a language readable, if there is a table for it.
 * @param {string} language */
export async function learn(language) {
	const l = language.split('-')[0];

	// www/bundle puts the name of the built file in its place.
	if (LANGUAGES.includes(l) && !tables[l])
		tables[l] = (await import(`./quickadd/${l}.js`)).default;
}

/** @param {Context} c */
const tablesOf = c => [tables[(c.language ?? 'en').split('-')[0]], en]
	.filter((t, i, all) => t && all.indexOf(t) === i);

/** The words of a line; what is quoted or behind a backslash is never read.
 * @param {string} line @returns {Word[]} */
export function split(line) {
	const out = [];

	for (const m of line.matchAll(/"[^"]*"\S*|“[^”]*”\S*|„[^“”]*[“”]\S*|«[^»]*»\S*|\S+/g)) {
		const text = m[0];
		out.push({ text, plain: fold(text), from: m.index,
			to: m.index + text.length, quoted: /^["“„«\\]/.test(text) });
	}
	return out;
}

/** Reads a line.
 * @param {string} line @param {Context} c @returns {Quick} */
export function read(line, c) {
	/** @type {Quick} */
	const q = { title: '', dueDate: null, reminderTime: null, recurrence: null,
		starred: false, tagNames: [], listId: null, assigneeId: null,
		marks: [] };
	const words = split(line);
	const rest = words.filter(w => w.quoted || !sigil(w, q, c));
	const taken = tail(rest, q, c);

	q.title = title(line, rest.slice(0, rest.length - taken));
	q.marks.sort((a, b) => a.from - b.from);
	return q;
}

/** What is left, as it was written; the backslash goes.
 * @param {string} line @param {Word[]} words */
const title = (line, words) => words.map(w =>
	w.text.startsWith('\\') ? w.text.slice(1) : w.text).join(' ');

/** @param {Quick} q @param {Context} c @param {string} kind @param {Word[]} ws
 * @returns {boolean} whether it stays marked */
function mark(q, c, kind, ws) {
	const text = ws.map(w => w.text).join(' '), id = kind + ' ' + fold(text);

	if (c.refused?.includes(id))
		return false;
	q.marks.push({ from: ws[0].from, to: /** @type {Word} */ (ws.at(-1)).to, kind,
		text, id });
	return true;
}

/** Reads a word that stands for itself.
 * @param {Word} w @param {Quick} q @param {Context} c */
function sigil(w, q, c) {
	const rest = w.text.slice(1);

	if (w.text === '!!' || w.text === '*')
		return mark(q, c, 'star', [w]) && (q.starred = true);
	if (w.text[0] === '#' && /^[\p{L}\p{N}_-]+$/u.test(rest) &&
	    [...rest].length <= TAG_NAME &&
	    mark(q, c, 'tag', [w])) {
		if (!q.tagNames.some(t => fold(t) === fold(rest)))
			q.tagNames.push(rest);
		return true;
	}
	if (w.text[0] === '/' && rest)
		return place(w, rest, q, c);
	return w.text[0] === '@' && !!rest && person(w, rest, q, c);
}

/** @param {string} s */
const joined = s => fold(s).replace(/\s+/g, '-');

/** @param {Word} w @param {string} name @param {Quick} q @param {Context} c */
function place(w, name, q, c) {
	const l = unique(c.lists ?? [], x => x.title, name);

	if (!l || q.listId || !mark(q, c, 'list', [w]))
		return false;
	q.listId = l.id;
	return true;
}

/** @param {Word} w @param {string} name @param {Quick} q @param {Context} c */
function person(w, name, q, c) {
	const m = unique(c.members ?? [], x => x.displayName, name);

	if (!m || q.assigneeId || !mark(q, c, 'person', [w]))
		return false;
	q.assigneeId = m.userId;
	return true;
}

/** The one of which a name is the whole or the start.
 * @template T @param {T[]} all @param {(x: T) => string} of @param {string} name */
function unique(all, of, name) {
	const key = joined(name);
	const whole = all.filter(x => joined(of(x)) === key);
	const some = whole.length ? whole : all.filter(x =>
	    joined(of(x)).startsWith(key));

	return some.length === 1 ? some[0] : null;
}

/** Reads the longest run of times and dates that ends the line.
 * @param {Word[]} words @param {Quick} q @param {Context} c
 * @returns {number} how many words it takes */
function tail(words, q, c) {
	let taken = 0, at = words.length;
	/** @type {Reading} */
	const r = {};
	/** @type {{kind: string, ws: Word[]}[]} */
	const marks = [];

	for (;;) {
		const found = last(words.slice(0, at), r, c);
		if (!found)
			break;
		const ws = words.slice(at - found.n, at);
		const kind = found.r.repeat ? 'repeat' : found.r.date ? 'date' : 'time';
		const id = kind + ' ' + fold(ws.map(w => w.text).join(' '));
		if (at === found.n)
			return 0;	// nothing else is left: it is a title
		if (c.refused?.includes(id))
			break;
		Object.assign(r, found.r);
		marks.push({ kind, ws });
		at -= found.n;
	}
	if (marks.length) {
		taken = words.length - at;
		marks.forEach(m => mark(q, c, m.kind, m.ws));
		settle(r, q, c);
	}
	return taken;
}

/** The longest form that ends these words, and says what is not said yet.
 * @param {Word[]} words @param {Reading} have @param {Context} c
 * @returns {{n: number, r: Reading} | null} */
function last(words, have, c) {
	for (let n = Math.min(5, words.length); n > 0; n--) {
		const ws = words.slice(-n);
		if (ws.some(w => w.quoted))
			continue;
		const text = ws.map(w => w.plain).join(' ').replace(/,(?= |$)/g, '');
		const before = (words.at(-n - 1)?.plain ?? '') + ' ' + text;
		for (const t of tablesOf(c)) {
			const r = t.not?.test(before) ? null : form(text, t, c);
			if (r && !Object.keys(r).some(k => k in have) &&
			    (!r.weak || have.date ||
			    last(words.slice(0, -n), { time: '' }, c)?.r.date))
				return { n, r };
		}
	}
	return null;
}

/** What a text says, whole.
 * @param {string} text folded @param {Table} t @param {Context} c
 * @returns {Reading | null} */
export function form(text, t, c) {
	for (const [pattern, make] of t.forms) {
		const m = pattern.exec(text);
		const r = m && make(m, c);
		if (r)
			return r;
	}
	return null;
}

/** What follows from what was read.
 * @param {Reading} r @param {Quick} q @param {Context} c */
function settle(r, q, c) {
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
