// Follows the successor of a completed task to the id that it has in the service.  That
// differs from the one computed here if the task was completed long before it was sent:
// the next date of its series had passed meanwhile.

import { uuid5 } from '../data/uuid5.js';

/** @typedef {import('../data/types').Op} Op
 * @typedef {import('./outbox.js').Outbox} Outbox */

/** Makes the changes of the successor that was shown changes of the one that there is.  An
 * occurrence that was completed, too, and that the service has left out, is created as a
 * completed task.
 * @param {Outbox} outbox @param {Op} op the completion
 * @param {string | null} link of the answer: the path of the successor */
export async function followSuccessor(outbox, op, link) {
	const { store } = outbox.host, real = /([\w-]{36})>; ?rel="?next/.exec(link ?? '')?.[1];
	/** @type {Op[]} */
	const put = [];
	/** @type {Op} */
	let done = op;

	if (!real || real === op.next)
		return;
	for (;;) {
		const id = done.next, task = done.forward.find(e => e.id === id && e.put)?.put;
		const all = [...store.ops.values()].filter(o => o.state === 'waiting' &&
			o.id !== done.id && JSON.stringify(o).includes(/** @type {string} */ (id)));
		const next = all.find(o => o.target.id === id && o.body?.done && o.next);
		if (!next || uuid5(op.target.id, task.dueDate) === real) {
			put.push(...all.map(o => JSON.parse(JSON.stringify(o).replaceAll(
				/** @type {string} */ (id), real))));
			break;
		}
		put.push(asCreation(next, { ...task, ...next.body }));
		done = next;
	}
	await outbox.applyResult({ put: put.map(o => ({ ...o, tried: false, rev: o.rev + 1 })) });
}

/** Returns the completion of a task as its creation.
 * @param {Op} op @param {any} task */
function asCreation(op, task) {
	const { id, listId, title, notes, starred, dueDate, dueTime, dueZone } = task;
	const path = `/lists/${listId}/tasks`;

	return { ...op, method: 'POST', path, next: undefined, base: null,
		body: { id, title, notes, starred, dueDate, dueTime, dueZone, done: true },
		forward: [{ ...op.forward[0], patch: undefined, put: { ...task, done: true } }] };
}
