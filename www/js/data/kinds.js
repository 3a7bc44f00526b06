// Kinds of records: their ids, their keys and their parents.

/** @typedef {import('./types').Kind} Kind */

/** Returns a record's id within its kind.
 * @param {Kind} kind @param {any} r @returns {string} */
export function idOf(kind, r) {
	switch (kind) {
	case 'taskTags':
	case 'myDay':
		return r.taskId;
	case 'member':
		return r.listId + '/' + r.userId;
	case 'setting':
		return r.key;
	case 'me':
		return 'me';
	default:
		return r.id;
	}
}

/** Returns the key of a record, unique among all kinds.
 * @param {string} kind @param {string} id */
export const keyOf = (kind, id) => kind + '/' + id;

/** Returns the kind and the id of a key.
 * @param {string} key @returns {[Kind, string]} */
export function splitKey(key) {
	const at = key.indexOf('/');

	return [/** @type {Kind} */ (key.slice(0, at)), key.slice(at + 1)];
}

/** @typedef {{kind: Kind, by: string}} Parent */
const LIST = /** @type {Parent} */ ({ kind: 'list', by: 'listId' });
const TASK = /** @type {Parent} */ ({ kind: 'task', by: 'taskId' });

/** The kind of each kind's parent, and the field with its id; null if it has none.
 * @type {Record<Kind, Parent | null>} */
const PARENTS = {
	list: null, group: null, task: LIST, step: TASK, tag: null, taskTags: TASK,
	attachment: TASK, myDay: TASK, member: LIST, me: null, setting: null,
};

export const KINDS = /** @type {Kind[]} */ (Object.keys(PARENTS));

/** The kinds that have one; a parent comes before its children.
 * @type {Record<string, Parent>} */
export const PARENT = Object.fromEntries(
    Object.entries(PARENTS).flatMap(([kind, up]) => up ? [[kind, up]] : []));

/** The kinds of the children of each kind.
 * @type {Record<string, Kind[]>} */
export const CHILDREN = {};
for (const [kind, { kind: up }] of Object.entries(PARENT))
	(CHILDREN[up] ??= []).push(/** @type {Kind} */ (kind));

/** Returns the key of a record's parent, or null.
 * @param {string} kind @param {any} r @returns {string | null} */
export function parentKey(kind, r) {
	const up = PARENT[kind];

	return up ? up.kind + '/' + r[up.by] : null;
}
