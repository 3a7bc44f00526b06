// What a user does from the first on; act/all.js has every action.  Each is on the screen at once, on the disk soon, and on
// its way when it can be; undo() takes the last one back.

import { engine } from './engine.js';

export { addTask, addTasks, setTask, setDone, deleteTasks, moveTasks, reorder,
	setMyDay, notToday, reorderMyDay, setTags } from './act/tasks.js';

/** Undoes the last action.
 * @returns {Promise<import('./types').Words | null>} what it was */
export async function undo() {
	const words = await engine.undo?.undo() ?? null;

	engine.kick();
	return words;
}

/** Does what was undone again.
 * @returns {Promise<import('./types').Words | null>} what it was */
export async function redo() {
	const words = await engine.undo?.redo() ?? null;

	engine.kick();
	return words;
}

/** What undo would undo, as words: a key and its holes. */
export const lastUndo = () => engine.undo?.last() ?? null;
