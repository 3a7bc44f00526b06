// Applies mutations: passes their operations to the undo log and the outbox.

import { uuid } from '../data/uuid.js';
import { Undo } from '../outbox/undo.js';
import { queues } from './queues.js';

/** @param {import('../outbox/outbox.js').Outbox | null} outbox */
export function setOutbox(outbox) {
	queues.outbox = outbox;
	queues.undo = outbox && new Undo(outbox, uuid);
}

/** Applies operations: shown at once, then committed, then sent.
 * @param {import('./operations.js').Pair[]} pairs @param {import('../data/types').Words} words
 * @returns {Promise<void>} once they are committed */
export async function mutate(pairs, words) {
	if (!queues.undo)
		throw new Error('not started');
	await queues.undo.run(pairs, words);
	queues.requestSend();
}

/** Applies operations that cannot be undone.
 * @param {import('../data/types').OpSpec[]} specs */
export async function mutateWithoutUndo(specs) {
	if (!queues.outbox)
		throw new Error('not started');
	await queues.outbox.enqueue(specs, uuid()).committed.catch(() => {});
	queues.requestSend();
}

/** Undoes the last mutation.
 * @returns {Promise<import('../data/types').Words | null>} its description */
export async function undo() {
	const words = await queues.undo?.undo() ?? null;

	queues.requestSend();
	return words;
}

/** Redoes the mutation that was undone last.
 * @returns {Promise<import('../data/types').Words | null>} its description */
export async function redo() {
	const words = await queues.undo?.redo() ?? null;

	queues.requestSend();
	return words;
}

/** Returns the description of what undo() would undo, or null. */
export const lastUndo = () => queues.undo?.last() ?? null;
