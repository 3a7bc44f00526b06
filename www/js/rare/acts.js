// What clicks and forms do in the details, in pickers, menus and dialogs.

import { ACTS, about, addAll, closeDialog, closeTask, fill, focusTask, fromLocal, go,
	list, nextRow, openDialog, pick, select, setting, set, shift, state, steps, t, tags, tagsOf,
	told, toggleDay, ui, visible } from '../kit.js';
import { actions } from '../further.js';
import { stepOf } from './edit.js';

/** @typedef {(el: any, e: any, id: string) => any} Act */

/** Of an open picker, else as about() says. */
const ids = () => ui.dialog?.ids ?? about();

/** Changes and closes.
 * @param {any} patch */
function change(patch) {
	const some = ids();

	closeDialog();
	actions.setTask(some, patch);
	told();
}

/** @param {string} id @param {any} patch of its setting */
export const listSetting = (id, patch) => actions.setSetting('list/' + id,
	{ ...setting('list/' + id), ...patch });

/** @type {Record<string, Act>} of pickers */
const PICKERS = {
	due: () => openDialog('due', { ids: ids() }),
	'due-set': (el, e, id) => change({ dueDate: id }),
	'due-form': el => change({ dueDate: el.elements.date.value || null }),
	'due-clear': () => change({ dueDate: null, recurrence: null }),
	remind: () => openDialog('remind', { ids: ids() }),
	'remind-set': (el, e, id) => { change({ reminderAt: fromLocal(id) }); askPush(); },
	'remind-form': el => { const v = el.elements.at.value;
		change({ reminderAt: v ? fromLocal(v) : null }); if (v) askPush(); },
	'remind-clear': () => change({ reminderAt: null }),
	repeat: () => openDialog('repeat', { ids: ids() }),
	'repeat-set': (el, e, id) => change({ recurrence: id }),
	'repeat-clear': () => change({ recurrence: null }),
	assign: () => openDialog('assign', { ids: ids() }),
	'assign-set': (el, e, id) => change({ assigneeId: id }),
	'assign-clear': () => change({ assigneeId: null }),
	move: () => openDialog('list', { ids: ids() }),
	'move-set': (el, e, id) => moveTo(ids(), id),
	tags: () => openDialog('tags', { ids: ids() }),
	'tag-toggle': (el, e, id) => toggleTag(id),
	'tag-new': el => { const name = el.elements.name.value.trim().replace(/^#/, '');
		el.reset(); if (name) actions.setTags(ids(), { addNames: [name] }); },
	'paste-all': () => { const { lines } = ui.dialog; closeDialog(); addAll(lines); },
	'paste-one': () => { const { lines } = ui.dialog; closeDialog();
		fill(lines.join(' ')); },
};

/** @param {string[]} some @param {string} listId */
export function moveTo(some, listId) {
	const open = state.route.task, to = nextRow(some);

	closeDialog();
	actions.moveTasks(some, listId);
	told();
	select([]);
	if (state.route.name === 'list' && open && some.includes(open))
		closeTask();
	focusTask(visible().some(r => r.id === ui.focus) ? ui.focus : to);
}

/** @param {string} name */
function toggleTag(name) {
	const id = tags().find(g => g.name === name)?.id ?? '';
	const all = ids().every((/** @type {string} */ x) =>
		tagsOf(x).some(g => g.id === id));

	actions.setTags(ids(), all ? { remove: [id] } : { add: [id] });
}

/** Our own question, before the browser's; at most every 30 days. */
function askPush() {
	const last = +(localStorage.getItem('docket-asked') ?? 0);

	if (!('Notification' in globalThis) || Notification.permission !== 'default' ||
	    !state.service?.push || Date.now() - last < 30 * 864e5)
		return;
	localStorage.setItem('docket-asked', String(Date.now()));
	openDialog('ask', { title: t('push.title'), text: t('push.ask'), yes: t('push.on'),
		no: t('push.later'), act: 'push-on' });
}

/** @param {string} id @param {number} by */
function moveStep(id, by) {
	const all = steps(state.route.task ?? ''), at = all.findIndex(s => s.id === id);
	const to = at + by;

	if (at >= 0 && all[to])
		actions.reorderStep(id, by < 0 ? { beforeId: all[to - 1]?.id,
			afterId: all[to].id } : { beforeId: all[to].id, afterId: all[to + 1]?.id });
}

/** Moves a row from its menu.
 * @param {number} by */
function move(by) {
	const [id] = ids();

	closeDialog();
	focusTask(id);
	shift(by);
}

/** @type {Record<string, Act>} of menus and heads */
const MENU = {
	select: (el, e, id) => { closeDialog(); pick(id); },
	'task-menu': el => openDialog('task', { ids: ids(), at: el.getBoundingClientRect() }),
	up: () => move(-1),
	down: () => move(1),
	keys: () => openDialog('keys'),
	'day-today': () => set({ day: 0 }),
	'dialog-close': closeDialog,
};

/** @type {Record<string, Act>} of the open task */
const DETAILS = {
	'my-day-clear': () => toggleDay(),
	close: () => { focusTask(state.route.task ?? null); closeTask(); },
	'step-add': (el, e, id) => { const f = el.querySelector('input');
		if (f.value.trim()) actions.addStep(id, f.value.trim()); f.value = ''; },
	'step-tick': (el, e, id) => actions.setStep(id, { done: el.checked }),
	'step-delete': (el, e, id) => { if (stepOf(id)) actions.deleteStep(id); told();
		document.getElementById('step-new')?.focus(); },
	'step-up': (el, e, id) => moveStep(id, -1),
	resolve: (el, e, id) => actions.resolveNotes(state.route.task ?? '', /** @type {any} */ (id)),
	attach: () => document.getElementById('file')?.click(),
	'file-retry': (el, e, id) => actions.retryFile(id),
	'file-cancel': (el, e, id) => actions.cancelFile(id),
	'file-delete': (el, e, id) => { actions.deleteFile(id); told(); },
};

/** @type {Record<string, Act>} of lists and groups */
const LISTS = {
	sort: (el, e, id) => { closeDialog(); listSetting(state.route.id, { sort: id }); },
	'hide-done': () => { closeDialog(); const l = state.route.id;
		listSetting(l, { hideCompleted: !setting('list/' + l)?.hideCompleted }); },
	print: () => { closeDialog(); requestAnimationFrame(() => print()); },
	'list-icon': (el, e, id) => set({ dialog: { ...ui.dialog, icon: id } }),
	'list-color': (el, e, id) => set({ dialog: { ...ui.dialog, color: +id } }),
	'list-edit': (el, e, id) => openDialog('list-edit', { id }),
	'list-form': el => saveList(el),
	'list-delete': (el, e, id) => { closeDialog(); actions.deleteList(id); told();
		go('#/today'); },
	'group-new': () => openDialog('group-edit', {}),
	'group-edit': (el, e, id) => openDialog('group-edit', { id }),
	'group-options': (el, e, id) => openDialog('group', { id, at: el.getBoundingClientRect() }),
	'group-form': el => { const title = el.elements.title.value.trim(), { id } = ui.dialog;
		closeDialog(); if (title && id) actions.setGroup(id, { title });
		else if (title) actions.addGroup(title); told(); },
	'tag-edit': (el, e, id) => openDialog('tag-edit', { id }),
	'tag-form': el => renameTag(ui.dialog.id, el.elements.name.value.trim().replace(/^#/, '')),
	'tag-delete': (el, e, id) => { closeDialog(); actions.deleteTag(id); told(); go('#/today'); },
	'group-delete': (el, e, id) => { closeDialog(); actions.deleteGroup(id); told(); },
};

/** @param {string} id @param {string} name */
function renameTag(id, name) {
	const same = actions.tagOf(name);

	if (same && same.id !== id)
		return set({ wrong: { form: t('problem.tag-exists') } });
	closeDialog();
	if (!name || same?.name === name)
		return;
	actions.renameTag(id, name);
	told();
	go({ name: 'tag', id: name }, { replace: true });
}

/** @param {any} form */
function saveList(form) {
	const { id, icon, color } = ui.dialog, title = form.elements.title.value.trim();
	const groupId = form.elements.group?.value || null;
	const l = id ? list(id) : null;

	/* The line of a new list is ready to be typed in. */
	if (!id && title && innerWidth >= 1100)
		ui.dialog.back = null;
	closeDialog();
	if (!title)
		return;
	const made = id ?? actions.addList({ title, groupId });
	if (l && (l.title !== title || (l.groupId ?? null) !== groupId))
		actions.setList(id, { ...(l.title !== title ? { title } : {}),
			...((l.groupId ?? null) !== groupId ? { groupId } : {}) });
	if (icon !== undefined || color !== undefined)
		listSetting(made, { ...(icon ? { icon } : {}),
			...(color === undefined ? {} : { color }) });
	if (!id)
		go('#/l/' + made);
}

Object.assign(ACTS, PICKERS, MENU, DETAILS, LISTS);
