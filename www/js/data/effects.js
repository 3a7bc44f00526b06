// Applies the effects of operations to records, and merges operations.  Pure.

/** @typedef {import('./types').Op} Op
 * @typedef {import('./types').Effect} Effect */

/** @param {Effect} e @param {any} r @returns {any} the record after the effect */
export function applyEffect(e, r) {
	if (e.del)
		return undefined;
	if (e.put)
		return r ?? e.put;
	if (e.set)
		return { ...r, ...e.set };
	if (e.tags)
		return applyTags(e, r);
	return r && { ...r, ...e.patch };
}

/** @param {Effect} e @param {any} r */
function applyTags(e, r) {
	const { add, remove } = /** @type {any} */ (e.tags);
	const ids = new Set(r ? r.tagIds : []);

	add.forEach((/** @type {string} */ t) => ids.add(t));
	remove.forEach((/** @type {string} */ t) => ids.delete(t));
	return { ...r, taskId: e.id, tagIds: [...ids] };
}

/** Returns operations in the order in which they were created.
 * @param {Iterable<Op>} ops */
export const sortBySeq = ops => [...ops].sort((a, b) => a.seq - b.seq);

/** Returns the present set with some members added and others removed.
 * @param {string[]} now @param {string[]} add @param {string[]} remove */
export const mergeSet = (now, add, remove) =>
	[...new Set([...now, ...add])].filter(x => !remove.includes(x));

/** Whether operation b can be merged into a, which was created before it: neither was
 * ever sent.
 * @param {Op} a @param {Op} b */
export function canMerge(a, b) {
	return !a.tried && !b.tried && a.state === 'waiting' && b.state === 'waiting' &&
	    a.method === b.method && a.path === b.path &&
	    (a.method === 'PATCH' && !/\/rank$/.test(a.path) ||
	    a.method === 'PUT');
}

/** Returns a and b as one operation.
 * @param {Op} a @param {Op} b @returns {Op} */
export function mergeOps(a, b) {
	/** @type {Effect[]} */
	const forward = [...a.forward];

	for (const e of b.forward) {
		const i = forward.findIndex(x => x.kind === e.kind && x.id === e.id);
		if (i >= 0)
			forward[i] = mergeEffects(forward[i], e);
		else
			forward.push(e);
	}
	return { ...a, next: b.next ?? a.next, forward, at: b.at, acts: [...a.acts, ...b.acts],
	    body: { ...a.body, ...b.body }, base: { ...b.base, ...a.base },
	    reads: [...new Set([...a.reads, ...b.reads])],
	    writes: [...new Set([...a.writes, ...b.writes])] };
}

/** @param {any} a @param {any} b */
function mergeEffects(a, b) {
	if (a.tags && b.tags)
		return { ...b, tags: {
			add: mergeSet(a.tags.add, b.tags.add, b.tags.remove),
			remove: mergeSet(a.tags.remove, b.tags.remove, b.tags.add) } };
	if (a.patch && b.patch)
		return { ...b, patch: { ...a.patch, ...b.patch } };
	if (a.set && b.set)
		return { ...b, set: { ...a.set, ...b.set } };
	return b;
}
