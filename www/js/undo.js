// What was done can be undone, twenty deep.  What was not sent yet is taken
// back; for the rest there are requests that undo it.  No window.

export const DEEP = 20;

/** @typedef {import('./types').OpSpec} OpSpec
 * @typedef {import('./types').Words} Words
 * @typedef {import('./ops.js').Pair} Pair
 * @typedef {{words: Words, forward: OpSpec[], back: OpSpec[], again: OpSpec[],
 *   ids: string[], withdrawn: boolean}} Entry */

/** Several requests as one action.
 * @param {Pair[]} pairs @returns {Required<Pair>} */
export const together = pairs => ({
	forward: pairs.flatMap(p => p.forward),
	back: [...pairs].reverse().flatMap(p => p.back),
	again: pairs.flatMap(p => p.again ?? p.forward),
});

export class Undo {
	/** @param {import('./outbox.js').Outbox} outbox @param {() => string} id */
	constructor(outbox, id) {
		this.outbox = outbox;
		this.id = id;
		/** @type {Entry[]} */
		this.past = [];
		/** @type {Entry[]} */
		this.future = [];
		/** @type {Promise<any>} */
		this.turn = Promise.resolve();
	}

	/** Does an action.
	 * @param {Pair[]} pairs @param {Words} words how the toast says it
	 * @returns {Promise<void>} once it is on the disk */
	run(pairs, words) {
		const all = together(pairs);

		if (all.forward.length === 0)
			return Promise.resolve();
		const { ops, committed } = this.outbox.enqueue(all.forward, this.id());
		/** @type {Entry} */
		const entry = { ...all, words, ids: ops.map(o => o.id),
			withdrawn: false };
		this.past.push(entry);
		if (this.past.length > DEEP)
			this.past.shift();
		this.future = [];
		return committed.catch(() => {
			this.past = this.past.filter(e => e !== entry);
		});
	}

	/** One after the other, however fast they come.
	 * @template T @param {() => Promise<T>} fn @returns {Promise<T>} */
	queue(fn) {
		return this.turn = this.turn.then(fn, fn);
	}

	/** @returns {Promise<Words | null>} what was undone, once it is on the disk */
	undo() {
		return this.queue(async () => {
			const e = this.past.pop();
			if (!e)
				return null;
			e.withdrawn = await this.outbox.withdraw(e.ids);
			if (!e.withdrawn)
				await this.outbox.enqueue(e.back, this.id()).committed
				    .catch(() => {});
			this.future.push(e);
			return e.words;
		});
	}

	/** @returns {Promise<Words | null>} what was done again, once it is on the disk */
	redo() {
		return this.queue(async () => {
			const e = this.future.pop();
			if (!e)
				return null;
			const { ops, committed } = this.outbox.enqueue(e.withdrawn ? e.forward :
			    e.again, this.id());
			e.ids = ops.map(o => o.id);
			this.past.push(e);
			await committed.catch(() => {});
			return e.words;
		});
	}

	/** @returns {Words | null} what undo would undo */
	last() {
		return this.past.at(-1)?.words ?? null;
	}
}
