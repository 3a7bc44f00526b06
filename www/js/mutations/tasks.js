// Changes of tasks.

import { inbox } from '../data/inbox.js';
import { between } from '../data/rank.js';
import { assignable } from '../data/roles.js';
import { doneOf, list, me, members, myDay, openOf, setting, state, store, task, zone } from
	'../data/state.js';
import { uuid } from '../data/uuid.js';
import { mutate } from './mutate.js';
import { createTask, deleteRecord, moveTask, neighborsOf, patchTask, rankAtEnd,
	reorderRecord, taskPath } from './operations.js';
import { keepDayOrder, setDayOrder, setSetting } from './settings.js';
import { findOrCreateTag } from './tags.js';

/** @typedef {import('../data/types').Task} Task
 * @typedef {import('./operations.js').Pair} Pair */

export const author = () => ({ me: me()?.id ?? '', today: state.today, zone: zone(),
	now: new Date().toISOString().replace('Z', '000Z') });
/** @param {string | string[]} ids @returns {Task[]} */
const existingTasks = ids => /** @type {Task[]} */ ([ids].flat().map(task)
	.filter(Boolean));
/** @param {string} key @param {Task[]} ts */
const describe = (key, ts) => ({ key: 'did.' + (SAME_WORDS[key] ?? key),
	holes: { n: ts.length, title: ts[0]?.title ?? '' } });
/** Fields of which a change is described as that of another.
 * @type {Record<string, string>} */
const SAME_WORDS = { dueTime: 'dueDate', recurrenceRule: 'recurrence', rotation: 'recurrence' };

/** Returns the ids of an open task's neighbors in its list.
 * @param {Task} t */
const neighborsInList = t => neighborsOf(openOf(t.listId), t.id);

/** Returns a rank at an end of a list.
 * @param {string} listId @param {string} position */
function rankAtListEnd(listId, position) {
	const open = openOf(listId), done = doneOf(listId);
	const pick = (/** @type {string} */ a, /** @type {string} */ b) =>
		position === 'top' ? a < b : a > b;
	let end = position === 'top' ? open[0] : open.at(-1);

	for (const t of done)
		if (!end || pick(t.rank, end.rank))
			end = t;
	return rankAtEnd(end ? [end] : [], position);
}

/** @typedef {{listId?: string, title: string, dueDate?: string | null,
 *  reminderAt?: string | null, recurrence?: string | null, recurrenceRule?: string | null, starred?: boolean,
 *  tagNames?: string[], tagIds?: string[], assigneeId?: string | null,
 *  myDay?: boolean | string, notes?: string | null, position?: 'top' | 'bottom',
 *  steps?: string[]}} NewTask */

/** @param {any} n a NewTask @param {Pair[]} pairs gets the operations
 * @param {string} [rank] @returns {{id: string, rank: string}} */
export function buildTask(n, pairs, rank) {
	const { tagNames, myDay: day, steps, listId = inbox()?.id, ...fields } =
	    /** @type {NewTask} */ (n);

	if (!listId)
		throw new Error('there is no list yet');
	const tagIds = [...fields.tagIds ?? [],
	    ...(tagNames ?? []).map(name => findOrCreateTag(name, pairs))];
	const position = fields.position ?? 'top';
	const id = uuid();
	rank ??= rankAtListEnd(listId, position);
	pairs.push(createTask(store, { ...fields, id, listId, position,
	    dueDate: (fields.recurrence || fields.recurrenceRule) && !fields.dueDate ?
	    state.today : fields.dueDate, tagIds: [...new Set(tagIds)],
	    myDay: day === true ? state.today : day || null,
	    steps: steps?.map(title => ({ id: uuid(), title })) },
	    { ...author(), rank }));
	return { id, rank };
}

/** Adds a task.
 * @param {NewTask | Record<string, any>} n @returns {string} its id */
export function addTask(n) {
	/** @type {Pair[]} */
	const pairs = [];
	const { id } = buildTask(n, pairs);

	mutate(pairs, { key: 'did.add', holes: { n: 1, title: n.title } });
	return id;
}

/** Adds tasks in the given order.
 * @param {(NewTask | Record<string, any>)[]} many @returns {string[]} their ids */
