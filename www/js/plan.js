// What the feed means for the base.  Pure: it reads a store and changes nothing.

import { idOf, keyOf, splitKey, PARENT } from './kinds.js';

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

/** What hangs on nothing: it went with what it hung on.  To be asked at the end of
 * a fetch: before that, a record's parent may be still to come, or its parent's
 * move.  It is hidden, unless ops show it or hide it otherwise.
 * @param {Store} s @returns {Change[]} */
export function orphans(s) {
	/** @type {Set<string>} */
	const gone = new Set();

	for (const kind of HANGING) {
		const { kind: up, by } = PARENT[kind], ids = new Set(s.hidden[kind].keys());
		for (const key of [...s.touching.keys(), ...gone]) {
			const [of, id] = splitKey(key);
			if (of === kind)
				ids.add(id);
			else if (of === up)
				[...s.below(kind, id)].forEach(c => ids.add(c));
		}
		for (const id of ids) {
			const r = s.base[kind].get(id);
			if (r && (!s.base[up].has(r[by]) || gone.has(keyOf(up, r[by]))))
				gone.add(keyOf(kind, id));
		}
	}
	return [...gone].map(key => [key, null]);
}
