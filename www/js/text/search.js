// Searches the replica: every word must begin a word of a task's title, notes, steps
// or tags, or of its list's name.  Case and accents are ignored.

import { onRecordChange, store } from '../data/state.js';
import { foldCase, isPlain } from './fold-case.js';

/** @typedef {import('../data/types').Task} Task */

/** Returns a text in lower case without accents, a space before each word.
 * @param {string} s */
const normalizeWords = s => foldCase(' ' + s).replace(isPlain(s) ? /[^a-z0-9]+/g :
	/[^\p{L}\p{N}]+/gu, ' ').trimEnd();

/** @param {string} q */
export const searchWords = q => normalizeWords(q).split(' ').filter(Boolean)
	.map(w => ' ' + w);

/** The normalized text of each task, by its id.
 * @type {Map<string, string>} */
const texts = new Map();
/** The normalized names of lists and tags, by their ids.
 * @type {Map<string, string>} */
const names = new Map();

/** The last search and its result, until a record changes.
 * @type {{words: string[], found: Task[]} | null} */
let lastSearch = null;

onRecordChange((kind, old, now) => {
	lastSearch = null;
	if (texts.size && (kind === 'task' || kind === 'step'))
		texts.delete(kind === 'task' ? (old ?? now).id : (old ?? now).taskId);
	else if (kind === 'list' || kind === 'tag')
		names.delete((old ?? now).id);
});

/** @param {Task} t */
function searchTextOf(t) {
	let s = texts.get(t.id);

	if (s === undefined) {
		s = t.title + ' ' + (t.notes ?? '');
		for (const id of store.childIds('step', t.id))
			s += ' ' + (store.get('step', id)?.title ?? '');
		texts.set(t.id, s = normalizeWords(s));
	}
	return s;
}

/** @param {string} id @param {string} name */
function normalizedName(id, name) {
	let s = names.get(id);

	if (s === undefined)
		names.set(id, s = normalizeWords(name));
	return s;
}

/** Returns the tasks that contain all words of q, open ones first, then the newest.
 * If words only got longer, it searches the previous result.
 * @param {string} q @returns {Task[]} */
export function search(q) {
	const words = searchWords(q);

	if (words.length === 0)
		return [];
	if (lastSearch?.words.join() === words.join())
		return lastSearch.found;
	const found = lastSearch?.words.every(o => words.some(w => w.startsWith(o))) ?
	    filterTasks(words, lastSearch.found) : filterTasks(words, store.view.task.values())
		.sort((a, b) => +a.done - +b.done ||
		    (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : 0));
	lastSearch = { words, found };
	return found;
}

/** @param {string[]} words @param {Iterable<Task>} tasks */
function filterTasks(words, tasks) {
	const all = words.map(w => ({ w, lists: idsByName(w, 'list'),
		tags: idsByName(w, 'tag') }));
	const found = [];

	for (const t of tasks)
		if (all.every(x => searchTextOf(t).includes(x.w) || x.lists.has(t.listId) ||
		    x.tags.size > 0 && tagged(t.id, x.tags)))
			found.push(t);
	return found;
}

/** Returns the lists or tags in whose name a word begins with w.
 * @param {string} w @param {'list' | 'tag'} kind @returns {Set<string>} */
function idsByName(w, kind) {
	const out = new Set();

	for (const r of store.view[kind].values())
		if (normalizedName(r.id, r.title ?? r.name).includes(w))
			out.add(r.id);
	return out;
}

/** @param {string} id @param {Set<string>} tags */
const tagged = (id, tags) => store.get('taskTags', id)?.tagIds
	.some((/** @type {string} */ i) => tags.has(i)) ?? false;

/** Normalizes the texts of all tasks while the page is idle.
 * @param {IDLE} [idle] */
export function buildSearchTexts(idle = whenIdle) {
	const waiting = [...store.view.task.values()];

	idle(function some(left) {
		while (waiting.length && left() > 2)
			searchTextOf(/** @type {Task} */ (waiting.pop()));
		if (waiting.length)
			idle(some);
	});
}

/** @typedef {(fn: (left: () => number) => void) => void} IDLE */

/** @type {IDLE} */
const whenIdle = fn => {
	const idle = globalThis.requestIdleCallback;

	if (idle)
		idle(d => fn(() => d.timeRemaining()));
	else
		setTimeout(() => {
			const end = Date.now() + 10;
			fn(() => end - Date.now());
		}, 200);
};
