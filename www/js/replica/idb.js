// Stores the replica and the outbox in IndexedDB.  The replica is a set of chunks,
// JSON texts of many records, and a row for each record changed since.  After a change
// of its format it is fetched again.  The outbox is never dropped: each of its rows has
// a version, and is converted.

import { KINDS, splitKey } from '../data/kinds.js';

const REPLICA_VERSION = 3, OUTBOX_VERSION = 1;
const CHUNK_SIZE = 250;
const REPLICA_STORES = ['chunks', 'rows'];

/** @typedef {import('../data/types').Op} Op
 * @typedef {import('../data/types').Change} Change
 * @typedef {{changes?: Change[], drop?: Op[], put?: Op[], meta?: Record<string, any>}} Batch */

/** @param {IDBRequest} r @returns {Promise<any>} */
const promiseOf = r => new Promise((yes, no) => {
	r.onsuccess = () => yes(r.result);
	r.onerror = () => no(r.error);
});

/** Functions that convert an operation to the next version, by its version.
 * @type {Record<number, (op: any) => any>} */
const CONVERT = {};

/** @param {any} row @returns {Op} */
function upgradeOp(row) {
	let { v, ...op } = row;

	for (; v < OUTBOX_VERSION; v++)
		op = CONVERT[v](op);
	return op;
}

/** Returns the chunks of some records, parents before children.
 * @param {Change[]} changes @returns {string[]} */
function chunksOf(changes) {
	const all = /** @type {Record<string, any[]>} */ ({}), out = [];

	for (const [key, r] of changes)
		if (r)
			(all[splitKey(key)[0]] ??= []).push(r);
	for (const kind of KINDS)
		for (let i = 0; i < (all[kind]?.length ?? 0); i += CHUNK_SIZE)
			out.push(JSON.stringify({ [kind]: all[kind].slice(i, i + CHUNK_SIZE) }));
	return out;
}

export class Db {
	/** @param {string} name @param {IDBFactory} [factory] */
	constructor(name, factory = globalThis.indexedDB) {
		this.name = name;
		this.factory = factory;
		/** @type {IDBDatabase | null} */
		this.db = null;
		this.rows = 0;
		this.onLost = () => {};
	}

	async open() {
		const r = this.factory.open(this.name, REPLICA_VERSION);

		r.onupgradeneeded = () => this.upgrade(r.result,
		    /** @type {IDBTransaction} */ (r.transaction));
		this.db = await promiseOf(r);
		/** @type {IDBDatabase} */ (this.db).onversionchange = () => {
			this.close();
			this.onLost();
		};
		/** @type {IDBDatabase} */ (this.db).onclose = () => this.onLost();
	}

	/** @param {IDBDatabase} db @param {IDBTransaction} t */
	upgrade(db, t) {
		const have = db.objectStoreNames;

		for (const s of REPLICA_STORES)
			if (have.contains(s))
				db.deleteObjectStore(s);
		db.createObjectStore('chunks', { autoIncrement: true });
		db.createObjectStore('rows', { keyPath: 'key' });
		if (!have.contains('outbox'))
			db.createObjectStore('outbox',
			    { keyPath: 'seq', autoIncrement: true });
		for (const s of ['meta', 'blobs'])
			if (!have.contains(s))
				db.createObjectStore(s);
		t.objectStore('meta').delete('since');
	}

	/** @param {string[]} stores @param {'strict' | 'relaxed'} durability
	 * @param {(t: IDBTransaction) => any} work
	 * @returns {Promise<any>} what work returned, once it is committed */
	write(stores, durability, work) {
		return new Promise((yes, no) => {
			if (!this.db)
				throw new Error('closed');
			const t = this.db.transaction(stores, 'readwrite',
			    { durability });
			/** @type {any} */
			let result;
			t.oncomplete = () => yes(result);
			t.onabort = () => no(t.error ?? new Error('aborted'));
			(async () => work(t))().then(r => result = r, e => {
				no(e);
				try { t.abort(); } catch { /* it is over */ }
			});
		});
	}

	/** Reads everything: records by kind, changes since, operations, and values of meta.
	 * @returns {Promise<{groups: Record<string, any[]>[], changes: Change[],
	 *   ops: Op[], meta: Record<string, any>}>} */
	async load() {
		if (!this.db)
			throw new Error('closed');
		const t = this.db.transaction([...REPLICA_STORES, 'outbox', 'meta']);
		const [chunks, rows, ops, keys, values] = await Promise.all([
			promiseOf(t.objectStore('chunks').getAll()),
			promiseOf(t.objectStore('rows').getAll()),
			promiseOf(t.objectStore('outbox').getAll()),
			promiseOf(t.objectStore('meta').getAllKeys()),
			promiseOf(t.objectStore('meta').getAll()),
		]);
		this.rows = rows.length;
		return { groups: chunks.map((/** @type {string} */ c) => JSON.parse(c)),
		    changes: rows.map((/** @type {any} */ r) => [r.key, JSON.parse(r.text)]),
		    ops: ops.map(upgradeOp), meta: Object.fromEntries(
		    keys.map((/** @type {string} */ k, /** @type {number} */ i) =>
			[k, values[i]])) };
	}

