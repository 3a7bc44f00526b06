// The one state, and how views read it.  Selectors read kept indices; what they
// return must not be changed.  Records are what the API sends, with what is
// still on its way laid over.

import { Store } from './store.js';
import { Indices } from './indices.js';
import { addDays, deviceZone, isZone, today as todayIn } from './dates.js';

/** @typedef {import('./types').Task} Task
 * @typedef {import('./types').List} List
 * @typedef {import('./types').Op} Op */

export const indices = new Indices();
/** @type {((kind: string, old: any, now: any) => void)[]} */
const listeners = [(kind, old, now) => indices.told(kind, old, now)];
export const store = new Store((kind, old, now) => {
	for (const fn of listeners)
		fn(kind, old, now);
});

/** Hears of every record of the view that comes, goes or changes.
 * @param {(kind: string, old: any, now: any) => void} fn */
export const onTold = fn => listeners.push(fn);

/** @type {import('./types').State} */
export const state = {
	user: null, service: null, route: {}, ui: {}, today: todayIn(), ready: false,
	lost: false,
	session: 'start',
	sync: { state: 'start', fetched: 0, retryAt: null, unsent: 0,
		updateReady: false },
};

let draw = () => {};
let asked = false;
const frame = globalThis.requestAnimationFrame ??
	((/** @type {() => void} */ f) => setTimeout(f, 0));

/** Registers the draw.
 * @param {() => void} fn */
export function onChange(fn) {
	draw = fn;
}

/** Asks for a draw in the next frame; a hidden page does not draw. */
export function changed() {
	if (asked)
		return;
	asked = true;
	frame(() => {
		asked = false;
		draw();
	});
}

/** @type {Set<(n: import('./types').Notice) => void>} */
const hearers = new Set();

/** Hears what the user should be told: see Notice.
 * @param {(n: import('./types').Notice) => void} fn */
export function onNotice(fn) {
	hearers.add(fn);
}

/** @param {import('./types').Notice} n */
export function notice(n) {
	hearers.forEach(fn => fn(n));
	changed();
}

/** Makes a selector that computes again only when a record changed.
 * @template {any[]} A @template R
 * @param {(...args: A) => R} fn @returns {(...args: A) => R} */
