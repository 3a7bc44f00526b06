// The replica and the outbox in IndexedDB.  The replica is text in chunks, and
// beside them what changed since as single rows; a new form of it is fetched
// again.  The outbox is never dropped: its rows have a version of their own.

import { KINDS, splitKey } from './kinds.js';

export const FORM = 2;		// of the replica
export const OUTBOX = 1;	// of an op
const CHUNK = 250;
const REPLICA = ['chunks', 'rows'];

/** @typedef {import('./types').Op} Op
 * @typedef {import('./types').Change} Change
 * @typedef {{changes?: Change[], drop?: Op[], put?: Op[], meta?: Record<string, any>}} Batch */

/** @param {IDBRequest} r @returns {Promise<any>} */
const done = r => new Promise((yes, no) => {
	r.onsuccess = () => yes(r.result);
	r.onerror = () => no(r.error);
});

/** Older forms of an op, made to the present one; by the version they have.
 * @type {Record<number, (op: any) => any>} */
const CONVERT = {};

/** @param {any} row @returns {Op} */
function opOf(row) {
	let { v, ...op } = row;

	for (; v < OUTBOX; v++)
		op = CONVERT[v](op);
	return op;
}

/** Records in chunks, each by kind: what others hang on first.
 * @param {Change[]} changes @returns {string[]} */
