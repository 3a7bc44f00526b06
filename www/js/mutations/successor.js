// The task that follows a completed one in its series, as the service will create it: the
// same ids, dates and turn.  Pure: it reads a store and changes nothing.

import { addDays, toDay, toInstant, wallClock } from '../data/dates.js';
import { between } from '../data/rank.js';
import { ruleOfWord, wordOfRule } from '../data/rule.js';
import { following } from '../data/series.js';
import { uuid5 } from '../data/uuid5.js';

/** @typedef {import('../data/store.js').Store} Store
 * @typedef {import('../data/types').Task} Task
 * @typedef {import('../data/types').Effect} Effect
 * @typedef {{me: string, now: string, today: string, zone: string}} By who completes the
 * task, and when: an instant, and the date in the user's time zone */

/** What a task has that does not repeat. */
export const NO_REPEAT = { recurrence: null, recurrenceRule: null, recurrenceFrom: 'due',
	rotation: null };

/** Returns who is next in turn after a task's assignee; without turns, the assignee.
 * @param {Task} t */
const nextAssignee = t => t.rotation ? t.rotation[(t.rotation
    .indexOf(t.assigneeId ?? '') + 1) % t.rotation.length] : t.assigneeId;

/** Returns the reminder as many days from the new due date, at the same time of day.
 * @param {Task} t @param {string} due @param {string} zone */
function nextReminder(t, due, zone) {
	if (!t.reminderAt)
		return null;
	const [day, time] = wallClock(t.reminderAt, zone);

	return toInstant(addDays(day, toDay(due) - toDay(/** @type {string} */ (t.dueDate))),
	    time, zone);
}

/** Returns a rank after a task's and before the next open one's of its list.
 * @param {Store} s @param {Task} t */
function rankAfter(s, t) {
	let next = null;

	for (const id of s.childIds('task', t.listId)) {
		const rank = s.get('task', id)?.rank;
		if (rank > t.rank && (next === null || rank < next))
			next = rank;
	}
	return between(t.rank, next);
}

/** Returns what a task brings to its successor: steps, undone, files and tags.
 * @param {Store} s @param {Task} t @param {string} id of the successor
 * @param {string} now @returns {Effect[]} */
function partsOf(s, t, id, now) {
	const tags = s.get('taskTags', t.id), fresh = { taskId: id, createdAt: now, updatedAt: '' };
	const copy = (/** @type {'step' | 'attachment'} */ kind, /** @type {any} */ more = {}) =>
		Array.from(s.childIds(kind, t.id), c => s.get(kind, c)).filter(r => r && !r.pending)
		    .map(r => ({ kind, id: uuid5(r.id, id), put: { ...r, id: uuid5(r.id, id),
			...fresh, ...more } }));

	return [...copy('step', { done: false }), ...copy('attachment'),
		...tags ? [/** @type {Effect} */ ({ kind: 'taskTags', id, put: { ...tags, taskId: id,
			updatedAt: '' } })] : []];
}

/** Returns the successor of a task that is completed now, and its parts; null if the task
 * does not repeat, or its series ends.
 * @param {Store} s @param {Task} t @param {By} by
 * @returns {{task: Task, effects: Effect[]} | null} */
export function successor(s, t, by) {
	const rule = t.recurrenceRule ?? (t.recurrence && t.dueDate &&
		ruleOfWord(t.recurrence, t.dueDate));
	const next = rule && t.dueDate ? following(rule, t.dueDate, by.today,
		t.recurrenceFrom) : null;

	if (!next)
		return null;
	const id = uuid5(t.id, next.dueDate), assigneeId = nextAssignee(t);
	/** @type {any} */
	const task = { ...t, ...next, id, assigneeId, assignedToMe: assigneeId === by.me,
		recurrence: wordOfRule(next.recurrenceRule),
		reminderAt: nextReminder(t, next.dueDate, by.zone), rank: rankAfter(s, t),
		done: false, completedAt: null, completedBy: null, createdBy: by.me,
		createdAt: by.now, updatedAt: '' };
	return { task, effects: [{ kind: 'task', id, put: task },
		...partsOf(s, t, id, by.now)] };
}
