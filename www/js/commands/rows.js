// The commands on rows: on the tasks in focus, selected or open.

import { mayWrite, writable } from '../data/roles.js';
import { isInMyDay, smart, state, task } from '../data/state.js';
import { lastUndo, redo, undo } from '../mutations/mutate.js';
import { deleteTasks, moveTasks, notToday, reorderMyDay, reorderTask, setDone, setMyDay,
	setTask } from '../mutations/tasks.js';
import { isCollapsed, screen, visibleRows } from '../page/screen.js';
import { announce, closeDialog, closeTask, dropRetained, focusTask, openDialog,
	openTask, retainRows, select, setUi, showToast, targetTasks, ui } from
	'../page/ui.js';
import { formatDay } from '../text/format.js';
import { t } from '../text/words.js';

/** @typedef {(el: any, e: any, id: string) => any} Command */

const ids = () => visibleRows().map(r => r.id);
/** @param {string[]} some */
const records = some => /** @type {any[]} */ (some.map(task).filter(Boolean));

/** Shows the last change in a toast, with an undo button.
 * @param {import('../data/types').Words | null} [words] */
export function toastLastChange(words = lastUndo()) {
	if (words)
		showToast([t(words.key, words.holes), words.next && t('did.next',
			{ day: formatDay(words.next) })].filter(Boolean).join('. '), { undo: true });
}

/** Returns those of the tasks that the user may change; if they may change none, it says so.
 * @param {string[]} some */
export function writableOrSay(some) {
	const may = writable(some);

	if (some.length && !may.length)
		sayReadOnly();
	return may;
}

export const sayReadOnly = () => showToast(t('problem.list-is-read-only'));

/** Returns the row after those that will be removed, else the one before.
 * @param {string[]} removed */
function nextRow(removed) {
	const all = ids();
	const last = Math.max(...removed.map(id => all.indexOf(id)));

	return all.slice(last + 1).find(id => !removed.includes(id)) ??
	    all.slice(0, Math.max(0, last)).reverse().find(id => !removed.includes(id)) ?? null;
}

/** Moves the focus to a row if it is on a row or nowhere.
 * @param {string | null} to */
function moveFocusTo(to) {
	const el = document.activeElement;

	focusTask(to, !el || el === document.body ||
	    !!el.closest('[data-row], .bulk, .menu-pop'));
}

/** @param {string[]} ids @param {boolean} done @param {boolean} [go] focus moves on */
export function setRowsDone(ids, done, go = false) {
	const some = writableOrSay(ids);
	if (some.length)
		complete(some, done, go);
}

/** @param {string[]} some @param {boolean} done @param {boolean} go */
function complete(some, done, go) {
	const to = go ? nextRow(some) : null;

	if (done)
		retainRows(some, ids());
	else
		some.forEach(dropRetained);
	setDone(some, done);
	toastLastChange();
	if (go && to)
		moveFocusTo(to);
}

/** @param {string[]} ids */
export function deleteRows(ids) {
	const some = writableOrSay(ids), to = nextRow(some);

	if (!some.length)
		return;
	deleteTasks(some);
	toastLastChange();
	if (state.route.task && some.includes(state.route.task))
		closeTask();
	setUi({ selected: new Set(), focus: to, wanted: to });
}

/** Sets a field of all tasks; clears it if all have it.
 * @param {string} field */
export function toggleField(field, some = targetTasks()) {
	const may = writableOrSay(some), rs = records(may);

	if (!rs.length)
		return;
	setTask(may, { [field]: !rs.every(r => r[field]) });
	toastLastChange();
}

export function toggleDay(some = targetTasks()) {
	if (some.length) {
		setMyDay(some, !some.every(id => isInMyDay(id)));
		toastLastChange();
	}
}

/** @param {number} by rows down @param {boolean} [extend] */
export function moveFocus(by, extend = false) {
	const all = ids();
	const at = all.indexOf(ui.focus);
	const to = all[at < 0 ? (by > 0 ? 0 : all.length - 1) :
	    Math.max(0, Math.min(all.length - 1, at + by))];

	if (!to)
		return;
	if (extend)
		select([...ui.selected, ...(ui.focus ? [ui.focus] : []), to]);
	focusTask(to);
	if (state.route.task && !extend && innerWidth >= 1100)
		openTask(to);
}

/** @param {number} end 0 or -1 */
export const focusEnd = end => focusTask(ids().at(end) ?? null);

/** @param {string} id */
export function toggleSelected(id) {
	const now = new Set(ui.selected);

	if (!now.delete(id))
		now.add(id);
	setUi({ anchor: id, focus: id });
	select(now);
}

/** Selects the rows from the last selected one to this one.
 * @param {string} id */
function selectTo(id) {
	const all = ids(), from = all.indexOf(ui.anchor ?? ui.focus ?? id);
	const to = all.indexOf(id);

	select([...ui.selected, ...all.slice(Math.min(from, to), Math.max(from, to) + 1)]);
	setUi({ focus: id });
}

/** Moves a row; where the order is fixed, shows why it cannot.
 * @param {number} by */
