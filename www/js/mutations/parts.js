// What the replica's user has for changes.

/** Created by sync/host.js and sync/work.js once the replica is open.
 * @type {{outbox: import('../outbox/outbox.js').Outbox | null,
 *   undo: import('../outbox/undo.js').Undo | null,
 *   uploads: import('../outbox/uploads.js').Uploads | null, requestSend: () => void}} */
export const parts = { outbox: null, undo: null, uploads: null, requestSend: () => {} };
