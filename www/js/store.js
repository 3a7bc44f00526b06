// What the server said (base), what is on its way (ops), and what follows from
// both (view).  The view is never written by itself: dropping an op rolls it
// back, and a new base is taken in by computing the view again.  No window, no
// network.

import { affect } from './effects.js';
import { idOf, keyOf, splitKey, BELOW, KINDS, PARENT } from './kinds.js';

/** @typedef {import('./types').Op} Op
 * @typedef {import('./types').Change} Change */

/** @type {any[]} */
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
	/** @type {Record<string, Map<string, any>>} what is shown */
	view = byKind();
	/** @type {Record<string, Map<string, any>>} what would be, were there what it
	 * hangs on */
	hidden = byKind();
	/** @type {Record<string, Map<string, Set<string>>>} kind → id of what it hangs
	 * on → ids, shown or hidden */
	children = byKind();
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
		for (const maps of [this.base, this.view, this.hidden, this.children])
			Object.values(maps).forEach(m => m.clear());
		for (const m of [this.ops, this.touching, this.writing, this.saving])
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

	/** A record with the ops laid over, shown or not.
	 * @param {string} kind @param {string} id @returns {any} */
	raw(kind, id) {
		return this.view[kind].get(id) ?? this.hidden[kind].get(id);
	}

	/** Ids of a kind that hang on a record.
	 * @param {string} kind @param {string} id of what they hang on
	 * @returns {Iterable<string>} */
	below(kind, id) {
		return this.children[kind].get(id) ?? NONE;
	}

	/** Keys of what hangs on a record, shown or not.
	 * @param {string} key @returns {string[]} */
	under(key) {
		const [kind, id] = splitKey(key);

		return (BELOW[kind] ?? []).flatMap(k =>
		    Array.from(this.below(k, id), c => keyOf(k, c)));
	}

	/** Takes changes of the base in.
	 * @param {Change[]} changes */
	apply(changes) {
		for (const [key, r] of changes) {
			const [kind, id] = splitKey(key);
			this.take(kind, id, r);
		}
		this.version++;
	}

	/** Takes records in as they were kept.
	 * @param {Record<string, any[]>[]} groups by kind */
	fill(groups) {
		for (const g of groups)
			for (const kind of KINDS)
				for (const r of g[kind] ?? NONE)
					this.take(kind, idOf(kind, r), r);
		this.version++;
	}

	/** @param {string} kind @param {string} id @param {any} r */
	take(kind, id, r) {
		const base = this.base[kind], have = base.get(id);

		if (r && have && have.updatedAt > r.updatedAt)
			return;
		if (r)
			base.set(id, r);
		else
			base.delete(id);
		if (this.touching.size)
			this.compute(kind, id);
		else
			this.place(kind, id, have, r);
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
			this.compute(e.kind, e.id);
		this.version++;
	}

	/** Computes a record of the view again.
	 * @param {string} kind @param {string} id */
	compute(kind, id) {
		const ops = this.touching.get(keyOf(kind, id));
		let r = this.base[kind].get(id);

		for (const op of ops ?? NONE)
			if (op.state !== 'failed' || op.method === 'UPLOAD')
				for (const e of op.forward)
					if (e.kind === kind && e.id === id)
						r = affect(e, r);
		this.place(kind, id, this.raw(kind, id), r);
	}

	/** Puts a record, with the ops laid over, where one stood.
	 * @param {string} kind @param {string} id @param {any} old @param {any} r */
	place(kind, id, old, r) {
		this.file(kind, id, old, r);
		this.show(kind, id, r);
	}

	/** Puts a record below what it hangs on.
	 * @param {string} kind @param {string} id @param {any} old @param {any} r */
	file(kind, id, old, r) {
		const by = PARENT[kind]?.by, all = this.children[kind];

		if (!by || old?.[by] === r?.[by])
			return;
		if (old) {
			const set = all.get(old[by]);
			if (set?.delete(id) && set.size === 0)
				all.delete(old[by]);
		}
		if (r) {
			const set = all.get(r[by]);
			if (set)
				set.add(id);
			else
				all.set(r[by], new Set([id]));
		}
	}

	/** Shows a record if what it hangs on is shown.
	 * @param {string} kind @param {string} id @param {any} raw */
	show(kind, id, raw) {
		const up = PARENT[kind], view = this.view[kind], hidden = this.hidden[kind];
		const now = raw && (!up || this.view[up.kind].has(raw[up.by])) ? raw :
		    undefined;
		const old = view.get(id);

		if (raw && !now)
			hidden.set(id, raw);
		else if (hidden.size)
			hidden.delete(id);
		if (now === old)
			return;
		if (now)
			view.set(id, now);
		else
			view.delete(id);
		this.told(kind, old, now);
		if (!old !== !now)
			for (const k of BELOW[kind] ?? NONE)
				if (now ? this.hidden[k].size : this.children[k].size)
					for (const c of this.below(k, id))
						this.show(k, c, this.raw(k, c));
	}
}
