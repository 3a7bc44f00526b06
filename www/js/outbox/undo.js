// Undoes and redoes the last twenty commands.  Operations that were never sent are
// removed; for the others there are operations that reverse them.  Pure.

const MAX_UNDO = 20;

/** @typedef {import('../data/types').OpSpec} OpSpec
 * @typedef {import('../data/types').Words} Words
 * @typedef {import('../data/types').Pair} Pair
 * @typedef {{words: Words, forward: OpSpec[], back: OpSpec[], again: OpSpec[],
 *   ids: string[], withdrawn: boolean}} Entry */

/** Returns several pairs as one.
 * @param {Pair[]} pairs @returns {Required<Pair>} */
const combine = pairs => ({
	forward: pairs.flatMap(p => p.forward),
	back: [...pairs].reverse().flatMap(p => p.back),
	again: pairs.flatMap(p => p.again ?? p.forward),
});

export class Undo {
	/** @param {import('./outbox.js').Outbox} outbox @param {() => string} id */
	constructor(outbox, id) {
		this.outbox = outbox;
		this.newId = id;
		/** @type {Entry[]} */
		this.past = [];
		/** @type {Entry[]} */
		this.future = [];
		/** @type {Promise<any>} */
		this.lastTurn = Promise.resolve();
	}

	/** Runs the operations of a command.
	 * @param {Pair[]} pairs @param {Words} words its description in the toast
	 * @returns {Promise<void>} once they are in IndexedDB */
	run(pairs, words) {
		const all = combine(pairs);

		if (all.forward.length === 0)
			return Promise.resolve();
		const { ops, committed } = this.outbox.enqueue(all.forward, this.newId());
		/** @type {Entry} */
		const entry = { ...all, words, ids: ops.map(o => o.id),
			withdrawn: false };
		this.past.push(entry);
		if (this.past.length > MAX_UNDO)
			this.past.shift();
		this.future = [];
		return committed.catch(() => {
			this.past = this.past.filter(e => e !== entry);
		});
	}

	/** Runs functions one after the other.
	 * @template T @param {() => Promise<T>} fn @returns {Promise<T>} */
	serialize(fn) {
		return this.lastTurn = this.lastTurn.then(fn, fn);
	}

	/** @returns {Promise<Words | null>} what was undone, once it is in IndexedDB */
	undo() {
		return this.serialize(async () => {
			const e = this.past.pop();
			if (!e)
				return null;
			e.withdrawn = await this.outbox.withdraw(e.ids);
			if (!e.withdrawn)
				await this.outbox.enqueue(e.back, this.newId()).committed
				    .catch(() => {});
			this.future.push(e);
			return e.words;
		});
	}

	/** @returns {Promise<Words | null>} what was redone, once it is in IndexedDB */
	redo() {
		return this.serialize(async () => {
			const e = this.future.pop();
			if (!e)
				return null;
			const { ops, committed } = this.outbox.enqueue(e.withdrawn ? e.forward :
			    e.again, this.newId());
			e.ids = ops.map(o => o.id);
			this.past.push(e);
			await committed.catch(() => {});
			return e.words;
		});
	}

	/** @returns {Words | null} what undo() would undo */
	last() {
		return this.past.at(-1)?.words ?? null;
	}
}
