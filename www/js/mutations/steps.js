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

/** Adds steps below the others.
 * @param {string} taskId @param {{title: string, done?: boolean}[]} many
 * @returns {string[]} their ids */
export function addSteps(taskId, many) {
	const t = task(taskId), ids = many.map(uuid);
	let { rank } = { rank: rankAtEnd(steps(taskId), 'bottom') };

	if (!t)
		return [];
	mutate(many.flatMap((one, i) => {
		const title = [...one.title].slice(0, TITLE).join(''), id = ids[i];
		const s = { id, taskId, title, done: false, rank, ...newStamps() };
		const pair = createRecord('step', s, `/tasks/${taskId}/steps`, { id, title },
		    [{ kind: 'step', id, put: s }], [], ['list/' + t.listId]);
		rank = between(rank, null);
		return one.done ? [pair, patchStep(s, { done: true })] : [pair];
	}), { key: 'did.step', holes: { n: many.length, title: many[0].title } });
	return ids;
}

/** @param {string} taskId @param {string} title @returns {string} its id */
export const addStep = (taskId, title) => addSteps(taskId, [{ title }])[0];

/** @param {any} s a step @param {{title?: string, done?: boolean}} body */
export const patchStep = (s, body) => patchRecord(stepPath(s), { kind: 'step', id: s.id }, s, body,
	body, orderBy(['task/' + s.taskId]), 'op.step');

/** @param {string} id @param {{title?: string, done?: boolean}} body */
export function setStep(id, body) {
	const s = step(id);

	if (s)
		mutate([patchStep(s, body)], describe('step.set', s));
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
