// Requests for what a user does, each with what it does to the view and with
// the requests that take it back.  Pure: they read a store and change nothing.

import { between } from './rank.js';
import { idOf, keyOf, splitKey } from './kinds.js';

/** @typedef {import('./store.js').Store} Store
 * @typedef {import('./types').Task} Task
 * @typedef {import('./types').OpSpec} OpSpec
 * @typedef {import('./types').Effect} Effect
 * @typedef {{forward: OpSpec[], back: OpSpec[], again?: OpSpec[]}} Pair
 * again: how to do it once more after back was sent. */

/** @param {Task} t */
export const taskPath = t => `/lists/${t.listId}/tasks/${t.id}`;

/** @param {any} r @param {string[]} names */
const pick = (r, names) => Object.fromEntries(names.map(n => [n, r[n] ?? null]));

/** @param {any} o what is neither undefined nor null of it */
const given = o => Object.fromEntries(Object.entries(o)
	.filter(([, v]) => v !== undefined && v !== null));

/** Everything that hangs on a record, and the record, as puts.
 * @param {Store} s @param {string} key @returns {Effect[]} */
export function puts(s, key) {
	const [kind, id] = splitKey(key);
	const put = s.get(kind, id);

	return put ? [{ kind, id, put }, ...[...s.under(key)].flatMap(c =>
	    puts(s, c))] : [];
}

/** A PATCH of one record and its way back.
 * @param {string} path @param {OpSpec['target']} target @param {any} old
 * @param {any} body @param {any} shown what the view shows of it
 * @param {Pick<OpSpec, 'writes' | 'reads'>} order
 * @param {string} words @returns {Pair} */
function patch(path, target, old, body, shown, order, words) {
	const one = (/** @type {any} */ b, /** @type {any} */ show,
	    /** @type {any} */ base) => ({
		method: 'PATCH', path, body: b, target, ...order, base,
		forward: [{ ...target, patch: show }],
		words: { key: words, holes: { title: old.title ?? old.name } },
	});
	const was = pick(old, Object.keys(body));
	const showed = pick(old, Object.keys(shown));
	const base = { ...was };

	if ('notes' in body)
		base.notesUpdatedAt = old.notesUpdatedAt ?? null;
	return { forward: [one(body, shown, base)],
	    back: [one(was, showed, { ...pick(shown, Object.keys(body)) })] };
}

/** @param {Task} t */
const onTask = t => ({ writes: [keyOf('task', t.id)],
	reads: [keyOf('list', t.listId)] });

/** Changes fields of a task.
 * @param {Store} s @param {Task} t @param {any} body
 * @param {{me: string, now: string}} by @returns {Pair} */
export function patchTask(s, t, body, by) {
	const b = { ...body };

	if (b.dueDate === null && (b.recurrence ?? t.recurrence))
		b.recurrence = null;
	const shown = { ...b };
	if ('assigneeId' in b)
		shown.assignedToMe = b.assigneeId === by.me;
	if (b.done !== undefined) {
		shown.completedAt = b.done ? by.now : null;
		shown.completedBy = b.done ? by.me : null;
	}
	if (b.done && t.recurrence)
		shown.recurrence = t.recurrence;
	return patch(taskPath(t), { kind: 'task', id: t.id }, t, b, shown,
	    onTask(t), 'op.task');
}

/** The neighbours' ranks and a rank between them.
 * @param {Store} s @param {import('./types').Kind} kind
 * @param {{beforeId?: string | null, afterId?: string | null}} at */
function rankAt(s, kind, at) {
	const a = at.beforeId ? s.get(kind, at.beforeId)?.rank ?? null : null;
	const b = at.afterId ? s.get(kind, at.afterId)?.rank ?? null : null;

	return a !== null && b !== null && a >= b ? between(a, null) :
	    between(a, b);
}

/** The rank at an end of siblings in order.
 * @param {{rank: string}[]} rows in order @param {string} position */
export const rankEnd = (rows, position) => rows.length === 0 ? between(null, null) :
	position === 'top' ? between(null, rows[0].rank) :
	between(rows[rows.length - 1].rank, null);

/** Makes a task with all it has.
 * @param {Store} s @param {any} task id, listId, title and what else POST takes
 * @param {{me: string, now: string, rank: string}} by @returns {Pair} */
export function createTask(s, task, by) {
	const { listId, tagIds, steps, myDay, position, ...fields } = task;
	/** @type {any} */
	const t = { done: false, starred: false, dueDate: null, notes: null,
	    assigneeId: null, reminderAt: null, recurrence: null,
	    completedAt: fields.done ? by.now : null,
	    completedBy: fields.done ? by.me : null,
	    ...given(fields), listId, rank: by.rank, createdBy: by.me,
	    notesUpdatedAt: fields.notes ? by.now : null,
	    assignedToMe: !!fields.assigneeId && fields.assigneeId === by.me,
	    createdAt: by.now, updatedAt: '' };
	/** @type {Effect[]} */
	const forward = [{ kind: 'task', id: t.id, put: t }];
	let rank = '';

	if (tagIds?.length)
		forward.push({ kind: 'taskTags', id: t.id,
		    tags: { add: tagIds, remove: [] } });
	for (const step of steps ?? []) {
		rank = between(rank || null, null);
		forward.push({ kind: 'step', id: step.id, put: { ...step, rank,
		    taskId: t.id, done: false, createdAt: by.now, updatedAt: '' } });
	}
	if (myDay)
		forward.push({ kind: 'myDay', id: t.id,
		    set: { taskId: t.id, listId, addedOn: myDay, updatedAt: by.now } });
	return made('task', t, `/lists/${listId}/tasks`, given({ ...fields, position,
	    tagIds: tagIds?.length ? tagIds : null,
	    steps: steps?.length ? steps : null, myDay }), forward,
	    ['order/' + listId], ['list/' + listId,
	    ...(tagIds ?? []).map((/** @type {string} */ i) => 'tag/' + i)]);
}

