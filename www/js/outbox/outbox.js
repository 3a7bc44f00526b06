// Holds operations until they are done.  Their effects are applied to the view first;
// then they are committed to IndexedDB, and only then shown as saved.

import { canMerge, mergeOps, sortBySeq } from '../data/effects.js';
import { keyOf } from '../data/kinds.js';
import { UNCOMMITTED } from '../data/store.js';
import { uuid } from '../data/uuid.js';
import { Sending } from './sending.js';

/** @typedef {import('../data/types').Op} Op
 * @typedef {import('../data/types').OpSpec} OpSpec
 * @typedef {import('../data/types').Answer} Answer
 * @typedef {object} Host what the outbox uses
 * @property {import('../data/store.js').Store} store
 * @property {import('../replica/idb.js').Db} db
 * @property {(method: string, path: string, body?: any, o?: any) => Promise<Answer>} http
 * @property {() => number} now
 * @property {() => void} redraw
 * @property {(n: import('../data/types').Notice) => void} notify
 * @property {(c: import('../data/types').Conflict) => Promise<void>} saveConflict
 * @property {(m: any) => void} broadcast to the other tabs
 * @property {() => Promise<boolean>} pull */

export class Outbox {
	/** @param {Host} host */
	constructor(host) {
		this.host = host;
		/** @type {{ops: Op[], blobs: Map<string, Blob>, yes: () => void, no: (e: any) => void}[]} */
		this.uncommitted = [];
		/** @type {Promise<void> | null} */
		this.committing = null;
		/** @type {Set<string>} ids of operations being sent */
		this.inFlight = new Set();
		/** @type {Map<string, string>} ids of tags → the ids that the service has */
		this.aliases = new Map();
		/** @type {Promise<any>} */
		this.lastTurn = Promise.resolve();
		this.nextSeq = UNCOMMITTED;
		this.failures = 0;
		this.retryAt = 0;
		this.sessionEnded = false;
		this.noBatch = false;
		this.busy = false;
		/** @type {Promise<boolean> | null} */
		this.flushing = null;
	}

	/** Applies new operations to the view, and commits them.
	 * @param {OpSpec[]} specs @param {string} commandId id of the command they belong to
	 * @returns {{ops: Op[], committed: Promise<void>}} */
	enqueue(specs, commandId) {
		const at = new Date(this.host.now()).toISOString()
			.replace('Z', '000Z');
		/** @type {Map<string, Blob>} */
		const blobs = new Map();
		const ops = specs.map(({ blob, ...spec }) => {
			const id = uuid();
			if (blob)
				blobs.set(id, blob);
			return /** @type {Op} */ ({ base: null, ...this.applyAliases(spec),
			    id, key: id, at, seq: this.nextSeq++, acts: [commandId],
			    tried: false, rev: 0, state: 'waiting' });
		});

		ops.forEach(op => this.host.store.add(op));
		this.host.redraw();
		const committed = new Promise((yes, no) => this.uncommitted.push(
		    { ops, blobs, yes: () => yes(undefined), no }));
		this.committing ??= this.commit();
		return { ops, committed: /** @type {any} */ (committed) };
	}

	/** @param {any} spec */
	applyAliases(spec) {
		let text = '';

		for (const [from, to] of this.aliases) {
			text ||= JSON.stringify(spec);
			text = text.replaceAll(from, to);
		}
		return text ? JSON.parse(text) : spec;
	}

	/** Commits new operations, all that have gathered at a time. */
	async commit() {
		await null;
		while (this.uncommitted.length) {
			const now = this.uncommitted;
			this.uncommitted = [];
			try {
				await this.write(now);
				now.forEach(f => f.yes());
			} catch (e) {
				now.forEach(f => this.rejectUnsaved(f, e));
			}
		}
		this.committing = null;
	}

	/** @param {{ops: Op[], blobs: Map<string, Blob>}[]} fresh */
	async write(fresh) {
		const { store, db, broadcast, redraw } = this.host;
		const ops = fresh.flatMap(f => f.ops);
		const blobs = new Map(fresh.flatMap(f => [...f.blobs]));
		const made = await db.append(ops, op => this.mergeTarget(op),
		    mergeIfPossible, blobs);

		for (const { op, seq, merged } of made)
			if (merged) {
				store.drop(op.id);
				store.replace(merged);
			} else {
				store.committed(op, seq);
			}
		broadcast({ type: 'ops', add: made.map(m => m.merged ?? m.op) });
		redraw();
	}