export function addTasks(many) {
	/** @type {Map<string, string>} */
	const ranks = new Map();
	/** @type {string[]} */
	const ids = [];
	/** @type {Pair[]} */
	const pairs = [];
	const order = many.every(n => n.position === 'bottom') ? many :
	    [...many].reverse();

	for (const n of order) {
		const to = (n.listId ?? '') + ' ' + (n.position ?? 'top');
		const last = ranks.get(to);
		const made = buildTask(n, pairs, last && (n.position === 'bottom' ?
		    between(last, null) : between(null, last)));
		ranks.set(to, made.rank);
		ids.push(made.id);
	}
	mutate(pairs, { key: 'did.add', holes: { n: many.length,
	    title: many[0]?.title ?? '' } });
	return order === many ? ids : ids.reverse();
}

/** @param {Task[]} ts @param {string | null | undefined} id */
function describeAssignment(ts, id) {
	const words = describe(id ? 'assigneeId' : 'unassigned', ts);
	const name = ts.length && members(ts[0].listId).find(m => m.userId === id)?.displayName;

	return { ...words, holes: { ...words.holes, name } };
}

/** Changes fields of tasks.
 * @param {string | string[]} ids @param {Partial<Task>} patch */
export function setTask(ids, patch) {
	const ts = existingTasks(ids).filter(t => Object.entries(patch).some(([k, v]) =>
	    /** @type {any} */ (t)[k] !== v));

	mutate(ts.map(t => patchTask(store, t, (patch.recurrence || patch.recurrenceRule ||
	    patch.dueTime) && !patch.dueDate && !t.dueDate ? { ...patch,
		dueDate: state.today } : patch, author())),
	    'assigneeId' in patch ? describeAssignment(ts, patch.assigneeId) :
	    describe(Object.keys(patch)[0], ts));
}

/** @param {string | string[]} ids @param {boolean} done */
export function setDone(ids, done) {
	const ts = existingTasks(ids).filter(t => t.done !== done);
	const pairs = ts.map(t => patchTask(store, t, { done }, author()));
	const words = describe(done ? 'done' : 'undone', ts), id = pairs[0]?.forward[0].next;
	const next = pairs.length === 1 && pairs[0].forward[0].forward.find(e => e.id === id && e.put);

	mutate(pairs, next ? { ...words, next: next.put.dueDate } : words);
}

/** @param {string | string[]} ids */
export function deleteTasks(ids) {
	const ts = existingTasks(ids);

	mutate([...keepDayOrder(ts.map(t => t.id)), ...ts.map(t => deleteRecord(store, 'task', t,
	    taskPath(t), ['list/' + t.listId]))], describe('delete', ts));
}

/** Returns a function that takes a task from its list, and returns its neighbors there: of
 * several tasks, the next one cannot have one beside it that has left before.
 * @returns {(t: Task) => {beforeId: string | null, afterId: string | null}} */
function leaving() {
	/** @type {Map<string, Task[]>} */
	const left = new Map();

	return t => {
		const rows = left.get(t.listId) ?? [...openOf(t.listId)];
		const at = neighborsOf(rows, t.id), i = rows.findIndex(r => r.id === t.id);

		left.set(t.listId, rows);
		if (i >= 0)
			rows.splice(i, 1);
		return at;
	};
}

/** Moves tasks to a list, in their order.
 * @param {string | string[]} ids @param {string} listId
 * @param {{beforeId?: string | null, afterId?: string | null} | 'top' | 'bottom'} [to] */
export function moveTasks(ids, listId, to = 'top') {
	const ts = existingTasks(ids).filter(t => t.listId !== listId);
	const free = typeof to === 'string' || !to.beforeId && !to.afterId;
	/** @type {any} */
	let at = free ? { position: typeof to === 'string' ? to : 'top' } : to;
	let last = '';
	const leave = leaving();

	mutate([...keepDayOrder(ts.map(t => t.id)),
	    ...(at.position === 'top' ? [...ts].reverse() : ts).map(t => {
		const eligible = !t.assigneeId || assignable(listId)
			.some(m => m.userId === t.assigneeId);
		const rank = !free ? undefined : !last ? rankAtListEnd(listId, at.position) :
		    at.position === 'top' ? between(null, last) : between(last, null);
		const pair = moveTask(store, t, listId, at, { eligible, rank }, leave(t));
		last = rank ?? '';
		if (!free)
			at = { beforeId: t.id, afterId: null };
		return pair;
	})], { key: 'did.move', holes: { n: ts.length, title: ts[0]?.title ?? '',
	    list: list(listId)?.title ?? '' } });
}

