// Search over the replica: every word must begin a word of a task's title, notes,
// steps or tags, or of its list's name; without regard to case and accents.

import { fold } from './fold.js';
import { onTold, steps, store } from './state.js';

/** @typedef {import('./types').Task} Task */

/** Text as words, each with a blank before it.
 * @param {string} s */
export const asWords = s => ' ' + fold(s).replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** Whether words begin words of a text.
 * @param {string[]} words each with a blank before it @param {string} text */
export const begin = (words, text) => words.every(w => text.includes(w));

/** @param {string} q */
export const wordsOf = q => asWords(q).split(' ').filter(Boolean)
	.map(w => ' ' + w);

/** What is searched of each task.
 * @type {Map<string, string>} */
const texts = new Map();
/** @type {Map<string, string>} of lists and tags */
const names = new Map();

/** What was searched last and what was found, until something changes.
 * @type {{words: string[], found: Task[]} | null} */
let last = null;

onTold((kind, old, now) => {
	last = null;
	if (texts.size && (kind === 'task' || kind === 'step'))
		texts.delete(kind === 'task' ? (old ?? now).id : (old ?? now).taskId);
	else if (kind === 'list' || kind === 'tag')
		names.delete((old ?? now).id);
});

/** @param {Task} t */
function text(t) {
	let s = texts.get(t.id);

	if (s === undefined) {
		s = asWords([t.title, t.notes ?? '', ...steps(t.id).map(x => x.title)]
			.join(' '));
		texts.set(t.id, s);
	}
	return s;
}

/** @param {string} id @param {string} name */
function named(id, name) {
	let s = names.get(id);

	if (s === undefined)
		names.set(id, s = asWords(name));
	return s;
}

/** The tasks that hold all words of q, open ones first, then the newest.  As words
 * get longer, only what was found before is looked at.
 * @param {string} q @returns {Task[]} */
export function search(q) {
	const words = wordsOf(q);

	if (words.length === 0)
		return [];
	if (last?.words.join() === words.join())
		return last.found;
	const found = last?.words.every(o => words.some(w => w.startsWith(o))) ?
	    holding(words, last.found) : holding(words, store.view.task.values())
		.sort((a, b) => +a.done - +b.done ||
		    (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : 0));
	last = { words, found };
	return found;
}

/** @param {string[]} words @param {Iterable<Task>} tasks */
function holding(words, tasks) {
	const all = words.map(w => ({ w, lists: naming(w, 'list'), tags: naming(w, 'tag') }));
	const found = [];

	for (const t of tasks)
		if (all.every(x => text(t).includes(x.w) || x.lists.has(t.listId) ||
		    x.tags.size > 0 && tagged(t.id, x.tags)))
			found.push(t);
	return found;
}

/** The lists or tags in whose name a word begins with w.
 * @param {string} w @param {'list' | 'tag'} kind @returns {Set<string>} */
function naming(w, kind) {
	const out = new Set();

	for (const r of store.view[kind].values())
		if (named(r.id, r.title ?? r.name).includes(w))
			out.add(r.id);
	return out;
}

/** @param {string} id @param {Set<string>} tags */
const tagged = (id, tags) => store.get('taskTags', id)?.tagIds
	.some((/** @type {string} */ i) => tags.has(i)) ?? false;

/** Prepares the search while the page is idle.
 * @param {IDLE} [idle] */
export function prepare(idle = later) {
	const waiting = [...store.view.task.values()];

	idle(function some(left) {
		while (waiting.length && left() > 2)
			text(/** @type {Task} */ (waiting.pop()));
		if (waiting.length)
			idle(some);
	});
}

/** @typedef {(fn: (left: () => number) => void) => void} IDLE */

/** @type {IDLE} */
const later = fn => {
	const idle = globalThis.requestIdleCallback;

	if (idle)
		idle(d => fn(() => d.timeRemaining()));
	else
		setTimeout(() => {
			const end = Date.now() + 10;
			fn(() => end - Date.now());
		}, 200);
};
