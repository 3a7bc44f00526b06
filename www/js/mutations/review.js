// Restores from the trash; retries or drops failed changes; resolves conflicting notes.

import { mergeText } from '../data/merge.js';
import { requestDraw, store, task } from '../data/state.js';
import { conflicts, setTrash, trashItems } from
	'../data/trash-and-conflicts.js';
import { uuid } from '../data/uuid.js';
import { mutateWithoutUndo } from './mutate.js';
import { patchTask } from './operations.js';
import { queues } from './queues.js';
import { patchStep } from './steps.js';
import { author, setTask } from './tasks.js';

/** @typedef {import('../data/types').Op} Op */

/** Returns an operation as a new one.
 * @param {Op} o @returns {import('../data/types').OpSpec} */
const asNewOperation = ({ method, path, body, target, writes, reads, forward, words }) =>
	({ method, path, body, target, writes, reads, forward, words, base: null });

/** Removes an operation from the outbox.
 * @param {Op} op */
const discard = async op => {
	await queues.outbox?.applyResult({ drop: [op] });
};

/** Retries a failed operation.
 * @param {string} id */
export async function retryFailed(id) {
	const op = store.ops.get(id);

	if (!op || op.state !== 'failed' || !queues.outbox)
		return;
	if (op.method === 'UPLOAD')
		return queues.uploads?.retry(op);
	await queues.outbox.enqueue([asNewOperation(op)], uuid()).committed;
	await discard(op);
	queues.requestSend();
}

/** Restores the task of a failed operation, then retries it.
 * @param {string} id */
export async function restoreAndRetry(id) {
	const op = store.ops.get(id);
	const at = op && /^(\/lists\/[^/]+)?\/tasks\/([^/]+)/.exec(op.path);

	if (!at || !queues.outbox)
		return;
	const lists = at[1] ?? '/lists/' + (store.raw('task', at[2])?.listId ?? '');
	const key = 'task/' + at[2];
	await queues.outbox.enqueue([{ method: 'POST', body: null, reads: [],
	    path: `${lists}/tasks/${at[2]}/restore`, forward: [], writes: [key],
	    target: { kind: 'task', id: at[2] }, words: { key: 'op.restore' } },
	    asNewOperation(op)], uuid()).committed;
	await discard(op);
	queues.requestSend();
}

/** Drops a failed operation.
 * @param {string} id */
export async function dropFailed(id) {
	const op = store.ops.get(id);

	if (op?.state === 'failed')
		await discard(op);
}

/** Resolves a conflict of notes.
 * @param {string} taskId @param {'both' | 'mine' | 'theirs'} which */
export async function resolveNotes(taskId, which) {
	const c = conflicts.get(taskId);

	if (!c)
		return;
	conflicts.delete(taskId);
	await queues.outbox?.host.db.commit({ meta: {
	    conflicts: [...conflicts.values()] } });
	if (which !== 'both' && task(taskId))
		setTask(taskId, { notes: c[which] || null });
	requestDraw();
}

/** Saves notes that somebody else changed while the user wrote: merged, or with both
 * versions where both changed the same lines.
 * @param {string} taskId @param {string} base @param {string} mine
 * @returns {string} the notes as they are now */
export function mergeNotes(taskId, base, mine) {
	const theirs = task(taskId)?.notes ?? '';
	const { text, conflict } = mergeText(base, mine, theirs);

	setTask(taskId, { notes: text || null });
	if (conflict)
		queues.outbox?.host.saveConflict({ taskId, base, mine, theirs, by: null,
		    merged: text, here: true });
	return text;
}

/** Keeps what the user wrote in a task or step that is gone meanwhile.  The service refuses
 * the change, and the review shows it.
 * @param {any} r the record, as it was @param {any} body */
export function changeLost(r, body) {
	mutateWithoutUndo((r.taskId ? patchStep(r, body) :
		patchTask(store, r, body, author())).forward);
}

/** The paths of records, by kind.
 * @type {Record<string, (r: any) => string>} */
const RESTORE_PATHS = {
	list: r => '/lists/' + r.id,
	group: r => '/me/groups/' + r.id,
	tag: r => '/me/tags/' + r.id,
	task: r => `/lists/${r.listId}/tasks/${r.id}`,
	step: r => `/tasks/${r.taskId}/steps/${r.id}`,
	attachment: r => '/attachments/' + r.id,
};

/** Restores a record from the trash.
 * @param {import('../data/types').Kind} kind @param {string} id */
export function restoreFromTrash(kind, id) {
	const item = trashItems().find(r => r.kind === kind && r.id === id);

	if (!item || !RESTORE_PATHS[kind])
		return;
	const { kind: _, deletedAt, ...put } = item;
	setTrash(trashItems().filter(r => r !== item));
	mutateWithoutUndo([{ method: 'POST', body: null,
	    path: RESTORE_PATHS[kind](item) + '/restore',
	    target: { kind, id }, writes: [kind === 'step' ? 'task/' + item.taskId :
	    kind + '/' + id], reads: [], forward: [{ kind, id, put }],
	    words: { key: 'op.restore', holes: { title: item.title ?? item.name ??
		item.filename } } }]);
}

