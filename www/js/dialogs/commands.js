// The commands of the open task, and of pickers, menus and dialogs.

import { COMMANDS } from '../commands/commands.js';
import { addLines, setLine } from '../commands/quick-add.js';
import { moveRow, nextRow as nextRow, toastLastChange, toggleDay, toggleSelected
	} from '../commands/rows.js';
import { inbox } from '../data/inbox.js';
import { list, me, members, setting, state, steps } from '../data/state.js';
import { cancelFile, deleteFile, retryFile } from '../mutations/files.js';
import { addGroup, addList, countTasks, deleteGroup, deleteList, setGroup, setList } from
	'../mutations/lists.js';
import { resolveNotes } from '../mutations/review.js';
import { setSetting } from '../mutations/settings.js';
import { addStep, deleteStep, reorderStep, setStep } from
	'../mutations/steps.js';
import { deleteTag, findTag, renameTag } from '../mutations/tags.js';
import { moveTasks, setTask } from '../mutations/tasks.js';
import { visibleRows } from '../page/screen.js';
import { closeDialog, closeTask, focusTask, navigate, openDialog, select, setUi,
	targetTasks, ui } from '../page/ui.js';
import { formatNames } from '../text/format.js';
import { t } from '../text/words.js';
import { findStep } from './edit.js';

/** @typedef {import('../commands/rows.js').Command} Command */

/** Returns the tasks of the open picker, else those of targetTasks(). */
const targets = () => ui.dialog?.ids ?? targetTasks();

/** Closes the picker and changes its tasks.
 * @param {any} patch */
function changeAndClose(patch) {
	const some = targets();

	closeDialog();
	setTask(some, patch);
	toastLastChange();
}

/** @param {string} id @param {any} patch of its setting */
const listSetting = (id, patch) => setSetting('list/' + id,
	{ ...setting('list/' + id), ...patch });

/** Of pickers.
 * @type {Record<string, Command>} */
const PICKERS = {
	due: () => openDialog('due', { ids: targets() }),
	'due-clear': () => changeAndClose({ dueDate: null }),
	remind: () => openDialog('remind', { ids: targets() }),
	'remind-clear': () => changeAndClose({ reminderAt: null }),
	repeat: () => openDialog('repeat', { ids: targets() }),
	'repeat-clear': () => changeAndClose({ recurrence: null }),
	assign: () => openDialog('assign', { ids: targets() }),
	'assign-clear': () => changeAndClose({ assigneeId: null }),
	move: () => openDialog('list', { ids: targets() }),
	tags: () => openDialog('tags', { ids: targets() }),
	'paste-all': () => { const { lines } = ui.dialog; closeDialog(); addLines(lines); },
	'paste-one': () => { const { lines } = ui.dialog; closeDialog();
		setLine(lines.join(' ')); },
};

/** @param {string[]} some @param {string} listId */
export function moveToList(some, listId) {
	const open = state.route.task, to = nextRow(some);

	closeDialog();
	moveTasks(some, listId);
	toastLastChange();
	select([]);
	if (state.route.name === 'list' && open && some.includes(open))
		closeTask();
	focusTask(visibleRows().some(r => r.id === ui.focus) ? ui.focus : to);
}

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

/** Of lists, groups and tags.
 * @type {Record<string, Command>} */
const LISTS = {
	sort: (el, e, id) => { closeDialog(); listSetting(state.route.id, { sort: id }); },
	'hide-done': () => { closeDialog(); const l = state.route.id;
		listSetting(l, { hideCompleted: !setting('list/' + l)?.hideCompleted }); },
	print: () => { closeDialog(); requestAnimationFrame(() => print()); },
	'list-icon': (el, e, id) => setUi({ dialog: { ...ui.dialog, icon: id } }),
	'list-color': (el, e, id) => setUi({ dialog: { ...ui.dialog, color: +id } }),
	'list-edit': (el, e, id) => openDialog('list-edit', { id }),
	'list-form': el => saveList(el),
	'list-delete': (el, e, id) => askToDelete(id),
	'list-delete-now': (el, e, id) => deleteNow(id),
	'inbox-other': () => { closeDialog(); navigate('#/settings/look'); },
	'group-new': () => openDialog('group-edit', {}),
	'group-edit': (el, e, id) => openDialog('group-edit', { id }),
	'group-options': (el, e, id) => openDialog('group', { id,
		at: el.getBoundingClientRect() }),
	'group-form': el => { const title = el.elements.title.value.trim(), { id } = ui.dialog;
		closeDialog(); if (title && id) setGroup(id, { title });
		else if (title) addGroup(title); toastLastChange(); },
	'tag-edit': (el, e, id) => openDialog('tag-edit', { id }),
	'tag-form': el => submitTagName(ui.dialog.id,
		el.elements.name.value.trim().replace(/^#/, '')),
	'tag-delete': (el, e, id) => { closeDialog(); deleteTag(id); toastLastChange();
		navigate('#/today'); },
	'group-delete': (el, e, id) => { closeDialog(); deleteGroup(id); toastLastChange(); },
};

/** Deletes a list.  If others lose it, too, it asks; it refuses the user's own list.
 * @param {string} id */
function askToDelete(id) {
	const title = list(id)?.title, others = members(id).filter(m => m.userId !== me()?.id);

	if (list(id) === inbox())
		return openDialog('ask', { title, text: t('inbox.words'), yes: t('inbox.other'),
			command: 'inbox-other' });
	return !others.length ? deleteNow(id) : openDialog('ask', { id,
		title: t('list.deleteAsk', { title }), yes: t('delete'), command: 'list-delete-now',
		text: t('list.loses', { n: countTasks(id),
			names: formatNames(others.map(m => m.displayName)) }) });
}

/** @param {string} id */
function deleteNow(id) {
	closeDialog();
	deleteList(id);
	toastLastChange();
	if (state.route.id === id)
		navigate('#/today');
}

/** @param {string} id @param {string} name */
function submitTagName(id, name) {
	const same = findTag(name);

	if (same && same.id !== id)
		return setUi({ wrong: { form: t('problem.tag-exists') } });
	closeDialog();
	if (!name || same?.name === name)
		return;
	renameTag(id, name);
	toastLastChange();
	navigate({ name: 'tag', id: name }, { replace: true });
}

/** @param {any} form */
function saveList(form) {
	const { id, icon, color } = ui.dialog, title = form.elements.title.value.trim();
	const groupId = form.elements.group?.value || null;
	const l = id ? list(id) : null;

	/* In a new list the line that adds tasks gets the focus. */
	if (!id && title && innerWidth >= 1100)
		ui.dialog.back = null;
	closeDialog();
	if (!title)
		return;
	const made = id ?? addList({ title, groupId });
	if (l && (l.title !== title || (l.groupId ?? null) !== groupId))
		setList(id, { ...(l.title !== title ? { title } : {}),
			...((l.groupId ?? null) !== groupId ? { groupId } : {}) });
	if (icon !== undefined || color !== undefined)
		listSetting(made, { ...(icon ? { icon } : {}),
			...(color === undefined ? {} : { color }) });
	if (!id)
		navigate('#/l/' + made);
}

Object.assign(COMMANDS, PICKERS, MENU, DETAILS, LISTS);