/** A creation, its way back and its way forward again.
 * @param {import('./types').Kind} kind @param {any} r @param {string} path
 * @param {any} body @param {Effect[]} forward @param {string[]} writes
 * @param {string[]} reads @returns {Pair} */
export function made(kind, r, path, body, forward, writes, reads) {
	const target = { kind, id: idOf(kind, r) }, one = path + '/' + target.id;
	const key = kind === 'step' ? 'task/' + r.taskId : keyOf(kind, target.id);
	const words = { key: 'op.' + kind, holes: { title: r.title ?? r.name } };
	const order = { target, writes: [key], reads, words };

	return {
		forward: [{ ...order, method: 'POST', path, body, forward,
			writes: [key, ...writes] }],
		back: [{ ...order, method: 'DELETE', path: one, body: null,
			forward: [{ ...target, del: true }] }],
		again: [{ ...order, method: 'POST', path: one + '/restore',
			body: null, forward }],
	};
}

/** Deletes a record; its way back restores it with all that hangs on it.
 * @param {Store} s @param {import('./types').Kind} kind @param {any} r
 * @param {string} path @param {string[]} reads @returns {Pair} */
export function deletion(s, kind, r, path, reads) {
	const all = puts(s, keyOf(kind, idOf(kind, r)));
	const pair = made(kind, r, path.slice(0, path.lastIndexOf('/')), null, all,
	    [], reads);

	if (kind === 'tag')
		all.push(...sets(s, r.id));
	if (kind === 'group')
		for (const l of s.view.list.values())
			if (l.groupId === r.id)
				all.push({ kind: 'list', id: l.id,
				    patch: { groupId: r.id } });
	return { forward: pair.back, back: pair.again ?? [] };
}

/** The tag sets that hold a tag, as what brings it back into them.
 * @param {Store} s @param {string} tag @returns {Effect[]} */
const sets = (s, tag) => [...s.view.taskTags.values()]
	.filter(x => x.tagIds.includes(tag))
	.map(x => ({ kind: 'taskTags', id: x.taskId,
	    tags: { add: [tag], remove: [] } }));

/** Where a record stands among its siblings, as what a request names.
 * @param {any[]} rows in order @param {string} id */
export function placeOf(rows, id) {
	const i = rows.findIndex(r => r.id === id);

	return { beforeId: rows[i - 1]?.id ?? null, afterId: rows[i + 1]?.id ?? null };
}

/** Puts a record between others.
 * @param {Store} s @param {import('./types').Kind} kind @param {any} r
 * @param {string} path @param {{beforeId?: string | null, afterId?: string | null}} to
 * @param {{beforeId: string | null, afterId: string | null}} from
 * @param {Pick<OpSpec, 'writes' | 'reads'>} order @returns {Pair} */
export function reorder(s, kind, r, path, to, from, order) {
	const target = { kind, id: r.id };
	const one = (/** @type {any} */ at, /** @type {string} */ rank) => ({
		method: 'PATCH', path: path + '/rank', target, writes: order.writes,
		body: { beforeId: at.beforeId ?? null, afterId: at.afterId ?? null },
		reads: [...order.reads, ...[at.beforeId, at.afterId].filter(Boolean)
			.map(id => keyOf(kind, id))],
		forward: [{ ...target, patch: { rank } }],
		words: { key: 'op.order', holes: { title: r.title } },
	});

	return { forward: [one(to, rankAt(s, kind, to))], back: [one(from, r.rank)] };
}

/** Moves a task to another list.
 * @param {Store} s @param {Task} t @param {string} listId
 * @param {{position?: string, beforeId?: string | null, afterId?: string | null}} at
 * @param {{eligible: boolean, rank?: string}} by
 * @param {{beforeId: string | null, afterId: string | null}} from
 * @returns {Pair} */
export function moveTask(s, t, listId, at, by, from) {
	const shown = { listId, rank: by.rank ?? rankAt(s, 'task', at),
	    ...(by.eligible ? {} : { assigneeId: null, assignedToMe: false }) };
	const back = from.beforeId || from.afterId ? from : { position: 'top' };
	const one = (/** @type {string} */ here, /** @type {string} */ there,
	    /** @type {any} */ to, /** @type {any} */ show) => ({
		method: 'POST', path: `/lists/${here}/tasks/${t.id}/move`,
		body: given({ listId: there, ...to }),
		target: { kind: /** @type {const} */ ('task'), id: t.id },
		writes: ['task/' + t.id, 'order/' + there],
		reads: ['list/' + here, 'list/' + there, ...[to.beforeId, to.afterId]
			.filter(Boolean).map(id => 'task/' + id)],
		forward: [{ kind: /** @type {const} */ ('task'), id: t.id, patch: show }],
		words: { key: 'op.move', holes: { title: t.title } },
	});
	const pair = { forward: [one(t.listId, listId, at, shown)],
	    back: [one(listId, t.listId, back, pick(t, Object.keys(shown)))] };

	if (!by.eligible && t.assigneeId)
		pair.back.push(.../** @type {any} */ (patchTask(s, t,
		    { assigneeId: t.assigneeId }, { me: '', now: '' })).forward);
	return pair;
}

export { patch };
