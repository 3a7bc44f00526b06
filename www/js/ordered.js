// Records kept in order: a change costs a binary search, not a sort.

/** @template T */
export class Ordered {
	/** @param {(a: T, b: T) => number} compare a total order */
	constructor(compare) {
		this.compare = compare;
		/** @type {T[]} */
		this.items = [];
		/** Added since, not yet in order. @type {T[]} */
		this.late = [];
	}

	clear() {
		this.items = [];
		this.late = [];
	}

	/** @param {T} r */
	add(r) {
		this.late.push(r);
	}

	/** @param {T} r the very record that was added */
	remove(r) {
		const l = this.late.indexOf(r);

		if (l >= 0) {
			this.late.splice(l, 1);
			return;
		}
		const i = this.place(r);
		if (this.items[i] === r)
			this.items.splice(i, 1);
	}

	get size() {
		return this.items.length + this.late.length;
	}

	/** All in order.  Not to be changed, nor kept.
	 * @returns {T[]} */
	all() {
		if (this.late.length > 32) {
			this.items = this.items.concat(this.late).sort(this.compare);
			this.late = [];
		}
		for (const r of this.late)
			this.items.splice(this.place(r), 0, r);
		this.late = [];
		return this.items;
	}

	/** How many stand before r, or before where it would stand.
	 * @param {T} r */
	place(r) {
		let low = 0, high = this.items.length;

		while (low < high) {
			const mid = (low + high) >> 1;
			if (this.compare(this.items[mid], r) < 0)
				low = mid + 1;
			else
				high = mid;
		}
		return low;
	}
}
