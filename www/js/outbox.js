// Ops are kept here until they are done: laid over the view, then committed, and
// only then do they look saved.

import { UNCOMMITTED } from './store.js';
import { keyOf } from './kinds.js';
import { inOrder, mergeable, mergeOps } from './join.js';
import { further } from './load.js';
import { uuid } from './uuid.js';

/** @typedef {import('./types').Op} Op
 * @typedef {import('./types').OpSpec} OpSpec
 * @typedef {import('./http.js').Answer} Answer
 * @typedef {object} Host what the outbox works with
 * @property {import('./store.js').Store} store
 * @property {import('./db.js').Db} db
 * @property {(method: string, path: string, body?: any, o?: any) => Promise<Answer>} http
 * @property {() => number} now
 * @property {() => void} changed
 * @property {(n: import('./types').Notice) => void} notice
 * @property {(c: import('./types').Conflict) => Promise<void>} conflict
 * @property {(m: any) => void} tell the other tabs
 * @property {() => Promise<boolean>} pull */

export class Outbox {
	/** @param {Host} host */
	constructor(host) {
		this.host = host;
		/** @type {{ops: Op[], blobs: Map<string, Blob>, yes: () => void, no: (e: any) => void}[]} */
		this.fresh = [];
		/** @type {Promise<void> | null} */
		this.committing = null;
		/** @type {Set<string>} ops being sent */
		this.flying = new Set();
		/** @type {Map<string, string>} ids that turned out to be others */
		this.aliases = new Map();
		/** @type {Promise<any>} */
		this.turn = Promise.resolve();
		this.next = UNCOMMITTED;
		this.failures = 0;
		this.until = 0;
		this.ended = false;
		this.single = false;
		this.busy = false;
		/** @type {Promise<boolean> | null} */
		this.flushing = null;
	}

	/** Lays new ops over the view, and commits them.
	 * @param {OpSpec[]} specs @param {string} act the action they are of
	 * @returns {{ops: Op[], committed: Promise<void>}} */
	enqueue(specs, act) {
		const at = new Date(this.host.now()).toISOString()
			.replace('Z', '000Z');
		/** @type {Map<string, Blob>} */
		const blobs = new Map();
		const ops = specs.map(({ blob, ...spec }) => {
			const id = uuid();
			if (blob)
				blobs.set(id, blob);
			return /** @type {Op} */ ({ base: null, ...this.renamed(spec),
			    id, key: id, at, seq: this.next++, acts: [act],
			    tried: false, rev: 0, state: 'waiting' });
		});

		ops.forEach(op => this.host.store.add(op));
		this.host.changed();
		const committed = new Promise((yes, no) => this.fresh.push(
		    { ops, blobs, yes: () => yes(undefined), no }));
		this.committing ??= this.commit();
		return { ops, committed: /** @type {any} */ (committed) };
	}

	/** @param {any} spec */
	renamed(spec) {
		let text = '';

		for (const [from, to] of this.aliases) {
			text ||= JSON.stringify(spec);
			text = text.replaceAll(from, to);
		}
		return text ? JSON.parse(text) : spec;
	}

	/** Commits what is new, all that has gathered at a time. */
	async commit() {
		await null;
		while (this.fresh.length) {
			const now = this.fresh;
			this.fresh = [];
			try {
				await this.keep(now);
				now.forEach(f => f.yes());
			} catch (e) {
				now.forEach(f => this.unsaved(f, e));
			}
		}
		this.committing = null;
	}

	/** @param {{ops: Op[], blobs: Map<string, Blob>}[]} fresh */
	async keep(fresh) {
		const { store, db, tell, changed } = this.host;
		const ops = fresh.flatMap(f => f.ops);
		const blobs = new Map(fresh.flatMap(f => [...f.blobs]));
		const made = await db.append(ops, op => this.into(op), joined, blobs);

		for (const { op, seq, merged } of made)
			if (merged) {
				store.drop(op.id);
				store.replace(merged);
			} else {
				store.committed(op, seq);
			}
		tell({ type: 'ops', add: made.map(m => m.merged ?? m.op) });
		changed();
	}

