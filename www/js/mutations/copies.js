// Copies of tasks and of lists, and lists that start again.

import { between } from '../data/rank.js';
import { doneOf, list, openOf, setting, steps, store, tagsOf, task } from '../data/state.js';
import { uuid } from '../data/uuid.js';
import { listPair } from './lists.js';
import { mutate } from './mutate.js';
import { patchTask, rankAtEnd, reorderRecord } from './operations.js';
import { settingOperation } from './settings.js';
import { patchStep } from './steps.js';
import { author, buildTask } from './tasks.js';

/** @typedef {import('../data/types').Task} Task
 * @typedef {import('../data/types').Pair} Pair */

const NOWHERE = { beforeId: null, afterId: null };

/** Returns a copy of a task that is not done, with its steps, none of them done.  Files
 * stay with the first, and so does a reminder that has passed.
 * @param {Task} t @returns {import('./tasks.js').NewTask & Record<string, any>} */
const copyOf = t => ({ title: t.title, notes: t.notes, starred: t.starred, dueDate: t.dueDate,
	dueTime: t.dueTime, dueZone: t.dueZone, ...t.recurrenceRule ? {
		recurrenceRule: t.recurrenceRule, recurrenceFrom: t.recurrenceFrom } :
		{ recurrence: t.recurrence },
	reminderAt: t.reminderAt && Date.parse(t.reminderAt) > Date.now() ? t.reminderAt : null,
	tagIds: tagsOf(t.id).map(g => g.id), steps: steps(t.id).map(s => s.title) });

/** Copies tasks, each to below itself.
 * @param {string[]} ids @returns {string[]} the copies' */
export function duplicateTasks(ids) {
	const ts = /** @type {Task[]} */ (ids.map(task).filter(Boolean));
	/** @type {Pair[]} */
	const pairs = [];
	const made = ts.map(t => {
		const open = openOf(t.listId), next = open[open.indexOf(t) + 1];
		const rank = t.done ? undefined : between(t.rank, next?.rank ?? null);
		const copy = buildTask({ ...copyOf(t), listId: t.listId, assigneeId: t.assigneeId,
			rotation: t.rotation }, pairs, rank);
		if (rank)
			pairs.push({ ...reorderRecord(store, 'task', { id: copy.id, title: t.title, rank },
			    `/lists/${t.listId}/tasks/${copy.id}`, { beforeId: t.id, afterId: next?.id },
			    NOWHERE, { writes: ['task/' + copy.id, 'order/' + t.listId],
				reads: ['list/' + t.listId] }), back: [], again: [] });
		return copy.id;
	});

	mutate(pairs, { key: 'did.add', holes: { n: made.length, title: ts[0]?.title ?? '' } });
	return made;
}

/** Copies a list with its look and its open tasks.  The copy is the user's alone, so that
 * nobody is assigned.
 * @param {string} id @param {string} title @returns {string} the copy's id */
export function duplicateList(id, title) {
	const l = list(id), copy = uuid(), look = setting('list/' + id);
	const pairs = [listPair({ id: copy, title, groupId: l?.groupId })];
	let last = '';

	if (look)
		pairs.push({ forward: [settingOperation('list/' + copy, look)], back: [] });
	for (const t of openOf(id)) {
		last = last ? between(last, null) : rankAtEnd([], 'bottom');
		buildTask({ ...copyOf(t), listId: copy, position: 'bottom' }, pairs, last);
	}
	mutate(pairs, { key: 'did.list', holes: { n: 1, title } });
	return copy;
}

/** Returns the completed tasks that a list which starts again opens: not those that repeat,
 * because another has followed them.
 * @param {string} id */
export const tasksToReopen = id => doneOf(id).filter(t => !t.recurrence && !t.recurrenceRule);

/** Opens the completed tasks of a list again, and all steps.
 * @param {string} id */
export function startAgain(id) {
	const ts = tasksToReopen(id);
	const done = [...openOf(id), ...ts].flatMap(t => steps(t.id).filter(s => s.done));

	mutate([...ts.map(t => patchTask(store, t, { done: false }, author())),
	    ...done.map(s => patchStep(s, { done: false }))], { key: 'did.undone',
		holes: { n: ts.length, title: ts[0]?.title ?? '' } });
}