/** Moves a task between others of its list.
 * @param {string} id @param {{beforeId?: string | null, afterId?: string | null}} to */
export function reorderTask(id, to) {
	const t = task(id);

	if (!t || (!to.beforeId && !to.afterId) || to.beforeId === id ||
	    to.afterId === id)
		return;
	mutate([reorderRecord(store, 'task', t, taskPath(t), to,
	    neighborsInList(t), { writes: ['task/' + id,
	    'order/' + t.listId], reads: ['list/' + t.listId] })],
	    describe('order', [t]));
}

/** @param {string} taskId @param {string | null} date @returns {Pair} */
function myDayPair(taskId, date) {
	const old = store.get('myDay', taskId)?.addedOn ?? null;
	const target = { kind: /** @type {const} */ ('myDay'), id: taskId };
	const t = /** @type {Task} */ (task(taskId));
	const one = (/** @type {string | null} */ d) => ({
		method: d ? 'PUT' : 'DELETE', path: '/me/my-day/' + taskId,
		body: d ? { addedOn: d } : null, target,
		writes: ['task/' + taskId], reads: ['list/' + t.listId],
		forward: [d ? { ...target, set: { taskId, listId: t.listId,
		    addedOn: d, updatedAt: author().now } } :
		    { ...target, del: /** @type {const} */ (true) }],
		words: { key: 'op.myDay', holes: { title: t.title } },
	});

	return { forward: [one(date)], back: [one(old)] };
}

/** @param {string | string[]} ids @param {boolean} on @param {string} [date] */
export function setMyDay(ids, on, date = state.today) {
	const ts = existingTasks(ids).filter(t =>
	    (store.get('myDay', t.id)?.addedOn === date) !== on);

	mutate([...on ? [] : keepDayOrder(ts.map(t => t.id)),
	    ...ts.map(t => myDayPair(t.id, on ? date : null))],
	    describe(on ? 'myDay' : 'notMyDay', ts));
}

/** Stops suggesting a task today.
 * @param {string} id */
export function notToday(id) {
	const now = setting('my-day/not-today');
	const ids = now?.date === state.today ? now.ids : [];

	setSetting('my-day/not-today', { date: state.today,
	    ids: [...ids.filter((/** @type {string} */ i) => i !== id), id]
		.slice(-100) });
}

/** Moves a task of My Day between others.
 * @param {string} id @param {{beforeId?: string | null, afterId?: string | null}} to */
export function reorderMyDay(id, to) {
	const ids = myDay(state.today).map(t => t.id).filter(i => i !== id);
	const i = to.beforeId ? ids.indexOf(to.beforeId) + 1 :
	    to.afterId ? ids.indexOf(to.afterId) : 0;

	ids.splice(Math.max(0, i), 0, id);
	setDayOrder(ids);
}

/** Adds and removes tags; creates tags for new names.
 * @param {string | string[]} ids
 * @param {{add?: string[], remove?: string[], addNames?: string[]}} how tag ids, and names */
export function setTags(ids, { add = [], remove = [], addNames = [] }) {
	/** @type {Pair[]} */
	const pairs = [];
	const plus = [...add, ...addNames.map(n => findOrCreateTag(n, pairs))];
	const ts = existingTasks(ids);

	for (const t of ts) {
		const now = store.get('taskTags', t.id)?.tagIds ?? [];
		const more = plus.filter(i => !now.includes(i));
		const less = remove.filter(i => now.includes(i));
		if (more.length || less.length)
			pairs.push({ forward: [tagsOperation(t, more, less)],
			    back: [tagsOperation(t, less, more)] });
	}
	mutate(pairs, describe('tags', ts));
}

/** @param {Task} t @param {string[]} add @param {string[]} remove */
function tagsOperation(t, add, remove) {
	const target = { kind: /** @type {const} */ ('taskTags'), id: t.id };

	return { method: 'PUT', path: `/tasks/${t.id}/tags`, target,
		body: { tagIds: [] }, writes: ['task/' + t.id],
		reads: ['list/' + t.listId, ...add.map(i => 'tag/' + i)],
		forward: [{ ...target, tags: { add, remove } }],
		words: { key: 'op.tags', holes: { title: t.title } } };
}