function texts(changes) {
	const all = /** @type {Record<string, any[]>} */ ({}), out = [];

	for (const [key, r] of changes)
		if (r)
			(all[splitKey(key)[0]] ??= []).push(r);
	for (const kind of KINDS)
		for (let i = 0; i < (all[kind]?.length ?? 0); i += CHUNK)
			out.push(JSON.stringify({ [kind]: all[kind].slice(i, i + CHUNK) }));
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
		this.lost = () => {};
	}

	async open() {
		const r = this.factory.open(this.name, FORM);

		r.onupgradeneeded = () => this.upgrade(r.result,
		    /** @type {IDBTransaction} */ (r.transaction));
		this.db = await done(r);
		/** @type {IDBDatabase} */ (this.db).onversionchange = () => {
			this.close();
			this.lost();
		};
		/** @type {IDBDatabase} */ (this.db).onclose = () => this.lost();
	}

	/** @param {IDBDatabase} db @param {IDBTransaction} t */
	upgrade(db, t) {
		const have = db.objectStoreNames;

		for (const s of REPLICA)
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
	 * @returns {Promise<any>} what work gave, once all is committed */
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

	/** All there is: records by kind, and what changed since.
	 * @returns {Promise<{groups: Record<string, any[]>[], changes: Change[],
	 *   ops: Op[], meta: Record<string, any>}>} */
	async load() {
		if (!this.db)
			throw new Error('closed');
		const t = this.db.transaction([...REPLICA, 'outbox', 'meta']);
		const [chunks, rows, ops, keys, values] = await Promise.all([
			done(t.objectStore('chunks').getAll()),
			done(t.objectStore('rows').getAll()),
			done(t.objectStore('outbox').getAll()),
			done(t.objectStore('meta').getAllKeys()),
			done(t.objectStore('meta').getAll()),
		]);
		this.rows = rows.length;
		return { groups: chunks.map((/** @type {string} */ c) => JSON.parse(c)),
		    changes: rows.map((/** @type {any} */ r) => [r.key, JSON.parse(r.text)]),
		    ops: ops.map(opOf), meta: Object.fromEntries(
		    keys.map((/** @type {string} */ k, /** @type {number} */ i) =>
			[k, values[i]])) };
	}

	/** Puts new ops into the outbox.  Those that can be merged into an op that
	 * was never sent are: join is asked with the op so far.
	 * @param {Op[]} ops @param {(op: Op) => number | null} into the seq of one
	 * that op may be merged into
	 * @param {(a: Op, b: Op) => Op | null} join
	 * @param {Map<string, Blob>} [blobs] by the id of their op
	 * @returns {Promise<{op: Op, seq: number, merged: Op | null}[]>} */
	append(ops, into, join, blobs = new Map()) {
		return this.write(['outbox', 'blobs'], 'strict', async t => {
			const out = t.objectStore('outbox'), made = [];
			for (const op of ops) {
				const at = into(op);
				const old = at === null ? null : await done(out.get(at));
				const merged = old && join(opOf(old), op);
				if (merged)
					await done(out.put({ ...merged, v: OUTBOX }));
				const { seq: _, ...row } = op;
				made.push({ op, merged: merged || null, seq: merged ?
				    merged.seq : await done(out.add({ ...row, v: OUTBOX })) });
				if (blobs.has(op.id))
					await done(t.objectStore('blobs')
					    .put(blobs.get(op.id), op.id));
			}
			return made;
		});
	}

	/** Takes ops for sending: as they are about to be sent, if they are still
	 * there as they were; gone are what was merged into them.
	 * @param {{op: Op, was: number}[]} ops with the rev that is expected
	 * @param {Op[]} [gone] @returns {Promise<boolean>} */
	claim(ops, gone = []) {
		return this.write(['outbox'], 'strict', async t => {
			const out = t.objectStore('outbox');
			for (const { op, was } of [...ops,
			    ...gone.map(o => ({ op: o, was: o.rev }))]) {
				const row = await done(out.get(op.seq));
				if (!row || row.rev !== was)
					return false;
			}
			ops.forEach(({ op }) => out.put({ ...op, v: OUTBOX }));
			gone.forEach(op => out.delete(op.seq));
			return true;
		});
	}

	/** Puts one id in the place of another, in all ops that name it.
	 * @param {string} from @param {string} to */
	rename(from, to) {
		return this.write(['outbox'], 'strict', async t => {
			const out = t.objectStore('outbox');
			for (const row of await done(out.getAll())) {
				const text = JSON.stringify(row);
				if (text.includes(from) && row.target.id !== from)
					out.put(JSON.parse(text.replaceAll(from, to)));
			}
		});
	}

	/** Drops ops that were never sent: all, or none.
	 * @param {Op[]} ops @returns {Promise<boolean>} */
	withdraw(ops) {
		return this.write(['outbox', 'blobs'], 'strict', async t => {
			const out = t.objectStore('outbox');
			for (const op of ops) {
				const row = await done(out.get(op.seq));
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

	/** What follows from an answer, all at once.
	 * @param {Batch} b */
	async settle(b) {
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
			t.objectStore('blobs').delete(op.id);
		}
		for (const op of b.put ?? [])
			out.put({ ...op, v: OUTBOX });
		for (const k in b.meta ?? {})
			t.objectStore('meta').put(/** @type {any} */ (b.meta)[k], k);
	}

	/** A page of the first fetch: whole chunks.
	 * @param {Change[]} changes @param {Record<string, any>} meta */
	page(changes, meta) {
		return this.write(['chunks', 'rows', 'outbox', 'blobs', 'meta'],
		    'relaxed', t => {
			texts(changes).forEach(x => t.objectStore('chunks').add(x));
			this.put(t, { meta, changes: changes.filter(([, r]) => !r) });
		});
	}

	/** Folds the rows in: the replica is written anew.
	 * @param {Change[]} all */
	async fold(all) {
		const made = texts(all);

		await this.write(REPLICA, 'relaxed', t => {
			const c = t.objectStore('chunks');
			c.clear();
			t.objectStore('rows').clear();
			made.forEach(x => c.add(x));
		});
		this.rows = 0;
	}

	/** Drops the replica, not the outbox. */
	async empty() {
		await this.write([...REPLICA, 'meta'], 'relaxed', t => {
			REPLICA.forEach(s => t.objectStore(s).clear());
			t.objectStore('meta').delete('since');
		});
		this.rows = 0;
	}

	/** @param {string} id @returns {Promise<Blob | undefined>} */
	blob(id) {
		if (!this.db)
			throw new Error('closed');
		return done(this.db.transaction('blobs').objectStore('blobs').get(id));
	}

	close() {
		this.db?.close();
		this.db = null;
	}

	/** Leaves nothing behind. */
	async destroy() {
		this.close();
		await done(this.factory.deleteDatabase(this.name));
	}
}
