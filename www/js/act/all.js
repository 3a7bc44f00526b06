// Every user action: those of the first script, and those that need the open task
// or a dialog.

export { addTask, addTasks, setTask, setDone, deleteTasks, moveTasks, reorder,
	setMyDay, notToday, reorderMyDay, setTags } from './tasks.js';
export { addTag, renameTag, deleteTag, tagOf } from './tags.js';
export { setSetting, setProfile, setNotifications } from './settings.js';
export { addStep, pasteSteps, setStep, deleteStep, reorderStep, addList, setList,
	deleteList, reorderList, addGroup, setGroup, deleteGroup,
	reorderGroup } from './rest.js';
export { addFile, cancelFile, retryFile, deleteFile } from './files.js';
export { restoreTrash, reviewRetry, reviewRestore, reviewDrop,
	resolveNotes, mergeNotes } from './review.js';
export { undo, redo, lastUndo } from '../actions.js';
