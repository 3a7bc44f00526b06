// What a user does with files.

import { act, engine, send, store } from '../engine.js';
import { files as filesOf, me, notice, state, task } from '../state.js';
import { deletion } from '../ops.js';
import { uuid } from '../uuid.js';

const OFFLINE = 25 * 1024 * 1024;	// what waits to be sent, all told

/** Puts a file on a task; kept here until it is sent.
 * @param {string} taskId @param {File} file
 * @returns {string | null} its id; null: refused, and said so */
export function addFile(taskId, file) {
	const t = task(taskId), id = uuid(), now = new Date().toISOString();

	if (!t)
		return null;
	const code = refusal(file, taskId);
	if (code) {
		notice({ kind: 'unsaved', taskId, title: file.name,
			problem: { status: 0, code } });
		return null;
	}
	send([{ method: 'UPLOAD', path: `/tasks/${taskId}/attachments`, blob: file,
	    body: { id, filename: file.name, size: file.size },
	    target: { kind: 'attachment', id }, writes: ['attachment/' + id],
	    reads: ['list/' + t.listId, 'task/' + taskId],
	    forward: [{ kind: 'attachment', id, put: { id, taskId,
		filename: file.name, contentType: file.type, sizeBytes: file.size,
		uploaderId: me()?.id, createdAt: now, updatedAt: '', pending: true } }],
	    words: { key: 'op.file', holes: { title: file.name } } }]);
	return id;
}

/** Why a file would not be taken.  Of its type the service judges by what is in
 * it; a browser guesses by the name, which is enough only for what is refused.
 * @param {File} file @param {string} taskId */
function refusal(file, taskId) {
	const { uploadMaxBytes = Infinity, uploadTypes = [], limits } = state.service ?? {};
	let waiting = file.size;

	for (const op of store.ops.values())
		if (op.method === 'UPLOAD' && op.state === 'waiting')
			waiting += op.body.size;
	if (file.size > uploadMaxBytes)
		return 'file-too-large';
	if (uploadTypes.some((/** @type {string} */ x) => x[0] === '!' &&
	    file.type.startsWith(x.slice(1).replace('*', ''))))
		return 'type-not-allowed';
	if (filesOf(taskId).length >= (limits?.attachmentsOnTask ?? Infinity))
		return 'too-many-files';
	return waiting > OFFLINE && state.sync.state === 'offline' ?
	    'too-much-offline' : null;
}

/** @param {string} id @returns {import('../types').Op | undefined} */
const upload = id => [...store.ops.values()].find(o => o.method === 'UPLOAD' &&
	o.target.id === id && o.state !== 'acked');

/** Stops an upload and forgets it.
 * @param {string} id */
export async function cancelFile(id) {
	const op = upload(id);

	if (op)
		await engine.uploads?.cancel(op);
}

/** @param {string} id */
export async function retryFile(id) {
	const op = upload(id);

	if (op)
		await engine.uploads?.retry(op);
}

/** @param {string} id */
export function deleteFile(id) {
	const f = store.get('attachment', id);

	if (f?.pending)
		cancelFile(id);
	else if (f)
		act([deletion(store, 'attachment', f, '/attachments/' + id,
		    ['task/' + f.taskId])], { key: 'did.delete',
		    holes: { n: 1, title: f.filename } });
}
