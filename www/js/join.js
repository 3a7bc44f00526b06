// Two requests as one, before either is sent; and the order of requests.  Pure.

/** @typedef {import('./types').Op} Op */

/** In the order they were made.
 * @param {Iterable<Op>} ops */
export const inOrder = ops => [...ops].sort((a, b) => a.seq - b.seq);

/** A set of which one has added and removed, taken up on what it is now.
 * @param {string[]} now @param {string[]} add @param {string[]} remove */
export const mergeSet = (now, add, remove) =>
	[...new Set([...now, ...add])].filter(x => !remove.includes(x));

/** Whether a request can be taken into one before it that was never sent.
 * @param {Op} a @param {Op} b */
export function mergeable(a, b) {
	return !a.tried && !b.tried && a.state === 'waiting' && b.state === 'waiting' &&
	    a.method === b.method && a.path === b.path &&
	    (a.method === 'PATCH' && !/\/rank$/.test(a.path) ||
	    a.method === 'PUT');
}

/** The two as one.
 * @param {Op} a @param {Op} b @returns {Op} */
export function mergeOps(a, b) {
	/** @type {import('./types').Effect[]} */
	const forward = [...a.forward];

	for (const e of b.forward) {
		const i = forward.findIndex(x => x.kind === e.kind && x.id === e.id);
		if (i >= 0)
			forward[i] = join(forward[i], e);
		else
			forward.push(e);
	}
	return { ...a, forward, at: b.at, acts: [...a.acts, ...b.acts],
	    body: { ...a.body, ...b.body }, base: { ...b.base, ...a.base },
	    reads: [...new Set([...a.reads, ...b.reads])],
	    writes: [...new Set([...a.writes, ...b.writes])] };
}

/** @param {any} a @param {any} b */
function join(a, b) {
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
