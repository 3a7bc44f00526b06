// The state of the app, and the selectors by which views read it.  A record is what
// the API sent, with the effects of unsent operations applied.  Callers must not change
// what a selector returns.

import { addDays, deviceZone, isZone, today as todayIn } from './dates.js';
import { doneAt, Indices } from './indices.js';
import { Store } from './store.js';

/** @typedef {import('./types').Task} Task
 * @typedef {import('./types').List} List
 * @typedef {import('./types').Op} Op */

export const indices = new Indices();
/** @type {((kind: string, old: any, now: any) => void)[]} */
const listeners = [(kind, old, now) => indices.update(kind, old, now)];
export const store = new Store((kind, old, now) => {
	for (const fn of listeners)
		fn(kind, old, now);
});

/** Registers a function that is called after every change of a record in the view.
 * @param {(kind: string, old: any, now: any) => void} fn */
export const onRecordChange = fn => listeners.push(fn);

/** @type {import('./types').State} */
export const state = {
	user: null, service: null, features: [], route: {}, ui: {}, today: todayIn(),
	loaded: false, partial: true, lost: false,
	session: 'start',
	sync: { state: 'start', fetched: 0, retryAt: null, unsent: 0,
		updateWaiting: false },
};

/** Whether all records are here, so that what is missing does not exist. */
export const isComplete = () => state.loaded && !state.partial;

let drawNow = () => {};
let drawRequested = false;
const frame = globalThis.requestAnimationFrame ??
	((/** @type {() => void} */ f) => setTimeout(f, 0));

/** Registers the function that draws the page.
 * @param {() => void} fn */
export function onChange(fn) {
	drawNow = fn;
}

/** Draws the page in the next frame.  A hidden page has no frames. */
export function requestDraw() {
	if (drawRequested)
		return;
	drawRequested = true;
	frame(flushDraw);
}

/** Draws the page at once if a draw is due. */
export function flushDraw() {
	if (!drawRequested)
		return;
	drawRequested = false;
	drawNow();
}

/** @type {Set<(n: import('./types').Notice) => void>} */
const noticeListeners = new Set();

/** Registers a function that shows notices to the user.
 * @param {(n: import('./types').Notice) => void} fn */
export function onNotice(fn) {
	noticeListeners.add(fn);
}

/** @param {import('./types').Notice} n */
export function notify(n) {
	noticeListeners.forEach(fn => fn(n));
	requestDraw();
}

/** Returns a selector that remembers its results until a record or the day changes.
 * @template {any[]} A @template R
 * @param {(...args: A) => R} fn @returns {(...args: A) => R} */
export function memoize(fn) {
	/** @type {Map<string, R>} */
	const results = new Map();
	/** @type {number | undefined} */
	let version = -1;
	let day = '';

	return (...args) => {
		if (version !== store.version || day !== state.today) {
			results.clear();
			version = store.version;
			day = state.today;
		}
		const key = args.join(' ');
		if (!results.has(key))
			results.set(key, fn(...args));
		return /** @type {R} */ (results.get(key));
	};
}

/** @returns {List[]} */
export const lists = () => indices.lists.all();
/** @returns {import('./types').Group[]} */
export const groups = () => indices.groups.all();
/** @returns {import('./types').Tag[]} */
export const tags = () => indices.tags.all();
/** Returns the lists in the order of the side bar: first those without a group.
 * @returns {List[]} */
export function listsInOrder() {
	const all = lists(), known = new Set(groups().map(g => g.id));

	return all.filter(l => !l.groupId || !known.has(l.groupId)).concat(...groups()
	    .map(g => all.filter(l => l.groupId === g.id)));
}

/** @param {string} id @returns {List | undefined} */
export const list = id => store.get('list', id);
/** @param {string} id @returns {import('./types').Group | undefined} */
export const group = id => store.get('group', id);
/** @param {string} id @returns {Task | undefined} */
export const task = id => store.get('task', id);
/** @param {string} id @returns {import('./types').Tag | undefined} */
export const tag = id => store.get('tag', id);
/** @param {string} key @returns {any} the setting's value */
export const setting = key => store.get('setting', key)?.value;
/** Returns the user who is signed in.
 * @returns {import('./types').User | null} */
export const me = () => store.get('me', 'me') ?? state.user;

/** Returns the visible children of a record.
 * @param {string} id of the parent @param {string} kind of the children
 * @returns {any[]} */
const childrenOf = (id, kind) => Array.from(store.childIds(kind, id), c =>
	store.get(kind, c)).filter(Boolean);

/** @param {any} a @param {any} b */
const byRank = (a, b) => a.rank < b.rank ? -1 : a.rank > b.rank ? 1 :
	a.id < b.id ? -1 : 1;

/** @type {(taskId: string) => import('./types').Step[]} */
export const steps = memoize(id => childrenOf(id, 'step').sort(byRank));

/** The files of a task, oldest first.
 * @type {(taskId: string) => import('./types').Attachment[]} */
export const files = memoize(id => childrenOf(id, 'attachment')
	.sort((a, b) => a.createdAt < b.createdAt ? -1 : 1));

/** The members of a list, its owner first; the owner has no joinedAt.
 * @type {(listId: string) => {userId: string, displayName: string, owner?: boolean, role?: string}[]} */
export const members = memoize(id => {
	const l = list(id), rows = childrenOf(id, 'member');

	rows.sort((a, b) => a.joinedAt < b.joinedAt ? -1 : 1);
	return l ? [{ userId: l.ownerId, displayName: l.ownerName ??
	    (l.ownerId === me()?.id ? me()?.displayName : ''), owner: true },
	    ...rows] : rows;
});

