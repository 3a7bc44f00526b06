// Every user action.  Each is on the screen at once, on the disk soon, and on
// its way when it can be; undo() takes the last one back.

import { engine, send } from './engine.js';
import { setTrash, trash } from './state.js';

export { addTask, addTasks, setTask, setDone, deleteTasks, moveTasks, reorder,
	setMyDay, notToday, reorderMyDay, setTags } from './act/tasks.js';
export { addStep, pasteSteps, setStep, deleteStep, reorderStep, addList, setList,
	deleteList, reorderList, addGroup, setGroup, deleteGroup, reorderGroup,
	addTag, renameTag, deleteTag, setSetting, setProfile,
	setNotifications } from './act/rest.js';
export { addFile, cancelFile, retryFile, deleteFile } from './act/files.js';
export { reviewRetry, reviewRestore, reviewDrop, resolveNotes } from
	'./act/review.js';

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

/** Where each kind is restored.
 * @type {Record<string, (r: any) => string>} */
const RESTORE = {
	list: r => '/lists/' + r.id,
	group: r => '/me/groups/' + r.id,
	tag: r => '/me/tags/' + r.id,
	task: r => `/lists/${r.listId}/tasks/${r.id}`,
	step: r => `/tasks/${r.taskId}/steps/${r.id}`,
	attachment: r => '/attachments/' + r.id,
};

/** Brings something back from the bin.
 * @param {import('./types').Kind} kind @param {string} id */
export function restoreTrash(kind, id) {
	const item = trash().find(r => r.kind === kind && r.id === id);

	if (!item || !RESTORE[kind])
		return;
	const { kind: _, deletedAt, ...put } = item;
	setTrash(trash().filter(r => r !== item));
	send([{ method: 'POST', path: RESTORE[kind](item) + '/restore', body: null,
	    target: { kind, id }, writes: [kind === 'step' ? 'task/' + item.taskId :
	    kind + '/' + id], reads: [], forward: [{ kind, id, put }],
	    words: { key: 'op.restore', holes: { title: item.title ?? item.name ??
		item.filename } } }]);
}

