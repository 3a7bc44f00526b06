// Which operations are sent next, and as which requests, given what the service has
// answered since they were created.  Pure.

import { canMerge, mergeOps, mergeSet, sortBySeq } from '../data/effects.js';
import { mergeNotesPatch, overriddenValues } from '../data/merge.js';
import { uuid } from '../data/uuid.js';

/** @typedef {import('../data/types').Op} Op
 * @typedef {import('../data/store.js').Store} Store
 * @typedef {{op: Op, values: string[][], was: any,
 *   conflict: import('../data/types').Conflict | null}} Adapted
 * values: those that somebody else changed later, as their fields; was: the body before. */

export const MAX_PARALLEL = 4;		// requests at once; more operations go as a batch
const MAX_BATCH = 100, MAX_BATCH_BYTES = 512 * 1024;

/** Returns the operations that can be sent now: none overtakes one that shares a record
 * with it.
 * @param {Op[]} ops waiting, in order @returns {Op[]} */
export function selectNext(ops) {
	/** @type {Set<string>} */
	const writes = new Set();
	/** @type {Set<string>} */
	const reads = new Set();
	const out = [];

	for (const op of ops) {
		const blocked = op.writes.some(k => writes.has(k) || reads.has(k)) ||
		    op.reads.some(k => writes.has(k));
		op.writes.forEach(k => writes.add(k));
		op.reads.forEach(k => reads.add(k));
		if (!blocked)
			out.push(op);
	}
	return out;
}

/** Returns the operations of one batch: the first ones, up to one whose request depends
 * on the answer to another of them.
 * @param {Op[]} ops waiting, in order @returns {Op[]} */
export function selectBatch(ops) {
	/** @type {Set<string>} */
	const writes = new Set();
	const out = [];
	let bytes = 0;

	for (const op of ops) {
		bytes += JSON.stringify(op.body)?.length ?? 0;
		if (out.length === MAX_BATCH || bytes > MAX_BATCH_BYTES ||
		    dependsOnAnswer(op, writes))
			break;
		op.writes.forEach(k => writes.add(k));
		if (/\/move$/.test(op.path))
			writes.add('moved ' + op.target.id);
		if (op.next)
			writes.add(`next task/${op.next}`);
		out.push(op);
	}
	return out;
}

/** @param {Op} op @param {Set<string>} writes keys that those before it write */
function dependsOnAnswer(op, writes) {
	const wrote = op.writes.some(k => writes.has(k));

	return op.method === 'UPLOAD' || writes.has('moved ' + op.target.id) ||
	    op.writes.some(k => writes.has('next ' + k)) ||
	    op.reads.some(k => k.startsWith('tag/') && writes.has(k)) ||
	    wrote && (op.target.kind === 'taskTags' ||
	    op.method === 'PATCH' && !!op.body && 'notes' in op.body);
}

/** Returns a function that returns which operations write a record that one of some writes.
 * @param {Op[]} some @param {Op[]} ops waiting, in order @returns {(op: Op) => Op[]} */
export function byWrites(some, ops) {
	/** @type {Map<string, Set<Op>>} */
	const by = new Map(some.flatMap(o => o.writes.map(k => [k, new Set()])));

	for (const op of ops)
		for (const k of op.writes)
			by.get(k)?.add(op);
	return op => op.writes.length === 1 ? [.../** @type {Set<Op>} */ (by.get(op.writes[0]))] :
		sortBySeq(new Set(op.writes.flatMap(k => [...by.get(k) ?? []])));
}

/** Merges into an operation those that follow it, as far as possible, and returns it with
 * those that were merged.
 * @param {Op} op @param {Op[]} ops waiting, in order @returns {[Op, Op[]]} */
export function mergeFollowing(op, ops) {
	const merged = [];
	let at = op;

	for (const next of ops) {
		if (next.seq <= op.seq || !next.writes.some(k => op.writes.includes(k)))
			continue;
		if (!canMerge(at, next))
			break;
		at = mergeOps(at, next);
		merged.push(next);
	}
	return [at, merged];
}

/** Returns an operation as it must be sent now.  After the first try it stays as it is,
 * except for fields that somebody else changed later.
 * @param {Op} op @param {Store} s @returns {Adapted} */
export function adaptRequest(op, s) {
	/** @type {Adapted} */
	const out = { op: { ...op, tried: true, rev: op.rev + 1 }, values: [],
		was: op.body, conflict: null };

	const now = s.base[op.target.kind].get(op.target.id);
	out.values = overriddenValues(op, now);
	if (op.tried && !out.values.length)
		return { ...out, op };
	if (out.values.length)
		removeFields(out.op, out.values.flat());
	// It may have arrived without an answer.  Then it is applied twice, with the same
	// result.
	if (op.tried) {
		out.op.key = uuid();
		return out;
	}
	updatePath(out.op, s);
	if (op.stale && /\/move$/.test(op.path))
		removeLostNeighbors(out.op, s);
	if (op.target.kind === 'taskTags')
		resolveTags(out.op, s);
	if (op.method === 'PATCH' && op.body && 'notes' in op.body && now)
		adaptNotes(out, now);
	return out;
}

/** Changes the path if the task was moved since.
 * @param {Op} op @param {Store} s */
function updatePath(op, s) {
	const t = s.base.task.get(op.target.id);

	if (op.target.kind === 'task' && t && !/\/restore$/.test(op.path))
		op.path = op.path.replace(/^\/lists\/[^/]+\/tasks\//,
		    `/lists/${t.listId}/tasks/`);
}

/** Changes where a task is moved to, after a refusal, if a neighbor is no longer there.
 * @param {Op} op @param {Store} s */
function removeLostNeighbors(op, s) {
	const { listId, ...at } = op.body;
	const there = Object.entries(at).filter(([k, id]) => k === 'position' ||
		s.base.task.get(id)?.listId === listId);

	op.body = { listId, ...there.length ? Object.fromEntries(there) : { position: 'top' } };
}

/** @param {Op} op @param {Store} s */
function resolveTags(op, s) {
	const e = op.forward.find(x => x.tags)?.tags;
	const now = s.base.taskTags.get(op.target.id)?.tagIds ?? [];

	if (e)
		op.body = { tagIds: mergeSet(now, e.add, e.remove)
			.filter(id => s.raw('tag', id)) };
}

/** @param {Op} op @param {string[]} fields */
function removeFields(op, fields) {
	op.body = { ...op.body };
	fields.forEach(f => delete op.body[f]);
	op.forward = op.forward.map(e => {
		if (!e.patch)
			return e;
		const patch = { ...e.patch };
		fields.forEach(f => delete patch[f]);
		if (fields.includes('assigneeId'))
			delete patch.assignedToMe;
		return { ...e, patch };
	});
}

/** @param {Adapted} p @param {any} now */
function adaptNotes(p, now) {
	const m = mergeNotesPatch(p.op, now);

	p.op.ifMatch = `"${now.updatedAt}"`;
	if (!m)
		return;
	if ('taskId' in m)
		p.conflict = m;
	const text = m.merged;
	p.op.body = { ...p.op.body, notes: text };
	p.op.base = { ...p.op.base, notes: now.notes ?? null,
	    notesUpdatedAt: now.notesUpdatedAt ?? null };
	p.op.forward = p.op.forward.map(e => e.patch && 'notes' in e.patch ?
	    { ...e, patch: { ...e.patch, notes: text } } : e);
}
