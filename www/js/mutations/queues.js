// The queues of the open replica: changes to send, to undo, and files to upload.

/** Created by sync/host.js and sync/work.js once the replica is open.
 * @type {{outbox: import('../outbox/outbox.js').Outbox | null,
 *   undo: import('../outbox/undo.js').Undo | null,
 *   uploads: import('../outbox/uploads.js').Uploads | null, requestSend: () => void}} */
export const queues = { outbox: null, undo: null, uploads: null, requestSend: () => {} };
