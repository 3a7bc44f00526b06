// Changes of attached files.

import { mayWrite } from '../data/roles.js';
import { files as filesOf, me, notify, state, store, task } from '../data/state.js';
import { uuid } from '../data/uuid.js';
import { mutate, mutateWithoutUndo } from './mutate.js';
import { deleteRecord } from './operations.js';
import { queues } from './queues.js';

const MAX_OFFLINE_BYTES = 25 * 1024 * 1024;	// of all that waits together

/** Attaches a file to a task.  It is stored in IndexedDB until it is uploaded.
 * @param {string} taskId @param {File} file
 * @returns {string | null} its id; null: refused, and the user notified */
export function addFile(taskId, file) {
	const t = task(taskId), id = uuid(), now = new Date().toISOString();

	if (!t)
		return null;
	const code = reasonToRefuse(file, taskId);
	if (code) {
		notify({ kind: 'unsaved', taskId, title: file.name,
			problem: { status: 0, code } });
		return null;
	}
	mutateWithoutUndo([{ method: 'UPLOAD', path: `/tasks/${taskId}/attachments`, blob: file,
	    body: { id, filename: file.name, size: file.size },
	    target: { kind: 'attachment', id }, writes: ['attachment/' + id],
	    reads: ['list/' + t.listId, 'task/' + taskId],
	    forward: [{ kind: 'attachment', id, put: { id, taskId,
		filename: file.name, contentType: file.type, sizeBytes: file.size,
		uploaderId: me()?.id, createdAt: now, updatedAt: '', pending: true } }],
	    words: { key: 'op.file', holes: { title: file.name } } }]);
	return id;
}

/** Returns the code of the problem that a file would cause, or null.  The service finds
 * the type from the content.  The browser guesses it from the name, so only refused
 * types are checked here.
 * @param {File} file @param {string} taskId */
function reasonToRefuse(file, taskId) {
	const { uploadMaxBytes = Infinity, uploadTypes = [], limits } = state.service ?? {};
	let waiting = file.size;

	for (const op of store.ops.values())
		if (op.method === 'UPLOAD' && op.state === 'waiting')
			waiting += op.body.size;
	if (!mayWrite(task(taskId)?.listId))
		return 'list-is-read-only';
	if (file.size > uploadMaxBytes)
		return 'file-too-large';
	if (uploadTypes.some((/** @type {string} */ x) => x[0] === '!' &&
	    file.type.startsWith(x.slice(1).replace('*', ''))))
		return 'type-not-allowed';
	if (filesOf(taskId).length >= (limits?.attachmentsOnTask ?? Infinity))
		return 'too-many-files';
	return waiting > MAX_OFFLINE_BYTES && state.sync.state === 'offline' ?
	    'too-much-offline' : null;
}

/** @param {string} id @returns {import('../data/types').Op | undefined} */
const pendingUpload = id => [...store.ops.values()].find(o => o.method === 'UPLOAD' &&
	o.target.id === id && o.state !== 'acked');

/** Cancels an upload.
 * @param {string} id */
export async function cancelFile(id) {
	const op = pendingUpload(id);

	if (op)
		await queues.uploads?.cancel(op);
}

/** @param {string} id */
export async function retryFile(id) {
	const op = pendingUpload(id);

	if (op)
		await queues.uploads?.retry(op);
}

/** @param {string} id */
export function deleteFile(id) {
	const f = store.get('attachment', id);

	if (f?.pending)
		cancelFile(id);
	else if (f)
		mutate([deleteRecord(store, 'attachment', f, '/attachments/' + id,
		    ['task/' + f.taskId])], { key: 'did.delete',
		    holes: { n: 1, title: f.filename } });
}
