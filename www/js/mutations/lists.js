// Changes of lists and groups.

import { doneOf, group, groups, list, lists, me, openOf, store } from
	'../data/state.js';
import { uuid } from '../data/uuid.js';
import { mutate } from './mutate.js';
import { createRecord, deleteRecord, neighborsOf, patchRecord, rankAtEnd,
	reorderRecord } from './operations.js';
import { keepDayOrder } from './settings.js';
import { describe, newStamps, orderBy } from './tags.js';

/** @typedef {import('./operations.js').Pair} Pair
 * @typedef {{beforeId?: string | null, afterId?: string | null}} Place */

/** Returns what creates a list, the last of its group.
 * @param {{id: string, title: string, groupId?: string | null}} l @returns {Pair} */
export function listPair({ id, title, groupId = null }) {
	const user = me(), row = { id, title, groupId, role: 'owner',
		ownerId: user?.id, ownerName: user?.displayName,
		rank: rankAtEnd(lists().filter(l => l.groupId === groupId), 'bottom'),
		...newStamps() };

	return createRecord('list', row, '/lists', groupId ? { id, title, groupId } :
	    { id, title }, [{ kind: 'list', id, put: row }], ['order/lists'],
	    groupId ? ['group/' + groupId] : []);
}

/** @param {{title: string, groupId?: string | null, id?: string}} l
 * @returns {string} its id */
export function addList({ title, groupId = null, id = uuid() }) {
	mutate([listPair({ id, title, groupId })], describe('list', { title }));
	return id;
}

/** @param {string} id @param {{title?: string, groupId?: string | null}} body */
export function setList(id, body) {
	const l = list(id);

	if (l)
		mutate([patchRecord('/lists/' + id, { kind: 'list', id }, l, body, body,
		    orderBy(['list/' + id], body.groupId ? ['group/' + body.groupId] :
		    []), 'op.list')], describe('list.set', l));
}

/** @param {string} id of a list */
export const countTasks = id => openOf(id).length + doneOf(id).length;

/** @param {string} id */
export function deleteList(id) {
	const l = list(id);

	if (l)
		mutate([...keepDayOrder(store.childIds('task', id)),
		    deleteRecord(store, 'list', l, '/lists/' + id, [])],
		    { key: 'did.list.delete', holes: { n: countTasks(id), title: l.title } });
}

/** Moves a list between others, also to another group.
 * @param {string} id @param {Place} to @param {string | null} [groupId] */
export function reorderList(id, to, groupId) {
	const l = list(id), target = { kind: /** @type {const} */ ('list'), id };
	/** @type {Pair} */
	const all = { forward: [], back: [] };

	if (!l)
		return;
	const append = (/** @type {Pair} */ p) => {
		all.forward.push(...p.forward);
		all.back.push(...p.back);
	};
	const from = neighborsOf(lists().filter(x => x.groupId === l.groupId), id);
	if (groupId !== undefined && groupId !== (l.groupId ?? null))
		append(patchRecord('/lists/' + id, target, l, { groupId }, { groupId,
		    rank: rankAtEnd(lists().filter(x => (x.groupId ?? null) === groupId),
			'bottom') }, orderBy(['list/' + id, 'order/lists'], groupId ?
		    ['group/' + groupId] : []), 'op.list'));
	if (to.beforeId || to.afterId)
		append(reorderRecord(store, 'list', l, '/lists/' + id, to, from,
		    orderBy(['list/' + id, 'order/lists'])));
	mutate([all], describe('order', l));
}

/** @param {string} title @returns {string} its id */
export function addGroup(title) {
	const id = uuid(), row = { id, title, rank: rankAtEnd(groups(), 'bottom'),
		...newStamps() };

	mutate([createRecord('group', row, '/me/groups', { id, title },
	    [{ kind: 'group', id, put: row }], ['order/groups'], [])],
	    describe('group', row));
	return id;
}

/** @param {string} id @param {{title: string}} body */
export function setGroup(id, body) {
	const g = group(id);

	if (g)
		mutate([patchRecord('/me/groups/' + id, { kind: 'group', id }, g, body, body,
		    orderBy(['group/' + id]), 'op.group')], describe('group.set', g));
}

/** Deletes a group.  Its lists stay, without a group.
 * @param {string} id */
export function deleteGroup(id) {
	const g = group(id);

	if (!g)
		return;
	const pair = deleteRecord(store, 'group', g, '/me/groups/' + id, []);
	for (const l of lists())
		if (l.groupId === id)
			pair.forward[0].forward.push({ kind: 'list', id: l.id,
			    patch: { groupId: null } });
	mutate([pair], describe('delete', g));
}

/** @param {string} id @param {Place} to */
export function reorderGroup(id, to) {
	const g = group(id);

	if (g && (to.beforeId || to.afterId))
		mutate([reorderRecord(store, 'group', g, '/me/groups/' + id, to,
		    neighborsOf(groups(), id), orderBy(['group/' + id, 'order/groups']))],
		    describe('order', g));
}
