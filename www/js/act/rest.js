// What a user does with steps, lists and groups.

import { act, send, store } from '../engine.js';
import { group, groups, list, lists, me, steps, task } from '../state.js';
import { deletion, made, patch, placeOf, rankEnd, reorder } from '../ops.js';
import { between } from '../rank.js';
import { uuid } from '../uuid.js';
import { order, stamps, words } from './tags.js';
import { TITLE } from '../limits.js';

/** @typedef {import('../ops.js').Pair} Pair
 * @typedef {{beforeId?: string | null, afterId?: string | null}} Place */


// Steps.

/** @param {import('../types').Step} s */
const stepPath = s => `/tasks/${s.taskId}/steps/${s.id}`;
/** @param {string} id @returns {import('../types').Step} */
const step = id => store.get('step', id);

/** @param {string} taskId @param {string[]} titles @returns {string[]} ids */
function makeSteps(taskId, titles) {
	const t = task(taskId), ids = titles.map(uuid);
	let { rank } = { rank: rankEnd(steps(taskId), 'bottom') };

	if (!t)
		return [];
	act(titles.map((title, i) => {
		const id = ids[i];
		const pair = made('step', { id, taskId, title }, `/tasks/${taskId}/steps`,
		    { id, title }, [{ kind: 'step', id, put: { id, taskId, title,
		    done: false, rank, ...stamps() } }], [], ['list/' + t.listId]);
		rank = between(rank, null);
		return pair;
	}), { key: 'did.step', holes: { n: titles.length, title: titles[0] } });
	return ids;
}

/** @param {string} taskId @param {string} title @returns {string} its id */
export const addStep = (taskId, title) => makeSteps(taskId, [title])[0];

/** A step for every line that is not empty.
 * @param {string} taskId @param {string} text */
export const pasteSteps = (taskId, text) => makeSteps(taskId,
	text.split('\n').map(l => l.trim()).filter(Boolean)
		.map(l => [...l].slice(0, TITLE).join('')));

/** @param {string} id @param {{title?: string, done?: boolean}} body */
export function setStep(id, body) {
	const s = step(id);

	if (s)
		act([patch(stepPath(s), { kind: 'step', id }, s, body, body,
		    order(['task/' + s.taskId]), 'op.step')], words('step.set', s));
}

/** @param {string} id */
export function deleteStep(id) {
	const s = step(id);

	if (s)
		act([deletion(store, 'step', s, stepPath(s), [])],
		    words('delete', s));
}

/** @param {string} id @param {Place} to */
export function reorderStep(id, to) {
	const s = step(id);

	if (s)
		act([reorder(store, 'step', s, stepPath(s), to,
		    placeOf(steps(s.taskId), id), order(['task/' + s.taskId]))],
		    words('order', s));
}

// Lists and groups.

/** @param {{title: string, groupId?: string | null, id?: string}} l
 * @returns {string} its id */
export function addList({ title, groupId = null, id = uuid() }) {
	const user = me(), row = { id, title, groupId, role: 'owner',
		ownerId: user?.id, ownerName: user?.displayName,
		rank: rankEnd(lists().filter(l => l.groupId === groupId), 'bottom'),
		...stamps() };

	act([made('list', row, '/lists', groupId ? { id, title, groupId } :
	    { id, title }, [{ kind: 'list', id, put: row }], ['order/lists'],
	    groupId ? ['group/' + groupId] : [])], words('list', row));
	return id;
}

/** @param {string} id @param {{title?: string, groupId?: string | null}} body */
export function setList(id, body) {
	const l = list(id);

	if (l)
		act([patch('/lists/' + id, { kind: 'list', id }, l, body, body,
		    order(['list/' + id], body.groupId ? ['group/' + body.groupId] :
		    []), 'op.list')], words('list.set', l));
}

/** @param {string} id */
export function deleteList(id) {
	const l = list(id);

	if (l)
		act([deletion(store, 'list', l, '/lists/' + id, [])],
		    words('delete', l));
}

/** Puts a list between others, of another group too.
 * @param {string} id @param {Place} to @param {string | null} [groupId] */
export function reorderList(id, to, groupId) {
	const l = list(id), target = { kind: /** @type {const} */ ('list'), id };
	/** @type {Pair} */
	const all = { forward: [], back: [] };

	if (!l)
		return;
	const take = (/** @type {Pair} */ p) => {
		all.forward.push(...p.forward);
		all.back.push(...p.back);
	};
	const from = placeOf(lists().filter(x => x.groupId === l.groupId), id);
	if (groupId !== undefined && groupId !== (l.groupId ?? null))
		take(patch('/lists/' + id, target, l, { groupId }, { groupId,
		    rank: rankEnd(lists().filter(x => (x.groupId ?? null) === groupId),
			'bottom') }, order(['list/' + id, 'order/lists'], groupId ?
		    ['group/' + groupId] : []), 'op.list'));
	if (to.beforeId || to.afterId)
		take(reorder(store, 'list', l, '/lists/' + id, to, from,
		    order(['list/' + id, 'order/lists'])));
	act([all], words('order', l));
}

/** @param {string} title @returns {string} its id */
export function addGroup(title) {
	const id = uuid(), row = { id, title, rank: rankEnd(groups(), 'bottom'),
		...stamps() };

	act([made('group', row, '/me/groups', { id, title },
	    [{ kind: 'group', id, put: row }], ['order/groups'], [])],
	    words('group', row));
	return id;
}

/** @param {string} id @param {{title: string}} body */
export function setGroup(id, body) {
	const g = group(id);

	if (g)
		act([patch('/me/groups/' + id, { kind: 'group', id }, g, body, body,
		    order(['group/' + id]), 'op.group')], words('group.set', g));
}

/** Its lists stay, in no group.
 * @param {string} id */
export function deleteGroup(id) {
	const g = group(id);

	if (!g)
		return;
	const pair = deletion(store, 'group', g, '/me/groups/' + id, []);
	for (const l of lists())
		if (l.groupId === id)
			pair.forward[0].forward.push({ kind: 'list', id: l.id,
			    patch: { groupId: null } });
	act([pair], words('delete', g));
}

/** @param {string} id @param {Place} to */
export function reorderGroup(id, to) {
	const g = group(id);

	if (g && (to.beforeId || to.afterId))
		act([reorder(store, 'group', g, '/me/groups/' + id, to,
		    placeOf(groups(), id), order(['group/' + id, 'order/groups']))],
		    words('order', g));
}