/** The tags of a task, by name.
 * @type {(taskId: string) => import('./types').Tag[]} */
export const tagsOf = memoize(id => {
	const ids = store.get('taskTags', id)?.tagIds ?? [];

	return ids.map(tag).filter(Boolean)
	    .sort((/** @type {any} */ a, /** @type {any} */ b) =>
		a.name.localeCompare(b.name));
});

/** The open tasks of a list, sorted as its setting says.
 * @param {string} id @returns {Task[]} */
export const sortedOf = id =>
	indices.openTasks(id, setting('list/' + id)?.sort ?? 'own').all();

/** The open tasks of a list in its own order.
 * @param {string} id @returns {Task[]} */
export const openOf = id => indices.openTasks(id, 'own').all();
/** @param {string} id @returns {Task[]} */
export const doneOf = id => indices.doneTasks(id).all();

/** A smart list: today, starred, planned, mine, all or completed.
 * @type {(name: string) => Task[]} */
export const smart = memoize(name => {
	if (name === 'today')
		return myDay(state.today);
	if (name === 'all')
		return /** @type {Task[]} */ ([]).concat(...listsInOrder()
		    .map(l => openOf(l.id)));
	return indices.smart[name]?.all().slice() ?? [];
});

/** The tasks with a tag, open first.
 * @type {(tagId: string) => Task[]} */
export const tasksWithTag = memoize(id => {
	const out = [];

	for (const set of store.view.taskTags.values())
		if (set.tagIds.includes(id)) {
			const t = task(set.taskId);
			if (t)
				out.push(t);
		}
	return out.sort((a, b) => +a.done - +b.done ||
	    (a.createdAt > b.createdAt ? -1 : 1));
});

/** The tasks of a day in the order of the setting my-day/order.  Tasks that it does
 * not name come first, completed ones last.
 * @type {(date: string) => Task[]} */
export const myDay = memoize(date => {
	const entries = [...indices.days.get(date)?.values() ?? []];
	/** @type {string[]} */
	const order = setting('my-day/order') ?? [];
	const place = new Map(order.map((id, i) => [id, i]));

	entries.sort((a, b) => (place.get(a.taskId) ?? -1) -
	    (place.get(b.taskId) ?? -1) || (a.updatedAt > b.updatedAt ? -1 : 1));
	const rows = /** @type {Task[]} */ (entries.map(e => task(e.taskId)));
	return rows.filter(t => !t.done).concat(rows.filter(t => t.done));
});

/** @param {string} taskId @param {string} [date] */
export const isInMyDay = (taskId, date = state.today) =>
	store.get('myDay', taskId)?.addedOn === date;

/** Suggestions for a day: overdue, due, unfinished yesterday, or starred and not
 * changed for a week; at most 50.
 * @type {(date: string) => Task[]} */
export const suggestions = memoize(date => {
	/** @type {Set<Task>} */
	const out = new Set();
	const hidden = setting('my-day/not-today');
	const no = new Set(hidden?.date === date ? hidden.ids : []);
	const suggest = (/** @type {Task | undefined} */ t) => {
		if (t && !t.done && !no.has(t.id) && !isInMyDay(t.id, date))
			out.add(t);
	};
	const week = addDays(date, -7);

	for (const t of indices.smart.planned.all()) {
		if (out.size >= 50 || /** @type {string} */ (t.dueDate) > date)
			break;
		suggest(t);
	}
	for (const e of indices.days.get(addDays(date, -1))?.values() ?? [])
		suggest(task(e.taskId));
	for (const t of indices.smart.starred.all().slice(-500))
		if (t.updatedAt.slice(0, 10) <= week && out.size < 50)
			suggest(t);
	return [...out].slice(0, 50);
});

/** The tasks completed on a day in the user's time zone.
 * @type {(date: string) => Task[]} */
export const completedOn = memoize(date => {
	const all = indices.smart.completed, from = addDays(date, -1), to = addDays(date, 2);
	const out = [], zoned = zone();

	for (let i = all.indexOf(t => doneAt(t) < to); i < all.size; i++) {
		const t = all.items[i], at = t.completedAt;
		if (doneAt(t) < from)
			break;
		if (at && todayIn(zoned, Date.parse(at)) === date)
			out.push(t);
	}
	return out;
});

/** The number of open tasks of every list and smart list. */
export const counts = memoize(() => ({
	today: smart('today').filter(t => !t.done).length,
	starred: indices.smart.starred.size,
	planned: indices.smart.planned.size,
	mine: indices.smart.mine.size,
	all: lists().reduce((n, l) => n + indices.ordersOf(l.id).own.size, 0),
	completed: indices.smart.completed.size,
	/** @type {Record<string, number>} */
	list: Object.fromEntries(lists().map(l =>
	    [l.id, indices.ordersOf(l.id).own.size])),
}));

/** Whether a record, or for a task any part of it, has unsent changes; 'saving' while
 * they are not in IndexedDB either.
 * @param {string} kind @param {string} id @returns {false | 'saving' | 'unsent'} */
export const isUnsent = (kind, id) => !store.unsent.has(kind + '/' + id) ? false :
	store.unsaved.has(kind + '/' + id) ? 'saving' : 'unsent';

/** Whether the service keeps what a feature adds to tasks; it ignores other fields.
 * @param {'rules' | 'due-times' | 'rotation' | 'roles' | 'hand-over' | 'invited-accounts' |
 *  'mailed-invitations' | 'passkeys'} name */
export const hasFeature = name => state.features.includes(name);

/** Returns the user's time zone, or the device's if the user never chose one. */
export function zone() {
	const z = me()?.timeZone;

	return z && z !== 'UTC' && isZone(z) ? z : deviceZone();
}
