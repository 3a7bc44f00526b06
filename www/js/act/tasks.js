// What a user does with tasks.

import { act, store } from '../engine.js';
import { defaultList, doneOf, list, members, me, myDay, openOf, setting,
	state, task } from '../state.js';
import { createTask, deletion, moveTask, patchTask, placeOf, rankEnd, reorder,
	taskPath } from '../ops.js';
import { between } from '../rank.js';
import { setSetting } from './settings.js';
import { tagNamed } from './tags.js';
import { uuid } from '../uuid.js';

/** @typedef {import('../types').Task} Task
 * @typedef {import('../ops.js').Pair} Pair */

const by = () => ({ me: me()?.id ?? '',
	now: new Date().toISOString().replace('Z', '000Z') });
/** @param {string | string[]} ids @returns {Task[]} */
const known = ids => /** @type {Task[]} */ ([ids].flat().map(task)
	.filter(Boolean));
/** @param {string} key @param {Task[]} ts */
const words = (key, ts) => ({ key: 'did.' + key,
	holes: { n: ts.length, title: ts[0]?.title ?? '' } });

/** Where an open task stands in its list.
 * @param {Task} t */
const placeIn = t => placeOf(openOf(t.listId), t.id);

/** A rank at an end; the kept orders make it cheap.
 * @param {string} listId @param {string} position */
function endRank(listId, position) {
	const open = openOf(listId), done = doneOf(listId);
	const pick = (/** @type {string} */ a, /** @type {string} */ b) =>
		position === 'top' ? a < b : a > b;
	let end = position === 'top' ? open[0] : open.at(-1);

	for (const t of done)
		if (!end || pick(t.rank, end.rank))
			end = t;
	return rankEnd(end ? [end] : [], position);
}

/** @typedef {{listId?: string, title: string, dueDate?: string | null,
 *  reminderAt?: string | null, recurrence?: string | null, starred?: boolean,
 *  tagNames?: string[], tagIds?: string[], assigneeId?: string | null,
 *  myDay?: boolean | string, notes?: string | null, position?: 'top' | 'bottom',
 *  steps?: string[]}} NewTask */

/** @param {any} n a NewTask @param {Pair[]} pairs where its making goes
 * @param {string} [rank] @returns {{id: string, rank: string}} */
function building(n, pairs, rank) {
	const { tagNames, myDay: day, steps, listId = defaultList()?.id, ...fields } =
	    /** @type {NewTask} */ (n);

	if (!listId)
		throw new Error('there is no list yet');
	const tagIds = [...fields.tagIds ?? [],
	    ...(tagNames ?? []).map(name => tagNamed(name, pairs))];
	const position = fields.position ?? 'top';
	const id = uuid();
	rank ??= endRank(listId, position);
	pairs.push(createTask(store, { ...fields, id, listId, position,
	    dueDate: fields.recurrence && !fields.dueDate ? state.today :
	    fields.dueDate, tagIds: [...new Set(tagIds)],
	    myDay: day === true ? state.today : day || null,
	    steps: steps?.map(title => ({ id: uuid(), title })) },
	    { ...by(), rank }));
	return { id, rank };
}

/** Makes a task.
 * @param {NewTask | Record<string, any>} n @returns {string} its id */
export function addTask(n) {
	/** @type {Pair[]} */
	const pairs = [];
	const { id } = building(n, pairs);

	act(pairs, { key: 'did.add', holes: { n: 1, title: n.title } });
	return id;
}

/** Makes several, which stand in the order given.
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
		const made = building(n, pairs, last && (n.position === 'bottom' ?
		    between(last, null) : between(null, last)));
		ranks.set(to, made.rank);
		ids.push(made.id);
	}
	act(pairs, { key: 'did.add', holes: { n: many.length,
	    title: many[0]?.title ?? '' } });
	return order === many ? ids : ids.reverse();
}

/** Changes fields of tasks.
 * @param {string | string[]} ids @param {Partial<Task>} patch */
export function setTask(ids, patch) {
	const ts = known(ids).filter(t => Object.entries(patch).some(([k, v]) =>
	    /** @type {any} */ (t)[k] !== v));

	act(ts.map(t => patchTask(store, t, patch.recurrence && !patch.dueDate &&
	    !t.dueDate ? { ...patch, dueDate: state.today } : patch, by())),
	    words(Object.keys(patch)[0], ts));
}

/** @param {string | string[]} ids @param {boolean} done */
export function setDone(ids, done) {
	const ts = known(ids).filter(t => t.done !== done);

	act(ts.map(t => patchTask(store, t, { done }, by())),
	    words(done ? 'done' : 'undone', ts));
}

/** @param {string | string[]} ids */
export function deleteTasks(ids) {
	const ts = known(ids);

	act(ts.map(t => deletion(store, 'task', t, taskPath(t),
	    ['list/' + t.listId])), words('delete', ts));
}

/** Moves tasks to a list, in their order.
 * @param {string | string[]} ids @param {string} listId
 * @param {{beforeId?: string | null, afterId?: string | null} | 'top' | 'bottom'} [to] */
