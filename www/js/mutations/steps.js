// Changes of steps.

import { TITLE } from '../data/limits.js';
import { between } from '../data/rank.js';
import { steps, store, task } from '../data/state.js';
import { uuid } from '../data/uuid.js';
import { mutate } from './mutate.js';
import { createRecord, deleteRecord, neighborsOf, patchRecord, rankAtEnd,
	reorderRecord } from './operations.js';
import { describe, newStamps, orderBy } from './tags.js';

/** @typedef {{beforeId?: string | null, afterId?: string | null}} Place */

/** @param {import('../data/types').Step} s */
const stepPath = s => `/tasks/${s.taskId}/steps/${s.id}`;
/** @param {string} id @returns {import('../data/types').Step} */
const step = id => store.get('step', id);

/** @param {string} taskId @param {string[]} titles @returns {string[]} ids */
function makeSteps(taskId, titles) {
	const t = task(taskId), ids = titles.map(uuid);
	let { rank } = { rank: rankAtEnd(steps(taskId), 'bottom') };

	if (!t)
		return [];
	mutate(titles.map((title, i) => {
		const id = ids[i];
		const pair = createRecord('step', { id, taskId, title }, `/tasks/${taskId}/steps`,
		    { id, title }, [{ kind: 'step', id, put: { id, taskId, title,
		    done: false, rank, ...newStamps() } }], [], ['list/' + t.listId]);
		rank = between(rank, null);
		return pair;
	}), { key: 'did.step', holes: { n: titles.length, title: titles[0] } });
	return ids;
}

/** @param {string} taskId @param {string} title @returns {string} its id */
export const addStep = (taskId, title) => makeSteps(taskId, [title])[0];

/** Adds a step for every line that is not empty.
 * @param {string} taskId @param {string} text */
export const pasteSteps = (taskId, text) => makeSteps(taskId,
	text.split('\n').map(l => l.trim()).filter(Boolean)
		.map(l => [...l].slice(0, TITLE).join('')));

/** @param {string} id @param {{title?: string, done?: boolean}} body */
export function setStep(id, body) {
	const s = step(id);

	if (s)
		mutate([patchRecord(stepPath(s), { kind: 'step', id }, s, body, body,
		    orderBy(['task/' + s.taskId]), 'op.step')], describe('step.set', s));
}

/** @param {string} id */
export function deleteStep(id) {
	const s = step(id);

	if (s)
		mutate([deleteRecord(store, 'step', s, stepPath(s), [])],
		    describe('delete', s));
}

/** @param {string} id @param {Place} to */
export function reorderStep(id, to) {
	const s = step(id);

	if (s)
		mutate([reorderRecord(store, 'step', s, stepPath(s), to,
		    neighborsOf(steps(s.taskId), id), orderBy(['task/' + s.taskId]))],
		    describe('order', s));
}
