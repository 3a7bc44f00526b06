// The records that the service sent (base), the operations that are not done yet (ops),
// and the base with their effects (view).  Nothing writes the view directly: it is
// computed again when the base or an operation changes, so removing an operation rolls
// it back.

import { applyEffect } from './effects.js';
import { CHILDREN, idOf, keyOf, KINDS, PARENT, splitKey } from './kinds.js';

/** @typedef {import('./types').Op} Op
 * @typedef {import('./types').Change} Change */

/** @type {any[]} */
const EMPTY = [];

/** Operations that are not in IndexedDB yet have numbers from here on. */
export const UNCOMMITTED = 2 ** 45;

/** @param {Map<string, number>} map @param {string} key @param {number} by */
function addCount(map, key, by) {
	const n = (map.get(key) ?? 0) + by;

	if (n)
		map.set(key, n);
	else
		map.delete(key);
}

const byKind = () => Object.fromEntries(KINDS.map(k => [k, new Map()]));
const bySeq = (/** @type {Op} */ a, /** @type {Op} */ b) => a.seq - b.seq;

export class Store {
	/** @type {Record<string, Map<string, any>>} */
	base = byKind();
	/** @type {Record<string, Map<string, any>>} base and effects */
	view = byKind();
	/** Records like those of the view whose parent is missing.
	 * @type {Record<string, Map<string, any>>} */
	hidden = byKind();
	/** @type {Record<string, Map<string, Set<string>>>} kind → id of the parent →
	 * ids, visible or hidden */
	children = byKind();
	/** @type {Map<string, Op>} by id */
	ops = new Map();
	/** @type {Map<string, Op[]>} key → operations with an effect on it */
	opsByKey = new Map();
	/** @type {Map<string, number>} key → number of unsent operations that write it */
	unsent = new Map();
	/** @type {Map<string, number>} key → those of them not in IndexedDB yet */
	unsaved = new Map();
	version = 0;

	/** @param {(kind: string, old: any, now: any) => void} [onChange] */
	constructor(onChange = () => {}) {
		this.onChange = onChange;
	}

	clear() {
		for (const maps of [this.base, this.view, this.hidden, this.children])
			Object.values(maps).forEach(m => m.clear());
		for (const m of [this.ops, this.opsByKey, this.unsent, this.unsaved])
			m.clear();
		this.version++;
	}

	/** @param {string} kind @param {string} id @returns {any} */
	get(kind, id) {
		return this.view[kind].get(id);
	}

	/** Removes all records of the base; operations stay. */
	clearBase() {
		const ops = [...this.ops.values()];

		for (const kind of KINDS)
			for (const r of this.view[kind].values())
				this.onChange(kind, r, undefined);
		this.clear();
		ops.forEach(o => this.add(o));
	}

	/** Returns a record with the effects of operations, visible or hidden.
	 * @param {string} kind @param {string} id @returns {any} */
	raw(kind, id) {
		return this.view[kind].get(id) ?? this.hidden[kind].get(id);
	}

	/** Returns the ids of a record's children of a kind.
	 * @param {string} kind of the children @param {string} id of the parent
	 * @returns {Iterable<string>} */
	childIds(kind, id) {
		return this.children[kind].get(id) ?? EMPTY;
	}

	/** Returns the keys of a record's children, visible or hidden.
	 * @param {string} key @returns {string[]} */
	childKeys(key) {
		const [kind, id] = splitKey(key);

		return (CHILDREN[kind] ?? []).flatMap(k =>
		    Array.from(this.childIds(k, id), c => keyOf(k, c)));
	}

	/** Applies changes to the base.
	 * @param {Change[]} changes */
	apply(changes) {
		for (const [key, r] of changes) {
			const [kind, id] = splitKey(key);
			this.setBase(kind, id, r);
		}
		this.version++;
	}

	/** Puts records of the replica into the base.
	 * @param {Record<string, any[]>[]} groups by kind */
	setAll(groups) {
		for (const g of groups)
			for (const kind of KINDS)
				for (const r of g[kind] ?? EMPTY)
					this.setBase(kind, idOf(kind, r), r);
		this.version++;
	}

	/** @param {string} kind @param {string} id @param {any} r */
	setBase(kind, id, r) {
		const base = this.base[kind], have = base.get(id);

		if (r && have && have.updatedAt > r.updatedAt)
			return;
		if (r)
			base.set(id, r);
		else
			base.delete(id);
		if (this.opsByKey.size)
			this.compute(kind, id);
		else
			this.setRecord(kind, id, have, r);
	}

	/** @param {Op} op */
	add(op) {
		if (this.ops.has(op.id))
			this.drop(op.id);
		this.ops.set(op.id, op);
		for (const key of new Set(op.forward.map(e => keyOf(e.kind, e.id)))) {
			const at = this.opsByKey.get(key);
			if (at)
				at.push(op), at.sort(bySeq);
			else
				this.opsByKey.set(key, [op]);
		}
		this.count(op, 1);
		this.recompute(op);
	}

	/** @param {string} id */
	drop(id) {
		const op = this.ops.get(id);

		if (!op)
			return;
		this.ops.delete(id);
		for (const key of new Set(op.forward.map(e => keyOf(e.kind, e.id)))) {
			const rest = (this.opsByKey.get(key) ?? []).filter(o => o !== op);
			if (rest.length)
				this.opsByKey.set(key, rest);
			else
				this.opsByKey.delete(key);
		}
		this.count(op, -1);
		this.recompute(op);
	}

	/** @param {Op} op @param {number} by */
	count(op, by) {
		if (op.state === 'acked')
			return;
		for (const key of op.writes) {
			addCount(this.unsent, key, by);
			if (op.seq >= UNCOMMITTED)
				addCount(this.unsaved, key, by);
		}
	}

	/** Gives an operation the number that it got in IndexedDB.
	 * @param {Op} op @param {number} seq */
	committed(op, seq) {
		this.count(op, -1);
		op.seq = seq;
		this.count(op, 1);
		this.version++;
	}

	/** Replaces the operation that has the same id.
	 * @param {Op} op */
	replace(op) {
		this.drop(op.id);
		this.add(op);
	}

	/** @param {Op} op */
	recompute(op) {
		for (const e of op.forward)
			this.compute(e.kind, e.id);
		this.version++;
	}

	/** Computes a record of the view.
	 * @param {string} kind @param {string} id */
	compute(kind, id) {
		const ops = this.opsByKey.get(keyOf(kind, id));
		let r = this.base[kind].get(id);

		for (const op of ops ?? EMPTY)
			if (op.state !== 'failed' || op.method === 'UPLOAD')
				for (const e of op.forward)
					if (e.kind === kind && e.id === id)
						r = applyEffect(e, r);
		this.setRecord(kind, id, this.raw(kind, id), r);
	}

	/** Stores the computed value of a record.
	 * @param {string} kind @param {string} id @param {any} old @param {any} r */
	setRecord(kind, id, old, r) {
		this.setParent(kind, id, old, r);
		this.show(kind, id, r);
	}

	/** Moves a record to its parent's children.
	 * @param {string} kind @param {string} id @param {any} old @param {any} r */
	setParent(kind, id, old, r) {
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

	/** Shows a record if its parent is visible, else hides it; then its children.
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
		this.onChange(kind, old, now);
		if (!old !== !now)
			for (const k of CHILDREN[kind] ?? EMPTY)
				if (now ? this.hidden[k].size : this.children[k].size)
					for (const c of this.childIds(k, id))
						this.show(k, c, this.raw(k, c));
	}
}
