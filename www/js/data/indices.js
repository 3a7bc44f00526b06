// Indices that every draw reads: the order of each list, the smart lists, My Day by
// date.  A change of a record updates them; nothing here scans all tasks.

import { Ordered } from './ordered.js';

/** @typedef {import('./types').Task} Task */

/** @param {any} a @param {any} b */
const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
/** @param {Task} a @param {Task} b */
const byRank = (a, b) => compare(a.rank, b.rank) || compare(a.id, b.id);
/** @param {Task} a @param {Task} b */
const byNewest = (a, b) => compare(b.createdAt, a.createdAt) || compare(a.id, b.id);
/** @param {Task} a @param {Task} b */
const byDue = (a, b) => compare(a.dueDate ?? '~', b.dueDate ?? '~') ||
	compare(a.dueTime ?? '~', b.dueTime ?? '~') || byRank(a, b);
/** @param {Task} a @param {Task} b */
const byDone = (a, b) => compare(doneAt(b), doneAt(a)) || compare(a.id, b.id);
/** Returns when a task was completed, as far as it is known.
 * @param {Task} t */
export const doneAt = t => t.completedAt ?? t.updatedAt;
const names = new Intl.Collator(undefined, { numeric: true });

/** The orders of a list, by the value of its setting.
 * @type {Record<string, (a: Task, b: Task) => number>} */
export const SORTS = {
	own: byRank,
	due: byDue,
	starred: (a, b) => compare(b.starred, a.starred) || byRank(a, b),
	title: (a, b) => names.compare(a.title, b.title) || byRank(a, b),
	created: byNewest,
};

/** The smart lists with an index: which tasks they contain, and in what order.
 * @type {Record<string, {has: (t: Task) => boolean, by: (a: Task, b: Task) => number}>} */
const SMART_LISTS = {
	starred: { has: t => t.starred && !t.done, by: byNewest },
	planned: { has: t => t.dueDate !== null && !t.done, by: byDue },
	mine: { has: t => t.assignedToMe && !t.done, by: byDue },
	completed: { has: t => t.done, by: byDone },
};

const NAMES = Object.keys(SMART_LISTS);

export class Indices {
	/** @type {Map<string, Record<string, Ordered<Task>>>} list → sort → open */
	open = new Map();
	/** @type {Map<string, Ordered<Task>>} list → done, newest first */
	done = new Map();
	/** @type {Record<string, Ordered<Task>>} */
	smart = Object.fromEntries(Object.entries(SMART_LISTS).map(([n, k]) =>
	    [n, new Ordered(k.by)]));
	/** @type {Map<string, Map<string, any>>} date → task → entry */
	days = new Map();
	/** @type {Ordered<any>} */
	lists = new Ordered(byRank);
	/** @type {Ordered<any>} */
	groups = new Ordered(byRank);
	/** @type {Ordered<any>} */
	tags = new Ordered((a, b) => names.compare(a.name, b.name) || compare(a.id, b.id));

	clear() {
		for (const m of [this.open, this.done, this.days])
			m.clear();
		for (const o of [...Object.values(this.smart), this.lists, this.groups,
		    this.tags])
			o.clear();
	}

	/** Updates the indices after a change of the view.  old or now is undefined if the
	 * record was added or removed.
	 * @param {string} kind @param {any} old @param {any} now */
	update(kind, old, now) {
		if (kind === 'task') {
			if (old)
				this.updateTask(old, 'remove');
			if (now)
				this.updateTask(now, 'add');
		} else if (kind === 'myDay') {
			this.days.get(old?.addedOn)?.delete(old.taskId);
			if (now)
				this.entriesOf(now.addedOn).set(now.taskId, now);
		} else if (kind === 'list' || kind === 'group' || kind === 'tag') {
			const to = this[/** @type {'lists'} */ (kind + 's')];
			if (old)
				to.remove(old);
			if (now)
				to.add(now);
		}
	}

	/** @param {Task} t @param {'add' | 'remove'} what */
	updateTask(t, what) {
		if (t.done)
			this.doneTasks(t.listId)[what](t);
		else
			this.updateOrders(this.ordersOf(t.listId), t, what);
		for (const n of NAMES)
			if (SMART_LISTS[n].has(t))
				this.smart[n][what](t);
	}

	/** @param {Record<string, Ordered<Task>>} sorts @param {Task} t
	 * @param {'add' | 'remove'} what */
	updateOrders(sorts, t, what) {
		for (const n in sorts)
			sorts[n][what](t);
	}

	/** @param {string} date */
	entriesOf(date) {
		let d = this.days.get(date);

		if (!d)
			this.days.set(date, d = new Map());
		return d;
	}

	/** @param {string} id */
	ordersOf(id) {
		let s = this.open.get(id);

		if (!s)
			this.open.set(id, s = { own: new Ordered(byRank) });
		return s;
	}

	/** @param {string} id */
	doneTasks(id) {
		let d = this.done.get(id);

		if (!d)
			this.done.set(id, d = new Ordered(byDone));
		return d;
	}

	/** Returns the open tasks of a list in one of SORTS; an unknown one is its own order.
	 * @param {string} id @param {string} sort */
	openTasks(id, sort) {
		const s = this.ordersOf(id);

		if (!SORTS[sort])
			sort = 'own';
		if (!s[sort]) {
			s[sort] = new Ordered(SORTS[sort]);
			s.own.all().forEach(t => s[sort].add(t));
		}
		return s[sort];
	}
}