export function moveRow(by) {
	const s = screen(), id = targetTasks()[0];
	const rows = s?.sections[0]?.rows.filter(r => !r.done) ?? [];
	const at = rows.findIndex(r => r.id === id);
	const to = Math.max(0, Math.min(rows.length - 1, at + by));

	if (s?.list && !writableOrSay([id].filter(Boolean)).length)
		return;
	if (!s?.moves)
		return showToast(t('order.fixed'));
	if (at < 0 || at === to)
		return;
	reorderRow(id, to > at ? { beforeId: rows[to].id, afterId: rows[to + 1]?.id } :
		{ beforeId: rows[to - 1]?.id, afterId: rows[to].id });
	focusTask(id);
	announce(t('moved', { title: rows[at].title, at: to + 1, n: rows.length }));
}

/** @param {string} id @param {{beforeId?: string, afterId?: string}} between */
export function reorderRow(id, between) {
	if (state.route.name === 'today')
		reorderMyDay(id, between);
	else
		reorderTask(id, between);
}

/** @param {string} date */
export function setDue(date, some = targetTasks()) {
	const may = writableOrSay(some);

	if (may.length) {
		setTask(may, { dueDate: date });
		toastLastChange();
	}
}

/** Moves tasks to a day: their due dates; of those without one, My Day.
 * @param {string[]} some @param {string} day @returns {boolean} whether it moved any */
export function moveToDay(some, day) {
	const planned = records(some).filter(r => !r.dueDate).map(r => r.id);
	const due = writableOrSay(some.filter(id => !planned.includes(id)));

	if (planned.length)
		setMyDay(planned, true, day);
	if (due.length)
		setTask(due, { dueDate: day });
	if (planned.length || due.length)
		toastLastChange();
	return planned.length + due.length > 0;
}

/** Moves tasks to a list.
 * @param {string[]} ids @param {string} listId */
export function moveToList(ids, listId) {
	const some = writableOrSay(mayWrite(listId) ? ids : []);
	const open = state.route.task, to = nextRow(some);

	closeDialog();
	if (!some.length)
		return;
	moveTasks(some, listId);
	toastLastChange();
	select([]);
	if (state.route.name === 'list' && open && some.includes(open))
		closeTask();
	focusTask(visibleRows().some(r => r.id === ui.focus) ? ui.focus : to);
}

/** Opens a picker for tasks.  Everybody has tags of their own; what the others set belongs
 * to the list.
 * @param {string} name */
export function openPicker(name) {
	const some = name === 'tags' ? targets() : writableOrSay(targets());

	if (some.length)
		openDialog(name, { ids: some });
}

/** @param {boolean} again */
export async function undoLast(again = false) {
	const onButton = document.activeElement?.closest('.toast');
	const words = await (again ? redo() : undo());

	if (!words)
		return showToast(t('undo.none'));
	ui.retained.forEach((/** @type {any} */ _, /** @type {string} */ id) => dropRetained(id));
	showToast(t(again ? 'redone' : 'undone', { what: t(words.key, words.holes) }));
	if (onButton || document.activeElement === document.body)
		focusTask(ids().includes(ui.focus) ? ui.focus : ids()[0] ?? null);
}

/** Returns the tasks of the open picker, else those of targetTasks(). */
const targets = () => ui.dialog?.ids ?? targetTasks();

/** @param {any} e @param {string} id */
function rowClick(e, id) {
	if (e.ctrlKey || e.metaKey || ui.touching)
		return toggleSelected(id);
	if (e.shiftKey)
		return selectTo(id);
	if (ui.selected.size)
		select([]);
	focusTask(id, false);
	return openTask(id);
}

/** The commands on rows, by the name in data-command.
 * @type {Record<string, Command>} */
export const rowCommands = {
	row: (el, e, id) => rowClick(e, id),
	open: (el, e, id) => { closeDialog(); openTask(id); },
	tick: (el, e, id) => { setRowsDone([id], el.checked); },
	star: (el, e, id) => toggleField('starred', [id]),
	'star-all': () => toggleField('starred'),
	done: () => { const some = targets(); closeDialog(); setRowsDone(some,
		!some.every((/** @type {string} */ id) => task(id)?.done)); select([]); focusTask(some[0]); },
	'my-day': () => { const some = targets(); closeDialog(); toggleDay(some); },
	delete: () => { const some = targets(); closeDialog(); deleteRows(some); },
	'select-end': () => select([]),
	suggest: (el, e, id) => { setMyDay([id], true); toastLastChange(); focusTask(id); },
	'not-today': (el, e, id) => notToday(id),
	'late-today': () => { setDue(state.today, smart(state.route.name === 'mine' ?
		'mine' : 'planned').filter(r => r.dueDate && r.dueDate < state.today).map(r => r.id)); focusEnd(0); },
	more: () => setUi({ more: true }),
	collapse: (el, e, id) => setUi({ collapsed: { ...ui.collapsed,
		[id]: !isCollapsed(id, id.endsWith('/done')) } }),
};
