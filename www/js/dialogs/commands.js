// The commands of the open task, and of pickers, menus and dialogs.

import { COMMANDS } from '../commands/commands.js';
import { addLines, setLine } from '../commands/quick-add.js';
import { moveRow, openPicker, toastLastChange, toggleDay, toggleSelected,
	writableOrSay } from '../commands/rows.js';
import { state, steps } from '../data/state.js';
import { duplicateTasks } from '../mutations/copies.js';
import { cancelFile, deleteFile, retryFile } from '../mutations/files.js';
import { resolveNotes } from '../mutations/review.js';
import { addStep, deleteStep, reorderStep, setStep } from
	'../mutations/steps.js';
import { setTask } from '../mutations/tasks.js';
import { closeDialog, closeTask, focusTask, navigate, openDialog, setUi, targetTasks,
	ui } from '../page/ui.js';
import { t } from '../text/words.js';
import { findStep } from './edit.js';

/** @typedef {import('../commands/rows.js').Command} Command */

/** Returns the tasks of the open picker, else those of targetTasks(). */
const targets = () => ui.dialog?.ids ?? targetTasks();

/** Closes the picker and changes its tasks.
 * @param {any} patch */
function changeAndClose(patch) {
	const some = writableOrSay(targets());

	closeDialog();
	if (some.length) {
		setTask(some, patch);
		toastLastChange();
	}
}

/** Opens a picker for the line that adds, which gets the focus back.
 * @param {string} name */
const forLine = name => openDialog(name, { ids: [], line: true,
	back: document.getElementById('quick') });

/** Of pickers.
 * @type {Record<string, Command>} */
const PICKERS = {
	due: () => openPicker('due'),
	'due-clear': () => changeAndClose({ dueDate: null }),
	remind: () => openPicker('remind'),
	'remind-clear': () => changeAndClose({ reminderAt: null }),
	repeat: () => openPicker('repeat'),
	'repeat-clear': () => changeAndClose({ recurrence: null }),
	assign: () => openPicker('assign'),
	'assign-clear': () => changeAndClose({ assigneeId: null }),
	move: () => openPicker('list'),
	tags: () => openPicker('tags'),
	'quick-due': () => forLine('due'),
	'quick-remind': () => forLine('remind'),
	'quick-list': () => forLine('list'),
	'paste-look': () => { const { text } = ui.dialog; closeDialog(); setUi({ pasted: text });
		navigate('#/settings/import'); },
	'paste-all': () => { const { lines } = ui.dialog; closeDialog(); addLines(lines); },
	'paste-one': () => { const { lines } = ui.dialog; closeDialog();
		setLine(lines.map((/** @type {any} */ l) => l.title).join(' ')); },
};

/** Offers notifications before the browser asks, at most every 30 days. */
export function offerNotifications() {
	const last = +(localStorage.getItem('docket-asked') ?? 0);

	if (!('Notification' in globalThis) || Notification.permission !== 'default' ||
	    !state.service?.push || Date.now() - last < 30 * 864e5)
		return;
	localStorage.setItem('docket-asked', String(Date.now()));
	openDialog('ask', { title: t('push.title'), text: t('push.ask'), yes: t('push.on'),
		no: t('push.later'), command: 'push-on' });
}

/** @param {string} id @param {number} by */
function moveStep(id, by) {
	const all = steps(state.route.task ?? ''), at = all.findIndex(s => s.id === id);
	const to = at + by;

	if (at >= 0 && all[to])
		reorderStep(id, by < 0 ? { beforeId: all[to - 1]?.id,
			afterId: all[to].id } : { beforeId: all[to].id, afterId: all[to + 1]?.id });
}

/** Moves a row from its menu.
 * @param {number} by */
function moveFromMenu(by) {
	const [id] = targets();

	closeDialog();
	focusTask(id);
	moveRow(by);
}

/** Of menus and headings.
 * @type {Record<string, Command>} */
const MENU = {
	select: (el, e, id) => { closeDialog(); toggleSelected(id); },
	'task-menu': el => openDialog('task', { ids: targets(), at: el.getBoundingClientRect() }),
	'task-copy': () => { const some = writableOrSay(targets()); closeDialog();
		if (some.length) { focusTask(duplicateTasks(some)[0]); toastLastChange(); } },
	up: () => moveFromMenu(-1),
	down: () => moveFromMenu(1),
	keys: () => openDialog('keys'),
	'day-today': () => setUi({ day: 0 }),
	'dialog-close': closeDialog,
};

/** Of the open task.
 * @type {Record<string, Command>} */
const DETAILS = {
	'my-day-clear': () => toggleDay(),
	close: () => { focusTask(state.route.task ?? null); closeTask(); },
	'step-add': (el, e, id) => { const f = el.querySelector('input');
		if (f.value.trim()) addStep(id, f.value.trim()); f.value = ''; },
	'step-tick': (el, e, id) => setStep(id, { done: el.checked }),
	'step-delete': (el, e, id) => { if (findStep(id)) deleteStep(id); toastLastChange();
		document.getElementById('step-new')?.focus(); },
	'step-up': (el, e, id) => moveStep(id, -1),
	resolve: (el, e, id) => resolveNotes(state.route.task ?? '', /** @type {any} */ (id)),
	attach: () => document.getElementById('file')?.click(),
	'file-retry': (el, e, id) => retryFile(id),
	'file-cancel': (el, e, id) => cancelFile(id),
	'file-delete': (el, e, id) => { deleteFile(id); toastLastChange(); },
};

Object.assign(COMMANDS, PICKERS, MENU, DETAILS);