	/** The op that a new one may be merged into.
	 * @param {Op} op */
	into(op) {
		const all = this.host.store.touching
			.get(keyOf(op.target.kind, op.target.id)) ?? [];
		const last = all.filter(o => o.state === 'waiting' && o.seq < op.seq)
			.at(-1);

		return last && last.seq < UNCOMMITTED && !this.flying.has(last.id) &&
		    mergeable(last, op) ? last.seq : null;
	}

	/** The browser could not keep ops: they are taken back.
	 * @param {{ops: Op[], no: (e: any) => void}} f @param {any} e */
	unsaved(f, e) {
		f.ops.forEach(op => this.host.store.drop(op.id));
		this.host.notice({ kind: 'unsaved', problem: { status: 0,
		    code: e?.name === 'QuotaExceededError' ? 'device-full' :
		    'unsaved', detail: String(e?.message ?? e) } });
		f.no(e);
	}

	/** Takes ops back that were never sent: all of them, or none.
	 * @param {string[]} ids */
	async withdraw(ids) {
		const { store, db, tell, changed } = this.host;
		await this.committing;
		const ops = /** @type {Op[]} */ (ids.map(id => store.ops.get(id)));

		if (ops.some(o => !o || o.tried || o.state !== 'waiting' ||
		    this.flying.has(o.id)) || !await db.withdraw(ops))
			return false;
		ids.forEach(id => store.drop(id));
		tell({ type: 'ops', drop: ids });
		changed();
		return true;
	}

	/** What waits to be sent, in order.
	 * @returns {Op[]} */
	waiting() {
		return inOrder(this.host.store.ops.values()).filter(o =>
		    o.state === 'waiting' && o.seq < UNCOMMITTED);
	}

	/** Writes what follows from an answer, then shows it.
	 * @param {{changes?: import('./types').Change[], drop?: Op[], put?: Op[]}} b */
	async done(b) {
		const { db, store, tell, changed } = this.host;

		await db.settle(b);
		store.apply(b.changes ?? []);
		b.drop?.forEach(o => store.drop(o.id));
		b.put?.forEach(o => store.replace(o));
		tell({ type: 'done', changes: b.changes, add: b.put,
		    drop: b.drop?.map(o => o.id) });
		changed();
	}

	/** What changes the base looks at it, writes and shows as one: nothing else
	 * that does so comes between.
	 * @template T @param {() => Promise<T>} fn @returns {Promise<T>} */
	inTurn(fn) {
		const mine = this.turn.then(fn);

		this.turn = mine.catch(() => {});
		return mine;
	}

	/** A tag was there already, by another id.
	 * @param {string} from @param {string} to */
	async rename(from, to) {
		this.aliases.set(from, to);
		await this.host.db.rename(from, to);
		for (const op of [...this.host.store.ops.values()])
			if (op.target.id !== from && JSON.stringify(op).includes(from))
				this.host.store.replace(this.renamed(op));
		this.host.tell({ type: 'alias', from, to });
	}

	/** Sends what can be sent.  False: there is more, to be tried later.
	 * @returns {Promise<boolean>} */
	flush() {
		return this.flushing ??= further().then(m => new m.Sending(this).rounds())
		    .finally(() => this.flushing = null);
	}

	/** How many actions are not yet sent. */
	unsent() {
		const acts = new Set();

		for (const op of this.host.store.ops.values())
			if (op.state === 'waiting')
				op.acts.forEach(a => acts.add(a));
		return acts.size;
	}
}

/** @param {Op} a @param {Op} b */
const joined = (a, b) => mergeable(a, b) ? { ...mergeOps(a, b),
	rev: a.rev + 1 } : null;
