// Compacts the replica, asks the browser to keep it, and frees space when the disk is
// full.

import { addDays } from '../data/dates.js';
import { feedToChanges } from '../data/feed-changes.js';
import { state, store } from '../data/state.js';

/** @typedef {import('../data/types').Change} Change
 * @typedef {import('./idb.js').Db} Db */

const MAX_ROWS = 500;

/** @returns {Change[]} all records of the base */
function allRecords() {
	/** @type {Change[]} */
	const out = [];

	for (const [kind, map] of Object.entries(store.base))
		for (const [id, r] of map)
			out.push([kind + '/' + id, r]);
	return out;
}

/** Compacts the replica if it has many rows.
 * @param {Db} db */
export async function compactIfLarge(db) {
	if (db.rows > MAX_ROWS)
		await db.compact(allRecords());
}

let requested = false;

/** Asks the browser not to clear our data, once there are ten tasks or the app is
 * installed.
 * @param {any} [installed] */
export function requestPersistence(installed) {
	if (requested || !installed && store.view.task.size < 10)
		return;
	requested = true;
	navigator.storage?.persist?.().catch(() => {});
}

globalThis.addEventListener?.('appinstalled', requestPersistence);

/** Removes tasks that were completed over 90 days ago from the replica, not from the
 * service.
 * @param {Db} db @returns {Promise<boolean>} whether that freed space */
export async function freeSpace(db) {
	const old = addDays(state.today, -90);
	const removed = [...store.base.task.values()].filter(t => t.done &&
	    (t.completedAt ?? t.updatedAt) < old)
	    .map(({ id }) => ({ kind: 'task', id, deletedAt: state.today }));

	if (removed.length === 0)
		return false;
	store.apply(feedToChanges(store, removed));
	try {
		await db.compact(allRecords());
		return true;
	} catch {
		return false;
	}
}
