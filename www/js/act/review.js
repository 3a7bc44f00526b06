// The trash, what could not be applied, and what clashed.

import { engine, send, store } from '../engine.js';
import { changed, conflicts, setTrash, task, trash } from '../state.js';
import { mergeText } from '../merge.js';
import { setTask } from './tasks.js';
import { uuid } from '../uuid.js';

/** @typedef {import('../types').Op} Op */

/** The requests of an op, as an action makes them.
 * @param {Op} o @returns {import('../types').OpSpec} */
const again = ({ method, path, body, target, writes, reads, forward, words }) =>
	({ method, path, body, target, writes, reads, forward, words, base: null });

/** Ops of which nothing more is wanted.
 * @param {Op} op */
const forget = async op => {
	await engine.outbox?.done({ drop: [op] });
};

/** Tries an op once more.
 * @param {string} id */
export async function reviewRetry(id) {
	const op = store.ops.get(id);

	if (!op || op.state !== 'failed' || !engine.outbox)
		return;
	if (op.method === 'UPLOAD')
		return engine.uploads?.retry(op);
	await engine.outbox.enqueue([again(op)], uuid()).committed;
	await forget(op);
	engine.kick();
}

/** Restores the task that an op is about, then tries it once more.
 * @param {string} id */
export async function reviewRestore(id) {
	const op = store.ops.get(id);
	const at = op && /^(\/lists\/[^/]+)?\/tasks\/([^/]+)/.exec(op.path);

	if (!at || !engine.outbox)
		return;
	const lists = at[1] ?? '/lists/' + (store.raw('task', at[2])?.listId ?? '');
	const key = 'task/' + at[2];
	await engine.outbox.enqueue([{ method: 'POST', body: null, reads: [],
	    path: `${lists}/tasks/${at[2]}/restore`, forward: [], writes: [key],
	    target: { kind: 'task', id: at[2] }, words: { key: 'op.restore' } },
	    again(op)], uuid()).committed;
	await forget(op);
	engine.kick();
}

/** Gives an op up.
 * @param {string} id */
export async function reviewDrop(id) {
	const op = store.ops.get(id);

	if (op?.state === 'failed')
		await forget(op);
}

/** Decides which notes stay where two have changed them.
 * @param {string} taskId @param {'both' | 'mine' | 'theirs'} which */
export async function resolveNotes(taskId, which) {
	const c = conflicts.get(taskId);

	if (!c)
		return;
	conflicts.delete(taskId);
	await engine.outbox?.host.db.settle({ meta: {
	    conflicts: [...conflicts.values()] } });
	if (which !== 'both' && task(taskId))
		setTask(taskId, { notes: c[which] || null });
	changed();
}

/** Notes that another has changed while they were written: both changes, or if they
 * clash, both texts.
 * @param {string} taskId @param {string} base @param {string} mine
 * @returns {string} the notes as they are now */
export function mergeNotes(taskId, base, mine) {
	const theirs = task(taskId)?.notes ?? '', { text, clash } = mergeText(base, mine, theirs);

	setTask(taskId, { notes: text || null });
	if (clash)
		engine.outbox?.host.conflict({ taskId, base, mine, theirs, by: null,
		    merged: text, here: true });
	return text;
}

/** Where each kind is restored.
 * @type {Record<string, (r: any) => string>} */
const RESTORE = {
	list: r => '/lists/' + r.id,
	group: r => '/me/groups/' + r.id,
	tag: r => '/me/tags/' + r.id,
	task: r => `/lists/${r.listId}/tasks/${r.id}`,
	step: r => `/tasks/${r.taskId}/steps/${r.id}`,
	attachment: r => '/attachments/' + r.id,
};

/** Brings something back from the bin.
 * @param {import('../types').Kind} kind @param {string} id */
export function restoreTrash(kind, id) {
	const item = trash().find(r => r.kind === kind && r.id === id);

	if (!item || !RESTORE[kind])
		return;
	const { kind: _, deletedAt, ...put } = item;
	setTrash(trash().filter(r => r !== item));
	send([{ method: 'POST', path: RESTORE[kind](item) + '/restore', body: null,
	    target: { kind, id }, writes: [kind === 'step' ? 'task/' + item.taskId :
	    kind + '/' + id], reads: [], forward: [{ kind, id, put }],
	    words: { key: 'op.restore', holes: { title: item.title ?? item.name ??
		item.filename } } }]);
}