	/** Returns the seq of the operation into which a new one can be merged, or null.
	 * @param {Op} op */
	mergeTarget(op) {
		const all = this.host.store.opsByKey
			.get(keyOf(op.target.kind, op.target.id)) ?? [];
		const last = all.filter(o => o.state === 'waiting' && o.seq < op.seq)
			.at(-1);

		return last && last.seq < UNCOMMITTED && !this.inFlight.has(last.id) &&
		    canMerge(last, op) ? last.seq : null;
	}

	/** Undoes operations that the browser could not store, and notifies the user.
	 * @param {{ops: Op[], no: (e: any) => void}} f @param {any} e */
	rejectUnsaved(f, e) {
		f.ops.forEach(op => this.host.store.drop(op.id));
		this.host.notify({ kind: 'unsaved', problem: { status: 0,
		    code: e?.name === 'QuotaExceededError' ? 'device-full' :
		    'unsaved', detail: String(e?.message ?? e) } });
		f.no(e);
	}

	/** Removes operations that were never sent: all of them or none.
	 * @param {string[]} ids */
	async withdraw(ids) {
		const { store, db, broadcast, redraw } = this.host;
		await this.committing;
		const ops = /** @type {Op[]} */ (ids.map(id => store.ops.get(id)));

		if (ops.some(o => !o || o.tried || o.state !== 'waiting' ||
		    this.inFlight.has(o.id)) || !await db.withdraw(ops))
			return false;
		ids.forEach(id => store.drop(id));
		broadcast({ type: 'ops', drop: ids });
		redraw();
		return true;
	}

	/** Returns the operations that wait to be sent, in order.
	 * @returns {Op[]} */
	waiting() {
		return sortBySeq(this.host.store.ops.values()).filter(o =>
		    o.state === 'waiting' && o.seq < UNCOMMITTED);
	}

	/** Stores the consequences of an answer, then shows them.
	 * @param {{changes?: import('../data/types').Change[], drop?: Op[], put?: Op[]}} b */
	async applyResult(b) {
		const { db, store, broadcast, redraw } = this.host;

		await db.commit(b);
		store.apply(b.changes ?? []);
		b.drop?.forEach(o => store.drop(o.id));
		b.put?.forEach(o => store.replace(o));
		broadcast({ type: 'done', changes: b.changes, add: b.put,
		    drop: b.drop?.map(o => o.id) });
		redraw();
	}

	/** Runs functions that read and change the base one after the other.
	 * @template T @param {() => Promise<T>} fn @returns {Promise<T>} */
	serialize(fn) {
		const mine = this.lastTurn.then(fn);

		this.lastTurn = mine.catch(() => {});
		return mine;
	}

	/** Replaces the id of a tag that existed already under another id.
	 * @param {string} from @param {string} to */
	async renameId(from, to) {
		this.aliases.set(from, to);
		await this.host.db.renameId(from, to);
		for (const op of [...this.host.store.ops.values()])
			if (op.target.id !== from && JSON.stringify(op).includes(from))
				this.host.store.replace(this.applyAliases(op));
		this.host.broadcast({ type: 'alias', from, to });
	}

	/** Sends what can be sent.
	 * @returns {Promise<boolean>} false: more is left, to be tried later */
	flush() {
		return this.flushing ??= new Sending(this).run()
		    .finally(() => this.flushing = null);
	}

	/** Returns how many commands have unsent operations. */
	countUnsent() {
		const acts = new Set();

		for (const op of this.host.store.ops.values())
			if (op.state === 'waiting')
				op.acts.forEach(a => acts.add(a));
		return acts.size;
	}
}

/** @param {Op} a @param {Op} b */
const mergeIfPossible = (a, b) => canMerge(a, b) ? { ...mergeOps(a, b),
	rev: a.rev + 1 } : null;