export function kept(fn) {
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
/** The lists as the side bar has them: those of no group first.
 * @returns {List[]} */
export function inOrder() {
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
/** The caller, as the feed last told.
 * @returns {import('./types').User | null} */
export const me = () => store.get('me', 'me') ?? state.user;

/** What is shown of a kind and hangs on a record.
 * @param {string} id of that record @param {string} kind
 * @returns {any[]} */
const below = (id, kind) => Array.from(store.below(kind, id), c =>
	store.get(kind, c)).filter(Boolean);

/** @param {any} a @param {any} b */
const byRank = (a, b) => a.rank < b.rank ? -1 : a.rank > b.rank ? 1 :
	a.id < b.id ? -1 : 1;

/** @type {(taskId: string) => import('./types').Step[]} */
export const steps = kept(id => below(id, 'step').sort(byRank));

/** Oldest first.
 * @type {(taskId: string) => import('./types').Attachment[]} */
export const files = kept(id => below(id, 'attachment')
	.sort((a, b) => a.createdAt < b.createdAt ? -1 : 1));

/** The list's people, its owner first; the owner has no joinedAt.
 * @type {(listId: string) => {userId: string, displayName: string, owner: boolean}[]} */
export const members = kept(id => {
	const l = list(id), rows = below(id, 'member');

	rows.sort((a, b) => a.joinedAt < b.joinedAt ? -1 : 1);
	return l ? [{ userId: l.ownerId, displayName: l.ownerName ??
	    (l.ownerId === me()?.id ? me()?.displayName : ''), owner: true },
	    ...rows] : rows;
});

/** By name.
 * @type {(taskId: string) => import('./types').Tag[]} */
export const tagsOf = kept(id => {
	const ids = store.get('taskTags', id)?.tagIds ?? [];

	return ids.map(tag).filter(Boolean)
	    .sort((/** @type {any} */ a, /** @type {any} */ b) =>
		a.name.localeCompare(b.name));
});

/** Open tasks of a list as it is sorted.
 * @param {string} id @returns {Task[]} */
export const sortedOf = id =>
	indices.openIn(id, setting('list/' + id)?.sort ?? 'own').all();

/** Open tasks of a list in its own order.
 * @param {string} id @returns {Task[]} */
export const openOf = id => indices.openIn(id, 'own').all();
/** @param {string} id @returns {Task[]} */
export const doneOf = id => indices.doneIn(id).all();

/** A smart list: today, starred, planned, mine, all or completed.
 * @type {(name: string) => Task[]} */
export const smart = kept(name => {
	if (name === 'today')
		return myDay(state.today);
	if (name === 'all')
		return /** @type {Task[]} */ ([]).concat(...inOrder()
		    .map(l => openOf(l.id)));
	return indices.smart[name]?.all().slice() ?? [];
});

/** The tasks with a tag, open first.
 * @type {(tagId: string) => Task[]} */
export const tagged = kept(id => {
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

/** The tasks of a day: in the order kept in the setting my-day/order, what is
 * not in it above; done ones last.
 * @type {(date: string) => Task[]} */
export const myDay = kept(date => {
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
export const inMyDay = (taskId, date = state.today) =>
	store.get('myDay', taskId)?.addedOn === date;

/** What might be chosen for a day: late, due, yesterday's unfinished, starred
 * and untouched for a week; at most 50.
 * @type {(date: string) => Task[]} */
export const suggestions = kept(date => {
	/** @type {Set<Task>} */
	const out = new Set();
	const hidden = setting('my-day/not-today');
	const no = new Set(hidden?.date === date ? hidden.ids : []);
	const take = (/** @type {Task | undefined} */ t) => {
		if (t && !t.done && !no.has(t.id) && !inMyDay(t.id, date))
			out.add(t);
	};
	const week = addDays(date, -7);

	for (const t of indices.smart.planned.all()) {
		if (out.size >= 50 || /** @type {string} */ (t.dueDate) > date)
			break;
		take(t);
	}
	for (const e of indices.days.get(addDays(date, -1))?.values() ?? [])
		take(task(e.taskId));
	for (const t of indices.smart.starred.all().slice(-500))
		if (t.updatedAt.slice(0, 10) <= week && out.size < 50)
			take(t);
	return [...out].slice(0, 50);
});

/** What was done on a day, by the user's clock.
 * @type {(date: string) => Task[]} */
export const completedOn = kept(date => {
	const out = [];

	for (const t of indices.smart.completed.all()) {
		const at = t.completedAt;
		if (!at || at.slice(0, 10) > addDays(date, 1))
			continue;
		if (at.slice(0, 10) < addDays(date, -1))
			break;
		if (todayIn(zone(), Date.parse(at)) === date)
			out.push(t);
	}
	return out;
});

/** How many open tasks there are: exact, at no cost. */
export const counts = kept(() => ({
	today: smart('today').filter(t => !t.done).length,
	starred: indices.smart.starred.size,
	planned: indices.smart.planned.size,
	mine: indices.smart.mine.size,
	all: lists().reduce((n, l) => n + indices.sorts(l.id).own.size, 0),
	completed: indices.smart.completed.size,
	/** @type {Record<string, number>} */
	list: Object.fromEntries(lists().map(l =>
	    [l.id, indices.sorts(l.id).own.size])),
}));

/** Whether a record, or for a task anything of it, has changes not yet sent:
 * 'saving' while they are not on the disk either.
 * @param {string} kind @param {string} id @returns {false | 'saving' | 'unsent'} */
export const isUnsent = (kind, id) => !store.writing.has(kind + '/' + id) ? false :
	store.saving.has(kind + '/' + id) ? 'saving' : 'unsent';

/** The user's time zone; the device's if none was ever chosen. */
export function zone() {
	const z = me()?.timeZone;

	return z && z !== 'UTC' && isZone(z) ? z : deviceZone();
}

/** The default list of a user who has none yet, or the first of their own.
 * @returns {List | undefined} */
export const defaultList = () => inOrder().find(l => l.role === 'owner') ??
	inOrder()[0];

export { conflict, conflicts, review, setTrash, trash } from './aside.js';
