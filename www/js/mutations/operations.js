// Creates the operations of mutations, and those that reverse them.  Pure: they read a
// store and change nothing.

import { idOf, keyOf, splitKey } from '../data/kinds.js';
import { WHOLE_VALUES } from '../data/merge.js';
import { between } from '../data/rank.js';
import { canonicalRule, parseRule, ruleOfWord, wordOfRule } from '../data/rule.js';
import { NO_REPEAT, successor } from './successor.js';

/** @typedef {import('../data/store.js').Store} Store
 * @typedef {import('../data/types').Task} Task
 * @typedef {import('../data/types').OpSpec} OpSpec
 * @typedef {import('../data/types').Effect} Effect
 * @typedef {import('../data/types').Pair} Pair */

/** @param {Task} t */
export const taskPath = t => `/lists/${t.listId}/tasks/${t.id}`;

/** @param {any} r @param {string[]} names */
const pick = (r, names) => Object.fromEntries(names.map(n => [n, r[n] ?? null]));

/** Returns the members that are neither undefined nor null.
 * @param {any} o */
const withoutEmpty = o => Object.fromEntries(Object.entries(o)
	.filter(([, v]) => v !== undefined && v !== null));

/** Returns effects that put a record and all its descendants.
 * @param {Store} s @param {string} key @returns {Effect[]} */
function putEffects(s, key) {
	const [kind, id] = splitKey(key);
	const put = s.get(kind, id);

	return put ? [{ kind, id, put }, ...[...s.childKeys(key)].flatMap(c =>
	    putEffects(s, c))] : [];
}

/** Changes fields of a record.
 * @param {string} path @param {OpSpec['target']} target @param {any} old
 * @param {any} body @param {any} shown the fields as the view shows them
 * @param {Pick<OpSpec, 'writes' | 'reads'>} order
 * @param {string} words @returns {Pair} */
