// What an op does to a record of the view.

/** @typedef {import('./types').Effect} Effect */

/** @param {Effect} e @param {any} r @returns {any} the record after the effect */
export function affect(e, r) {
	if (e.del)
		return undefined;
	if (e.put)
		return r ?? e.put;
	if (e.set)
		return { ...r, ...e.set };
	if (e.tags)
		return retag(e, r);
	return r && { ...r, ...e.patch };
}

/** @param {Effect} e @param {any} r */
function retag(e, r) {
	const { add, remove } = /** @type {any} */ (e.tags);
	const ids = new Set(r ? r.tagIds : []);

	add.forEach((/** @type {string} */ t) => ids.add(t));
	remove.forEach((/** @type {string} */ t) => ids.delete(t));
	return { ...r, taskId: e.id, tagIds: [...ids] };
}
