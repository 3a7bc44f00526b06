// A sorted list of records: a change costs a binary search, not a sort.

/** @template T @param {T[]} items @param {(r: T) => boolean} is true from some item on */
function firstWhere(items, is) {
	let low = 0, high = items.length;

	while (low < high) {
		const mid = (low + high) >> 1;
		if (is(items[mid]))
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

/** @template T */
export class Ordered {
	/** @param {(a: T, b: T) => number} compare a total order */
	constructor(compare) {
		this.compare = compare;
		/** @type {T[]} */
		this.items = [];
		/** Added since the last call of all(). @type {T[]} */
		this.unsorted = [];
	}

	clear() {
		this.items = [];
		this.unsorted = [];
	}

	/** @param {T} r */
	add(r) {
		this.unsorted.push(r);
	}

	/** @param {T} r the same object that was added */
	remove(r) {
		const l = this.unsorted.indexOf(r);

		if (l >= 0) {
			this.unsorted.splice(l, 1);
			return;
		}
		const i = this.position(r);
		if (this.items[i] === r)
			this.items.splice(i, 1);
	}

	get size() {
		return this.items.length + this.unsorted.length;
	}

	/** Returns all records in order.  The caller must neither change nor store the array.
	 * @returns {T[]} */
	all() {
		if (this.unsorted.length > 32) {
			this.items = this.items.concat(this.unsorted).sort(this.compare);
			this.unsorted = [];
		}
		for (const r of this.unsorted)
			this.items.splice(this.position(r), 0, r);
		this.unsorted = [];
		return this.items;
	}

	/** Returns the index of r, or the index where it would be inserted.
	 * @param {T} r */
	position(r) {
		return firstWhere(this.items, x => this.compare(x, r) >= 0);
	}

	/** Returns the index of the first record for which a condition holds, that holds for
	 * all that follow.
	 * @param {(r: T) => boolean} is */
	indexOf(is) {
		return firstWhere(this.all(), is);
	}
}
