// What the server said (base), what is on its way (ops), and what follows from
// both (view).  The view is never written by itself: dropping an op rolls it
// back, and a new base is taken in by computing the view again.  No window, no
// network.

import { affect } from './effects.js';
import { idOf, keyOf, parentOf, splitKey, KINDS, PARENT } from './kinds.js';

/** @typedef {import('./types').Op} Op
 * @typedef {import('./types').Change} Change */

/** What hangs on something, from above. */
const HANGING = ['task', 'member', 'step', 'taskTags', 'attachment', 'myDay'];

/** @type {Op[]} */
const NONE = [];

/** Ops not yet committed have numbers from here on. */
export const UNCOMMITTED = 2 ** 45;

/** @param {Map<string, number>} map @param {string} key @param {number} by */
function tally(map, key, by) {
	const n = (map.get(key) ?? 0) + by;

	if (n)
		map.set(key, n);
	else
		map.delete(key);
}

const byKind = () => Object.fromEntries(KINDS.map(k => [k, new Map()]));
const before = (/** @type {Op} */ a, /** @type {Op} */ b) => a.seq - b.seq;

export class Store {
	/** @type {Record<string, Map<string, any>>} */
	base = byKind();
	/** @type {Record<string, Map<string, any>>} base and ops */
	raw = byKind();
	/** @type {Record<string, Map<string, any>>} what is shown */
	view = byKind();
	/** @type {Map<string, Set<string>>} parent key → keys of raw */
	children = new Map();
	/** @type {Map<string, Op>} by id */
	ops = new Map();
	/** @type {Map<string, Op[]>} key → ops with an effect on it */
	touching = new Map();
	/** @type {Map<string, number>} key → unsent ops that write it */
	writing = new Map();
	/** @type {Map<string, number>} of them, those not yet on the disk */
	saving = new Map();
	version = 0;

	/** @param {(kind: string, old: any, now: any) => void} [told] */
	constructor(told = () => {}) {
		this.told = told;
	}

	clear() {
		for (const maps of [this.base, this.raw, this.view])
			Object.values(maps).forEach(m => m.clear());
		for (const m of [this.children, this.ops, this.touching, this.writing,
		    this.saving])
			m.clear();
		this.version++;
	}

	/** @param {string} kind @param {string} id @returns {any} */
	get(kind, id) {
		return this.view[kind].get(id);
	}

	/** Drops what the server said, and keeps the ops. */
	empty() {
		const ops = [...this.ops.values()];

		for (const kind of KINDS)
			for (const r of this.view[kind].values())
				this.told(kind, r, undefined);
		this.clear();
		ops.forEach(o => this.add(o));
	}

	/** Keys of what hangs on a record, shown or not.
	 * @param {string} key @returns {Iterable<string>} */
	under(key) {
		return this.children.get(key) ?? [];
	}

	/** What items of the feed change: newer records, and tombstones.
	 * @param {any[]} items @returns {Change[]} */
	plan(items) {
		/** @type {Map<string, any>} */
		const out = new Map();

		for (const item of items) {
			const { kind, ...r } = item;
			if (!this.base[kind])
				continue;
			const key = keyOf(kind, idOf(kind, r));
			if (!this.stale(kind, r, out.get(key)))
				out.set(key, r.deletedAt ? null : r);
		}
		return [...out];
	}

	/** @param {import('./types').Kind} kind @param {any} r @param {any} planned */
	stale(kind, r, planned) {
		const have = planned ?? this.base[kind].get(idOf(kind, r));

		return have && r.updatedAt && have.updatedAt &&
		    have.updatedAt > r.updatedAt;
	}

	/** What hangs on nothing once changes are taken in: it went with what it
	 * hung on.  To be asked at the end of a fetch alone: before that, a record's
	 * parent may be still to come, or its parent's move.
	 * @param {Change[]} changes @returns {Change[]} */
	orphans(changes) {
		const soon = new Map(changes);
		/** @type {Change[]} */
		const out = [];
		const look = (/** @type {string} */ key) => {
			const [kind, id] = splitKey(key);
			return soon.has(key) ? soon.get(key) : this.base[kind].get(id);
		};

		for (const kind of HANGING)
			for (const key of new Set([...soon.keys()]
			    .filter(k => k.startsWith(kind + '/')).concat(
				[...this.base[kind].keys()].map(i => kind + '/' + i)))) {
				const r = look(key);
				if (r && !look(/** @type {string} */ (parentOf(kind, r)))) {
					soon.set(key, null);
					out.push([key, null]);
				}
			}
		return out;
	}

