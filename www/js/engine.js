// The parts that are made once a user is known; see sync.js.

import { store } from './state.js';
import { Undo } from './undo.js';
import { uuid } from './uuid.js';

/** @type {{outbox: import('./outbox.js').Outbox | null, undo: Undo | null,
 *   uploads: import('./uploads.js').Uploads | null, kick: () => void}} */
export const engine = { outbox: null, undo: null, uploads: null, kick: () => {} };

/** @param {import('./outbox.js').Outbox | null} outbox */
export function setOutbox(outbox) {
	engine.outbox = outbox;
	engine.undo = outbox && new Undo(outbox, uuid);
}

/** Does an action: on the screen at once, then on the disk, then sent.
 * @param {import('./ops.js').Pair[]} pairs @param {import('./types').Words} words
 * @returns {Promise<void>} once it is on the disk */
export async function act(pairs, words) {
	if (!engine.undo)
		throw new Error('not started');
	await engine.undo.run(pairs, words);
	engine.kick();
}

/** Makes requests that cannot be undone.
 * @param {import('./types').OpSpec[]} specs */
export async function send(specs) {
	if (!engine.outbox)
		throw new Error('not started');
	await engine.outbox.enqueue(specs, uuid()).committed.catch(() => {});
	engine.kick();
}

export { store };
