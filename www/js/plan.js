// What the feed means for the base.  Pure: it reads a store and changes nothing.

import { idOf, keyOf, splitKey, KINDS, PARENT } from './kinds.js';

/** @typedef {import('./types').Change} Change
 * @typedef {import('./store.js').Store} Store */

/** What hangs on something, from above. */
const HANGING = ['task', 'member', 'step', 'taskTags', 'attachment', 'myDay'];

/** What items of the feed change: newer records, and tombstones.
 * @param {Store} s @param {any[]} items @returns {Change[]} */
export function plan(s, items) {
	/** @type {Map<string, any>} */
	const out = new Map();

	for (const { kind, ...r } of items) {
		if (!s.base[kind])
			continue;
		const id = idOf(kind, r), key = keyOf(kind, id);
		const have = out.get(key) ?? s.base[kind].get(id);
		if (!(have && r.updatedAt && have.updatedAt > r.updatedAt))
			out.set(key, r.deletedAt ? null : r);
	}
	return [...out];
}

/** What hangs on nothing once changes are taken in: it went with what it hung on.
 * To be asked at the end of a fetch alone: before that, a record's parent may be
 * still to come, or its parent's move.
 * @param {Store} s @param {Change[]} changes @returns {Change[]} */
export function orphans(s, changes) {
	const soon = Object.fromEntries(KINDS.map(k => [k, new Map()]));
	/** @type {Change[]} */
	const out = [];

	for (const [key, r] of changes) {
		const [kind, id] = splitKey(key);
		soon[kind].set(id, r);
	}
	for (const kind of HANGING) {
		const { kind: up, by } = PARENT[kind];
		const there = (/** @type {string} */ id) => soon[up].has(id) ?
			soon[up].get(id) : s.base[up].get(id);
		const look = (/** @type {string} */ id, /** @type {any} */ r) => {
			if (!r || there(r[by]))
				return;
			soon[kind].set(id, null);
			out.push([keyOf(kind, id), null]);
		};
		[...soon[kind]].forEach(([id, r]) => look(id, r));
		for (const [id, r] of s.base[kind])
			if (!soon[kind].has(id))
				look(id, r);
	}
	return out;
}
