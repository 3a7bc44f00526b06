// Beside the records: the bin, notes that clash, and what could not be applied.

import { changed, kept, store } from './state.js';

/** @typedef {import('./types').Op} Op */

/** The bin: what can be restored, newest first.  Filled by online.trash().
 * @type {any[]} */
let binned = [];
export const trash = () => binned;
/** @param {any[]} items */
export function setTrash(items) {
	binned = items;
	changed();
}

/** @type {Map<string, import('./types').Conflict>} */
export const conflicts = new Map();
/** Two versions of a task's notes, or null.
 * @param {string} taskId */
export const conflict = taskId => conflicts.get(taskId) ?? null;

/** What could not be applied.
 * @type {() => import('./types').Review[]} */
export const review = kept(() => [...store.ops.values()]
	.filter(o => o.state === 'failed').map(describe));

/** @param {Op} o @returns {import('./types').Review} */
function describe(o) {
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
