// Kinds of records: how each is named, and what it hangs on.

/** @typedef {import('./types').Kind} Kind */

/** A record's id within its kind.
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

/** The name of a record among all.
 * @param {string} kind @param {string} id */
export const keyOf = (kind, id) => kind + '/' + id;

/** The kind and the id of a key.
 * @param {string} key @returns {[Kind, string]} */
export function splitKey(key) {
	const at = key.indexOf('/');

	return [/** @type {Kind} */ (key.slice(0, at)), key.slice(at + 1)];
}

/** What each kind hangs on, and by which field.
 * @type {Record<string, {kind: Kind, by: string}>} */
export const PARENT = {
	task: { kind: 'list', by: 'listId' }, member: { kind: 'list', by: 'listId' },
	step: { kind: 'task', by: 'taskId' }, taskTags: { kind: 'task', by: 'taskId' },
	attachment: { kind: 'task', by: 'taskId' }, myDay: { kind: 'task', by: 'taskId' },
};

/** What hangs on a record of each kind.
 * @type {Record<string, Kind[]>} */
export const BELOW = {};
for (const [kind, { kind: up }] of Object.entries(PARENT))
	(BELOW[up] ??= []).push(/** @type {Kind} */ (kind));

/** What a record hangs on: where that goes, it goes.
 * @param {string} kind @param {any} r @returns {string | null} */
export function parentOf(kind, r) {
	const up = PARENT[kind];

	return up ? up.kind + '/' + r[up.by] : null;
}

/** @type {Kind[]} */
export const KINDS = ['list', 'group', 'task', 'step', 'tag', 'taskTags',
	'attachment', 'myDay', 'member', 'me', 'setting'];
