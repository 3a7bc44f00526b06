// db.js in memory, with a disk that outlives the page.  A page can be killed: what
// it had not committed is lost, and it does nothing more.

/** @typedef {{rows: Map<string, any>, ops: Map<number, string>, meta: any, seq: number,
 *   blobs: Map<string, any>}} Disk */

/** @returns {Disk} */
export const disk = () => ({ rows: new Map(), ops: new Map(), meta: {}, seq: 0,
	blobs: new Map() });

const never = new Promise(() => {});

export class MemDb {
	/** @param {Disk} d @param {() => number} random */
	constructor(d, random) {
		this.d = d;
		this.random = random;
		this.dead = false;
		this.full = false;
		this.rows = 0;
		/** @type {Promise<any>} */
		this.turn = Promise.resolve();
	}

	/** One transaction after the other; a dead page's do not happen.
	 * @template T @param {() => T} work @returns {Promise<T>} */
	async write(work) {
		const before = this.turn;
		let next = () => {};
		this.turn = new Promise(yes => next = () => yes(undefined));
		await before;
		for (let i = this.random() * 4; i > 0; i--)
			await null;
		if (this.dead)
			return /** @type {any} */ (never);
		if (this.full) {
			next();
			throw Object.assign(new Error('full'),
			    { name: 'QuotaExceededError' });
		}
		const r = work();
		await null;
		next();
		return this.dead ? /** @type {any} */ (never) : r;
	}

	async load() {
		await this.turn;
		return { changes: [...this.d.rows].map(([k, text]) =>
		    [k, JSON.parse(text)]), meta: { ...this.d.meta },
		    ops: [...this.d.ops.values()].map(t => JSON.parse(t))
			.sort((a, b) => a.seq - b.seq) };
	}

	put(op) {
		this.d.ops.set(op.seq, JSON.stringify(op));
	}

	op(seq) {
		const text = this.d.ops.get(seq);

		return text ? JSON.parse(text) : undefined;
	}

	append(ops, into, join) {
		return this.write(() => ops.map(op => {
			const at = into(op), old = at === null ? null : this.op(at);
			const merged = old && join(old, op);
			const seq = merged ? merged.seq : ++this.d.seq;
			this.put(merged || { ...op, seq });
			return { op, seq, merged: merged || null };
		}));
	}

	claim(ops, gone = []) {
		return this.write(() => {
			for (const { op, was } of [...ops,
			    ...gone.map(o => ({ op: o, was: o.rev }))])
				if (this.op(op.seq)?.rev !== was)
					return false;
			ops.forEach(({ op }) => this.put(op));
			gone.forEach(o => this.d.ops.delete(o.seq));
			return true;
		});
	}

	renameId(from, to) {
		return this.write(() => {
			for (const [seq, text] of this.d.ops)
				if (JSON.parse(text).target.id !== from)
					this.d.ops.set(seq, text.replaceAll(from, to));
		});
	}

	withdraw(ops) {
		return this.write(() => {
			for (const o of ops) {
				const row = this.op(o.seq);
				if (!row || row.tried || row.id !== o.id ||
				    row.acts.length > 1)
					return false;
			}
			ops.forEach(o => this.d.ops.delete(o.seq));
			return true;
		});
	}

	commit(b) {
		return this.write(() => {
			for (const [k, r] of b.changes ?? [])
				if (r)
					this.d.rows.set(k, JSON.stringify(r));
				else
					this.d.rows.delete(k);
			b.drop?.forEach(o => this.d.ops.delete(o.seq));
			b.put?.forEach(o => this.put(o));
			Object.assign(this.d.meta, b.meta);
		});
	}

	appendPage(changes, meta) {
		return this.commit({ changes, meta });
	}

	clear() {
		return this.write(() => {
			this.d.rows.clear();
			delete this.d.meta.since;
		});
	}
}
