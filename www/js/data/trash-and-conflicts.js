// State beside the records: the trash, conflicting notes, and failed changes.

import { memoize, requestDraw, store } from './state.js';

/** @typedef {import('./types').Op} Op */

/** Deleted records that can be restored, newest first; readTrash() of sync/online.js
 * fetches them.
 * @type {any[]} */
let trash = [];
export const trashItems = () => trash;
/** @param {any[]} items */
export function setTrash(items) {
	trash = items;
	requestDraw();
}

/** @type {Map<string, import('./types').Conflict>} */
export const conflicts = new Map();
/** Returns the two versions of a task's notes, or null.
 * @param {string} taskId */
export const conflictOf = taskId => conflicts.get(taskId) ?? null;

/** The operations that the service refused.
 * @type {() => import('./types').FailedChange[]} */
export const failedChanges = memoize(() => [...store.ops.values()]
	.filter(o => o.state === 'failed').map(describeFailed));

/** @param {Op} o @returns {import('./types').FailedChange} */
function describeFailed(o) {
	const reason = /** @type {import('./types').Problem} */ (o.error);
	const b = o.body ?? {}, missing = reason.status === 404;
	const at = /^(?:\/lists\/([^/]+))?\/tasks\/([^/]+)/.exec(o.path);
	const lost = missing && at?.[1] && !store.get('list', at[1]);

	return {
		id: o.id, target: o.target,
		reason: lost ? { ...reason, code: 'list-not-found' } : reason,
		words: o.words ?? { key: 'op.change' },
		text: [b.title, b.name, b.notes].filter(Boolean).join('\n'),
		fields: o.method === 'PATCH' ? Object.keys(b) : [],
		canRestore: missing && !!at && !lost && o.method !== 'POST',
	};
}
