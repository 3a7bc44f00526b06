// Keeping the replica in order on the disk: folding changes in, asking for room
// that lasts, and making room when there is none.

import { state, store } from './state.js';
import { addDays } from './dates.js';
import { orphans } from './plan.js';

/** @typedef {import('./types').Change} Change
 * @typedef {import('./db.js').Db} Db */

const ROWS = 500;

/** @returns {Change[]} the replica as it is */
function all() {
	/** @type {Change[]} */
	const out = [];

	for (const [kind, map] of Object.entries(store.base))
		for (const [id, r] of map)
			out.push([kind + '/' + id, r]);
	return out;
}

/** Folds what changed into the chunks, once it is much.
 * @param {Db} db */
export async function tidy(db) {
	if (db.rows > ROWS)
		await db.fold(all());
}

let asked = false;

/** Asks the browser not to clear our data, once there is something to lose.
 * @param {any} [installed] */
export function persist(installed) {
	if (asked || !installed && store.view.task.size < 10)
		return;
	asked = true;
	navigator.storage?.persist?.().catch(() => {});
}

globalThis.addEventListener?.('appinstalled', persist);

/** The disk is full: what was completed over 90 days ago leaves the replica, not
 * the service.
 * @param {Db} db @returns {Promise<boolean>} whether that made room */
export async function shrink(db) {
	const old = addDays(state.today, -90);
	/** @type {Change[]} */
	const gone = [...store.base.task.values()].filter(t => t.done &&
	    (t.completedAt ?? t.updatedAt) < old)
	    .map(t => [/** @type {string} */ ('task/' + t.id), null]);

	if (gone.length === 0)
		return false;
	store.apply(gone);
	store.apply(orphans(store));
	try {
		await db.fold(all());
		return true;
	} catch {
		return false;
	}
}
