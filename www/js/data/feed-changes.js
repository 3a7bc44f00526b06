// Turns items of the feed into changes of the base.  Pure: it reads a store and
// changes nothing.

import { idOf, keyOf, KINDS, PARENT } from './kinds.js';

/** @typedef {import('./types').Change} Change
 * @typedef {import('./store.js').Store} Store */

/** Returns what items of the feed change: newer records, and null for tombstones.
 * The tombstone of a list or a task removes every record that names it, except
 * those that follow it.
 * @param {Store} s @param {any[]} items @returns {Change[]} */
export function feedToChanges(s, items) {
	/** @type {Map<string, any>} */
	const out = new Map();
	/** @type {Map<string, number>} key → the place of the last item */
	const at = new Map();
	/** @type {Map<string, number>} of lists and tasks: of their tombstone */
	const ended = new Map();

	items.forEach(({ kind, ...r }, i) => {
		if (!s.base[kind])
			return;
		const id = idOf(kind, r), key = keyOf(kind, id);
		const have = out.get(key) ?? s.base[kind].get(id);
		at.set(key, i);
		if (r.deletedAt && (kind === 'list' || kind === 'task'))
			ended.set(key, i);
		if (!(have && r.updatedAt && have.updatedAt > r.updatedAt))
			out.set(key, r.deletedAt ? null : r);
	});
	/** @param {string} key @param {any} r */
	const end = (key, r) => {
		const i = at.get(key) ?? -1;
		if (r && ((ended.get('list/' + r.listId) ?? -1) > i ||
		    (ended.get('task/' + r.taskId) ?? -1) > i))
			out.set(key, null);
	};
	if (ended.size) {
		for (const kind of KINDS)
			for (const [id, r] of s.base[kind])
				if (!out.has(keyOf(kind, id)))
					end(keyOf(kind, id), r);
		[...out].forEach(([key, r]) => end(key, r));
	}
	return [...out];
}

/** Returns the removal of what a task or list has left that was lost between two pages
 * of a fetch: its task is gone, or was gained again in another list.  Only valid at the end
 * of a fetch: until then a parent may follow.
 * @param {Store} s @returns {Change[]} */
export function findOrphans(s) {
	/** @type {Set<string>} */
	const orphans = new Set();

	for (const [kind, { kind: up, by }] of Object.entries(PARENT))
		for (const [id, r] of s.base[kind]) {
			const parent = s.base[up].get(r[by]);
			if (!parent || orphans.has(keyOf(up, r[by])) ||
			    up === 'task' && r.listId !== parent.listId)
				orphans.add(keyOf(kind, id));
		}
	return [...orphans].map(key => [key, null]);
}