	/** Adds operations to the outbox.  One that can be merged into an operation that
	 * was never sent is merged.
	 * @param {Op[]} ops @param {(op: Op) => number | null} into returns the seq of
	 * the operation to try
	 * @param {(a: Op, b: Op) => Op | null} join
	 * @param {Map<string, Blob>} [blobs] by the id of their op
	 * @returns {Promise<{op: Op, seq: number, merged: Op | null}[]>} */
	append(ops, into, join, blobs = new Map()) {
		return this.write(['outbox', 'blobs'], 'strict', async t => {
			const out = t.objectStore('outbox'), made = [];
			for (const op of ops) {
				const at = into(op);
				const old = at === null ? null : await promiseOf(out.get(at));
				const merged = old && join(upgradeOp(old), op);
				if (merged)
					await promiseOf(out.put({ ...merged, v: OUTBOX_VERSION }));
				const { seq: _, ...row } = op;
				made.push({ op, merged: merged || null, seq: merged ?
				    merged.seq : await promiseOf(out.add({ ...row, v: OUTBOX_VERSION })) });
				if (blobs.has(op.id))
					await promiseOf(t.objectStore('blobs')
					    .put(blobs.get(op.id), op.id));
			}
			return made;
		});
	}

	/** Stores operations as they are about to be sent, and removes those merged into
	 * them.  Does nothing if another tab has changed one of them.
	 * @param {{op: Op, was: number}[]} ops with the rev that is expected
	 * @param {Op[]} [merged] @returns {Promise<boolean>} whether it did */
	claim(ops, merged = []) {
		return this.write(['outbox'], 'strict', async t => {
			const out = t.objectStore('outbox');
			const all = [...ops, ...merged.map(o => ({ op: o, was: o.rev }))];
			const rows = await Promise.all(all.map(x => promiseOf(out.get(x.op.seq))));
			if (rows.some((row, i) => row?.rev !== all[i].was))
				return false;
			ops.forEach(({ op }) => out.put({ ...op, v: OUTBOX_VERSION }));
			merged.forEach(op => out.delete(op.seq));
			return true;
		});
	}

	/** Replaces an id by another in all operations that contain it.
	 * @param {string} from @param {string} to */
	renameId(from, to) {
		return this.write(['outbox'], 'strict', async t => {
			const out = t.objectStore('outbox');
			for (const row of await promiseOf(out.getAll())) {
				const text = JSON.stringify(row);
				if (text.includes(from) && row.target.id !== from)
					out.put(JSON.parse(text.replaceAll(from, to)));
			}
		});
	}

	/** Removes operations that were never sent: all of them or none.
	 * @param {Op[]} ops @returns {Promise<boolean>} */
	withdraw(ops) {
		return this.write(['outbox', 'blobs'], 'strict', async t => {
			const out = t.objectStore('outbox');
			for (const op of ops) {
				const row = await promiseOf(out.get(op.seq));
				if (!row || row.tried || row.id !== op.id ||
				    row.acts.length > 1)
					return false;
			}
			for (const op of ops) {
				out.delete(op.seq);
				t.objectStore('blobs').delete(op.id);
			}
			return true;
		});
	}

	/** Stores the consequences of an answer in one transaction.
	 * @param {Batch} b */
	async commit(b) {
		await this.write(['rows', 'outbox', 'blobs', 'meta'], 'strict', t => {
			this.put(t, b);
		});
		this.rows += b.changes?.length ?? 0;
	}

	/** @param {IDBTransaction} t @param {Batch} b */
	put(t, b) {
		const out = t.objectStore('outbox');

		for (const [key, r] of b.changes ?? [])
			t.objectStore('rows').put({ key, text: JSON.stringify(r) });
		for (const op of b.drop ?? []) {
			out.delete(op.seq);
			if (op.method === 'UPLOAD')
				t.objectStore('blobs').delete(op.id);
		}
		for (const op of b.put ?? [])
			out.put({ ...op, v: OUTBOX_VERSION });
		for (const k in b.meta ?? {})
			t.objectStore('meta').put(/** @type {any} */ (b.meta)[k], k);
	}

	/** Adds a page of the first fetch, as chunks.
	 * @param {Change[]} changes @param {Record<string, any>} meta */
	appendPage(changes, meta) {
		return this.write(['chunks', 'rows', 'outbox', 'blobs', 'meta'],
		    'relaxed', t => {
			chunksOf(changes).forEach(x => t.objectStore('chunks').add(x));
			this.put(t, { meta, changes: changes.filter(([, r]) => !r) });
		});
	}

	/** Writes the whole replica as chunks, and removes the rows.
	 * @param {Change[]} all */
	async compact(all) {
		const made = chunksOf(all);

		await this.write(REPLICA_STORES, 'relaxed', t => {
			const c = t.objectStore('chunks');
			c.clear();
			t.objectStore('rows').clear();
			made.forEach(x => c.add(x));
		});
		this.rows = 0;
	}

	/** Removes the replica; the outbox stays. */
	async clear() {
		await this.write([...REPLICA_STORES, 'meta'], 'relaxed', t => {
			REPLICA_STORES.forEach(s => t.objectStore(s).clear());
			t.objectStore('meta').delete('since');
		});
		this.rows = 0;
	}

	/** @param {string} id @returns {Promise<Blob | undefined>} */
	blob(id) {
		if (!this.db)
			throw new Error('closed');
		return promiseOf(this.db.transaction('blobs').objectStore('blobs').get(id));
	}

	close() {
		this.db?.close();
		this.db = null;
	}

	/** Deletes the database. */
	async destroy() {
		this.close();
		await promiseOf(this.factory.deleteDatabase(this.name));
	}
}