	/** Takes changes of the base in.
	 * @param {Change[]} changes */
	apply(changes) {
		for (const [key, r] of changes) {
			const [kind, id] = splitKey(key);
			const have = this.base[kind].get(id);
			if (r && have && have.updatedAt > r.updatedAt)
				continue;
			if (r)
				this.base[kind].set(id, r);
			else
				this.base[kind].delete(id);
		}
		for (const [key] of changes)
			this.compute(key);
		this.version++;
	}

	/** @param {Op} op */
	add(op) {
		if (this.ops.has(op.id))
			this.drop(op.id);
		this.ops.set(op.id, op);
		for (const key of new Set(op.forward.map(e => keyOf(e.kind, e.id)))) {
			const at = this.touching.get(key);
			if (at)
				at.push(op), at.sort(before);
			else
				this.touching.set(key, [op]);
		}
		this.count(op, 1);
		this.again(op);
	}

	/** @param {string} id */
	drop(id) {
		const op = this.ops.get(id);

		if (!op)
			return;
		this.ops.delete(id);
		for (const key of new Set(op.forward.map(e => keyOf(e.kind, e.id)))) {
			const rest = (this.touching.get(key) ?? []).filter(o => o !== op);
			if (rest.length)
				this.touching.set(key, rest);
			else
				this.touching.delete(key);
		}
		this.count(op, -1);
		this.again(op);
	}

	/** @param {Op} op @param {number} by */
	count(op, by) {
		if (op.state === 'acked')
			return;
		for (const key of op.writes) {
			tally(this.writing, key, by);
			if (op.seq >= UNCOMMITTED)
				tally(this.saving, key, by);
		}
	}

	/** An op is on the disk.
	 * @param {Op} op @param {number} seq */
	committed(op, seq) {
		this.count(op, -1);
		op.seq = seq;
		this.count(op, 1);
		this.version++;
	}

	/** Puts an op in the place of one with its id.
	 * @param {Op} op */
	replace(op) {
		this.drop(op.id);
		this.add(op);
	}

	/** @param {Op} op */
	again(op) {
		for (const e of op.forward)
			this.compute(keyOf(e.kind, e.id));
		this.version++;
	}

	/** Computes a record of the view again.
	 * @param {string} key */
	compute(key) {
		const [kind, id] = splitKey(key);
		let r = this.base[kind].get(id);

		const ops = this.touching.get(key);
		for (const op of ops ?? NONE)
			if (op.state !== 'failed' || op.method === 'UPLOAD')
				for (const e of op.forward)
					if (e.kind === kind && e.id === id)
						r = affect(e, r);
		this.file(key, kind, id, r);
		this.show(key, kind, id);
	}

	/** Puts a record below what it hangs on.
	 * @param {string} key @param {string} kind @param {string} id @param {any} r */
	file(key, kind, id, r) {
		const old = this.raw[kind].get(id), up = PARENT[kind];

		if (r)
			this.raw[kind].set(id, r);
		else
			this.raw[kind].delete(id);
		if (!up || old && r && old[up.by] === r[up.by])
			return;
		const from = old && parentOf(kind, old);
		const to = r && parentOf(kind, r);
		if (from) {
			const set = this.children.get(from);
			if (set && set.delete(key) && set.size === 0)
				this.children.delete(from);
		}
		if (to) {
			const set = this.children.get(to);
			if (set)
				set.add(key);
			else
				this.children.set(to, new Set([key]));
		}
	}

	/** Shows a record if what it hangs on is shown.
	 * @param {string} key @param {string} kind @param {string} id */
	show(key, kind, id) {
		const raw = this.raw[kind].get(id), up = PARENT[kind];
		const now = raw && (!up || this.view[up.kind].has(raw[up.by])) ? raw :
		    undefined;
		const old = this.view[kind].get(id);

		if (now === old)
			return;
		if (now)
			this.view[kind].set(id, now);
		else
			this.view[kind].delete(id);
		this.told(kind, old, now);
		const under = !old !== !now && this.children.get(key);
		if (under)
			for (const c of under)
				this.show(c, ...splitKey(c));
	}
}
