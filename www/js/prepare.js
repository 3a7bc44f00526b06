// The request of an op, given what the service has answered since it was created.
// What was sent without an answer stays as it is, but for fields that another has
// changed later.  Pure.

import { mergeSet, mergeable, mergeOps } from './join.js';
import { notesMerge, outdone } from './merge.js';
import { uuid } from './uuid.js';

/** @typedef {import('./types').Op} Op
 * @typedef {import('./store.js').Store} Store
 * @typedef {{op: Op, fields: string[], was: any, conflict: import('./types').Conflict | null}} Prepared
 * fields: those that another has changed later; was: the body before. */

/** The op with all that can be merged into it, and what was.
 * @param {Op} op @param {Op[]} ops waiting, in order @returns {[Op, Op[]]} */
export function gather(op, ops) {
	const gone = [];
	let at = op;

	for (const next of ops) {
		if (next.seq <= op.seq || !next.writes.some(k => op.writes.includes(k)))
			continue;
		if (!mergeable(at, next))
			break;
		at = mergeOps(at, next);
		gone.push(next);
	}
	return [at, gone];
}

/** @param {Op} op @param {Store} s @returns {Prepared} */
export function prepare(op, s) {
	/** @type {Prepared} */
	const out = { op: { ...op, tried: true, rev: op.rev + 1 }, fields: [],
		was: op.body, conflict: null };

	const now = s.base[op.target.kind].get(op.target.id);
	out.fields = outdone(op, now);
	if (op.tried && !out.fields.length)
		return { ...out, op };
	if (out.fields.length)
		without(out.op, out.fields);
	// It may have got there, but without an answer: then it is done twice alike.
	if (op.tried) {
		out.op.key = uuid();
		return out;
	}
	place(out.op, s);
	if (op.target.kind === 'taskTags')
		retag(out.op, s);
	if (op.method === 'PATCH' && op.body && 'notes' in op.body && now)
		notes(out, now);
	return out;
}

/** A task may have been moved since.
 * @param {Op} op @param {Store} s */
function place(op, s) {
	const t = s.base.task.get(op.target.id);

	if (op.target.kind === 'task' && t && !/\/restore$/.test(op.path))
		op.path = op.path.replace(/^\/lists\/[^/]+\/tasks\//,
		    `/lists/${t.listId}/tasks/`);
}

/** @param {Op} op @param {Store} s */
function retag(op, s) {
	const e = op.forward.find(x => x.tags)?.tags;
	const now = s.base.taskTags.get(op.target.id)?.tagIds ?? [];

	if (e)
		op.body = { tagIds: mergeSet(now, e.add, e.remove)
			.filter(id => s.raw('tag', id)) };
}

/** @param {Op} op @param {string[]} fields */
function without(op, fields) {
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

/** @param {Prepared} p @param {any} now */
function notes(p, now) {
	const m = notesMerge(p.op, now);

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
