// Applies mutations: passes their operations to the undo log and the outbox.

import { uuid } from '../data/uuid.js';
import { Undo } from '../outbox/undo.js';
import { parts } from './parts.js';

/** @param {import('../outbox/outbox.js').Outbox | null} outbox */
export function setOutbox(outbox) {
	parts.outbox = outbox;
	parts.undo = outbox && new Undo(outbox, uuid);
}

/** Applies operations: shown at once, then committed, then sent.
 * @param {import('./operations.js').Pair[]} pairs @param {import('../data/types').Words} words
 * @returns {Promise<void>} once they are committed */
export async function mutate(pairs, words) {
	if (!parts.undo)
		throw new Error('not started');
	await parts.undo.run(pairs, words);
	parts.requestSend();
}

/** Applies operations that cannot be undone.
 * @param {import('../data/types').OpSpec[]} specs */
export async function mutateWithoutUndo(specs) {
	if (!parts.outbox)
		throw new Error('not started');
	await parts.outbox.enqueue(specs, uuid()).committed.catch(() => {});
	parts.requestSend();
}

/** Undoes the last mutation.
 * @returns {Promise<import('../data/types').Words | null>} its description */
export async function undo() {
	const words = await parts.undo?.undo() ?? null;

	parts.requestSend();
	return words;
}

/** Redoes the mutation that was undone last.
 * @returns {Promise<import('../data/types').Words | null>} its description */
export async function redo() {
	const words = await parts.undo?.redo() ?? null;

	parts.requestSend();
	return words;
}

/** Returns the description of what undo() would undo, or null. */
export const lastUndo = () => parts.undo?.last() ?? null;