export function patchRecord(path, target, old, body, shown, order, words) {
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
const taskOrder = t => ({ writes: [keyOf('task', t.id)],
	reads: [keyOf('list', t.listId)] });

/** Changes fields of a task.
 * @param {Store} s @param {Task} t @param {any} body
 * @param {import('./successor.js').By} by @returns {Pair} */
export function patchTask(s, t, body, by) {
	const b = wholeValues(t, body), shown = { ...b, ...ruleForDate(t, b) };

	if ('assigneeId' in b)
		shown.assignedToMe = b.assigneeId === by.me;
	if (b.done !== undefined) {
		shown.completedAt = b.done ? by.now : null;
		shown.completedBy = b.done ? by.me : null;
	}
	if (b.done || b.recurrenceRule === null)
		Object.assign(shown, NO_REPEAT);
	const pair = patchRecord(taskPath(t), { kind: 'task', id: t.id }, t, b, shown,
	    taskOrder(t), 'op.task');
	const next = b.done && !t.done ? successor(s, t, by) : null;
	return next ? withSuccessor(pair, next) : pair;
}

/** Returns the fields of a change, with all fields of each value that it changes.
 * @param {Task} t @param {any} body */
function wholeValues(t, body) {
	const b = { ...body };

	if (b.dueDate === null && (t.recurrence || t.recurrenceRule))
		b.recurrenceRule = null;
	if (b.dueDate === null && t.dueTime)
		b.dueTime = b.dueZone = null;
	const due = b.dueDate ?? t.dueDate, rule = b.recurrenceRule && parseRule(b.recurrenceRule);
	if (rule && due)
		b.recurrenceRule = canonicalRule(rule, due);
	if ('recurrenceRule' in b)
		b.recurrence = wordOfRule(b.recurrenceRule);
	else if ('recurrence' in b)
		Object.assign(b, { recurrenceFrom: 'due', recurrenceRule: b.recurrence && due &&
			ruleOfWord(b.recurrence, due) });
	for (const fields of WHOLE_VALUES)
		if (fields.some(f => f in b))
			for (const f of fields)
				if (!(f in b) && f in t)
					b[f] = /** @type {any} */ (t)[f];
	if (b.recurrenceRule === null)
		b.recurrenceFrom = 'due';
	return b;
}

/** Returns the rule that a new due date leaves.
 * @param {Task} t @param {any} b the fields of the change */
function ruleForDate(t, b) {
	const rule = t.recurrenceRule && parseRule(t.recurrenceRule);

	if (!rule || !b.dueDate || b.dueDate === t.dueDate || 'recurrenceRule' in b)
		return {};
	return { recurrenceRule: ['monthly', 'yearly'].includes(t.recurrence ?? '') ?
		ruleOfWord(/** @type {string} */ (t.recurrence), b.dueDate) :
		canonicalRule(rule, b.dueDate) };
}

/** Adds the successor to the completion of a task.
 * @param {Pair} pair @param {{task: Task, effects: Effect[]}} next @returns {Pair} */
function withSuccessor({ forward: [forward], back: [back] }, { task, effects }) {
	const writes = [...forward.writes, keyOf('task', task.id)];

	return { forward: [{ ...forward, writes, next: task.id,
		forward: [...forward.forward, ...effects] }],
	    back: [{ ...back, writes, forward: [...back.forward,
		{ kind: 'task', id: task.id, del: true }] }] };
}

/** Returns a rank between two neighbors.
 * @param {Store} s @param {import('../data/types').Kind} kind
 * @param {{beforeId?: string | null, afterId?: string | null}} at */
function rankBetween(s, kind, at) {
	const a = at.beforeId ? s.get(kind, at.beforeId)?.rank ?? null : null;
	const b = at.afterId ? s.get(kind, at.afterId)?.rank ?? null : null;

	return a !== null && b !== null && a >= b ? between(a, null) :
	    between(a, b);
}

/** Returns a rank at an end of siblings.
 * @param {{rank: string}[]} rows in order @param {string} position */
export const rankAtEnd = (rows, position) => rows.length === 0 ? between(null, null) :
	position === 'top' ? between(null, rows[0].rank) :
	between(rows[rows.length - 1].rank, null);

/** Creates a task with its steps, tags and day.
 * @param {Store} s @param {any} task id, listId, title and other fields of POST
 * @param {{me: string, now: string, rank: string}} by @returns {Pair} */
export function createTask(s, task, by) {
	const { listId, tagIds, steps, myDay, position, ...fields } = task;
	/** @type {any} */
	const t = { done: false, starred: false, dueDate: null, notes: null,
	    dueTime: null, dueZone: null, assigneeId: null, reminderAt: null, ...NO_REPEAT,
	    completedAt: fields.done ? by.now : null,
	    completedBy: fields.done ? by.me : null,
	    ...withoutEmpty(fields), listId, rank: by.rank, createdBy: by.me,
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
	return createRecord('task', t, `/lists/${listId}/tasks`, withoutEmpty({ ...fields, position,
	    tagIds: tagIds?.length ? tagIds : null,
	    steps: steps?.length ? steps : null, myDay }), forward,
	    ['order/' + listId], ['list/' + listId,
	    ...(tagIds ?? []).map((/** @type {string} */ i) => 'tag/' + i)]);
}

/** Creates a record.
 * @param {import('../data/types').Kind} kind @param {any} r @param {string} path
 * @param {any} body @param {Effect[]} forward @param {string[]} writes
 * @param {string[]} reads @returns {Pair} */
export function createRecord(kind, r, path, body, forward, writes, reads) {
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

/** Deletes a record; its undo restores it with all its descendants.
 * @param {Store} s @param {import('../data/types').Kind} kind @param {any} r
 * @param {string} path @param {string[]} reads @returns {Pair} */
export function deleteRecord(s, kind, r, path, reads) {
	const all = putEffects(s, keyOf(kind, idOf(kind, r)));
	const pair = createRecord(kind, r, path.slice(0, path.lastIndexOf('/')), null, all,
	    [], reads);

	if (kind === 'tag')
		all.push(...tagSetEffects(s, r.id));
	if (kind === 'group')
		for (const l of s.view.list.values())
			if (l.groupId === r.id)
				all.push({ kind: 'list', id: l.id,
				    patch: { groupId: r.id } });
	return { forward: pair.back, back: pair.again ?? [] };
}

/** Returns effects that add a tag to the tasks that have it.
 * @param {Store} s @param {string} tag @returns {Effect[]} */
const tagSetEffects = (s, tag) => [...s.view.taskTags.values()]
	.filter(x => x.tagIds.includes(tag))
	.map(x => ({ kind: 'taskTags', id: x.taskId,
	    tags: { add: [tag], remove: [] } }));

/** Returns the ids of a record's neighbors.
 * @param {any[]} rows in order @param {string} id */
export function neighborsOf(rows, id) {
	const i = rows.findIndex(r => r.id === id);

	return { beforeId: rows[i - 1]?.id ?? null, afterId: rows[i + 1]?.id ?? null };
}

/** Moves a record between others.
 * @param {Store} s @param {import('../data/types').Kind} kind @param {any} r
 * @param {string} path @param {{beforeId?: string | null, afterId?: string | null}} to
 * @param {{beforeId: string | null, afterId: string | null}} from
 * @param {Pick<OpSpec, 'writes' | 'reads'>} order @returns {Pair} */
export function reorderRecord(s, kind, r, path, to, from, order) {
	const target = { kind, id: r.id };
	const one = (/** @type {any} */ at, /** @type {string} */ rank) => ({
		method: 'PATCH', path: path + '/rank', target, writes: order.writes,
		body: { beforeId: at.beforeId ?? null, afterId: at.afterId ?? null },
		reads: [...order.reads, ...[at.beforeId, at.afterId].filter(Boolean)
			.map(id => keyOf(kind, id))],
		forward: [{ ...target, patch: { rank } }],
		words: { key: 'op.order', holes: { title: r.title } },
	});

	return { forward: [one(to, rankBetween(s, kind, to))], back: [one(from, r.rank)] };
}

/** Moves a task to another list.
 * @param {Store} s @param {Task} t @param {string} listId
 * @param {{position?: string, beforeId?: string | null, afterId?: string | null}} at
 * @param {{eligible: boolean, rank?: string}} by
 * @param {{beforeId: string | null, afterId: string | null}} from
 * @returns {Pair} */
export function moveTask(s, t, listId, at, by, from) {
	const shown = { listId, rank: by.rank ?? rankBetween(s, 'task', at),
	    ...(by.eligible ? {} : { assigneeId: null, assignedToMe: false }) };
	const back = from.beforeId || from.afterId ? from : { position: 'top' };
	const one = (/** @type {string} */ here, /** @type {string} */ there,
	    /** @type {any} */ to, /** @type {any} */ show) => ({
		method: 'POST', path: `/lists/${here}/tasks/${t.id}/move`,
		body: withoutEmpty({ listId: there, ...to }),
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
		    { assigneeId: t.assigneeId }, { me: '', now: '', today: '', zone: '' })).forward);
	return pair;
}
