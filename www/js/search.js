// Search over the replica: every word must begin a word of a task's title, notes,
// steps or tags, or of its list's name; without regard to case and accents.

import { fold } from './fold.js';
import { list, onTold, steps, store, tag } from './state.js';

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

onTold((kind, old, now) => {
	if (kind === 'task' || kind === 'step')
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

/** @param {string} id @param {string | undefined} name */
function named(id, name) {
	let s = names.get(id);

	if (s === undefined && name !== undefined)
		names.set(id, s = asWords(name));
	return s ?? '';
}

/** The tasks that hold all words of q, open ones first, then the newest.
 * @param {string} q @returns {Task[]} */
export function search(q) {
	const words = wordsOf(q);
	const found = [];

	if (words.length === 0)
		return [];
	for (const t of store.view.task.values())
		if (words.every(w => text(t).includes(w) || around(t).includes(w)))
			found.push(t);
	return found.sort((a, b) => +a.done - +b.done ||
	    (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : 0));
}

/** The words of a task's list and tags.
 * @param {Task} t */
function around(t) {
	const ids = store.get('taskTags', t.id)?.tagIds ?? [];

	return named(t.listId, list(t.listId)?.title) + ids.map(
	    (/** @type {string} */ i) => named(i, tag(i)?.name)).join('');
}

/** Prepares the search while nothing else is to be done.
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