export function moveTasks(ids, listId, to = 'top') {
	const ts = known(ids).filter(t => t.listId !== listId);
	const free = typeof to === 'string' || !to.beforeId && !to.afterId;
	/** @type {any} */
	let at = free ? { position: typeof to === 'string' ? to : 'top' } : to;
	let last = '';

	act((at.position === 'top' ? [...ts].reverse() : ts).map(t => {
		const eligible = !t.assigneeId || members(listId)
			.some(m => m.userId === t.assigneeId);
		const rank = !free ? undefined : !last ? endRank(listId, at.position) :
		    at.position === 'top' ? between(null, last) : between(last, null);
		const pair = moveTask(store, t, listId, at, { eligible, rank },
		    placeIn(t));
		last = rank ?? '';
		if (!free)
			at = { beforeId: t.id, afterId: null };
		return pair;
	}), { key: 'did.move', holes: { n: ts.length, title: ts[0]?.title ?? '',
	    list: list(listId)?.title ?? '' } });
}

/** Puts a task between others of its list.
 * @param {string} id @param {{beforeId?: string | null, afterId?: string | null}} to */
export function reorderTask(id, to) {
	const t = task(id);

	if (!t || (!to.beforeId && !to.afterId) || to.beforeId === id ||
	    to.afterId === id)
		return;
	act([reorder(store, 'task', t, taskPath(t), to,
	    placeIn(t), { writes: ['task/' + id,
	    'order/' + t.listId], reads: ['list/' + t.listId] })],
	    words('order', [t]));
}
export { reorderTask as reorder };

/** @param {string} taskId @param {string | null} date @returns {Pair} */
function dayPair(taskId, date) {
	const old = store.get('myDay', taskId)?.addedOn ?? null;
	const target = { kind: /** @type {const} */ ('myDay'), id: taskId };
	const t = /** @type {Task} */ (task(taskId));
	const one = (/** @type {string | null} */ d) => ({
		method: d ? 'PUT' : 'DELETE', path: '/me/my-day/' + taskId,
		body: d ? { addedOn: d } : null, target,
		writes: ['task/' + taskId], reads: ['list/' + t.listId],
		forward: [d ? { ...target, set: { taskId, listId: t.listId,
		    addedOn: d, updatedAt: by().now } } :
		    { ...target, del: /** @type {const} */ (true) }],
		words: { key: 'op.myDay', holes: { title: t.title } },
	});

	return { forward: [one(date)], back: [one(old)] };
}

/** @param {string | string[]} ids @param {boolean} on @param {string} [date] */
export function setMyDay(ids, on, date = state.today) {
	const ts = known(ids).filter(t =>
	    (store.get('myDay', t.id)?.addedOn === date) !== on);

	act(ts.map(t => dayPair(t.id, on ? date : null)),
	    words(on ? 'myDay' : 'notMyDay', ts));
}

/** Does not suggest a task again today.
 * @param {string} id */
export function notToday(id) {
	const now = setting('my-day/not-today');
	const ids = now?.date === state.today ? now.ids : [];

	setSetting('my-day/not-today', { date: state.today,
	    ids: [...ids.filter((/** @type {string} */ i) => i !== id), id]
		.slice(-100) });
}

/** Puts a task of My Day between others.
 * @param {string} id @param {{beforeId?: string | null, afterId?: string | null}} to */
export function reorderMyDay(id, to) {
	const ids = myDay(state.today).map(t => t.id).filter(i => i !== id);
	const i = to.beforeId ? ids.indexOf(to.beforeId) + 1 :
	    to.afterId ? ids.indexOf(to.afterId) : 0;

	ids.splice(Math.max(0, i), 0, id);
	setSetting('my-day/order', ids.slice(0, 100));
}

/** Adds and removes tags; names are made if they are new.
 * @param {string | string[]} ids
 * @param {{add?: string[], remove?: string[], addNames?: string[]}} how tag ids, and names */
export function setTags(ids, { add = [], remove = [], addNames = [] }) {
	/** @type {Pair[]} */
	const pairs = [];
	const plus = [...add, ...addNames.map(n => tagNamed(n, pairs))];
	const ts = known(ids);

	for (const t of ts) {
		const now = store.get('taskTags', t.id)?.tagIds ?? [];
		const more = plus.filter(i => !now.includes(i));
		const less = remove.filter(i => now.includes(i));
		if (more.length || less.length)
			pairs.push({ forward: [tagging(t, more, less)],
			    back: [tagging(t, less, more)] });
	}
	act(pairs, words('tags', ts));
}

/** @param {Task} t @param {string[]} add @param {string[]} remove */
function tagging(t, add, remove) {
	const target = { kind: /** @type {const} */ ('taskTags'), id: t.id };

	return { method: 'PUT', path: `/tasks/${t.id}/tags`, target,
		body: { tagIds: [] }, writes: ['task/' + t.id],
		reads: ['list/' + t.listId, ...add.map(i => 'tag/' + i)],
		forward: [{ ...target, tags: { add, remove } }],
		words: { key: 'op.tags', holes: { title: t.title } } };
}

