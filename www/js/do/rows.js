// What is done to the tasks in focus, selected or open.

import { about, actions, closeTask, counts, focusTask, hold, inMyDay, lists,
	letGo, openDialog, openTask, say, select, set, setting, state, t, task, toast,
	ui, dates } from '../kit.js';
import { screen, visible } from '../screen.js';

const ids = () => visible().map(r => r.id);
/** @param {string[]} some */
const records = some => /** @type {any[]} */ (some.map(task).filter(Boolean));

/** What has just been done, as the toast says it.
 * @param {{key: string, holes?: any} | null} [words] */
export function told(words = actions.lastUndo()) {
	if (words)
		toast(t(words.key, words.holes), { undo: true });
}

/** The row after (else before) those that go.
 * @param {string[]} gone */
export function next(gone) {
	const all = ids();
	const last = Math.max(...gone.map(id => all.indexOf(id)));

	return all.slice(last + 1).find(id => !gone.includes(id)) ??
	    all.slice(0, Math.max(0, last)).reverse().find(id => !gone.includes(id)) ?? null;
}

/** Focus leaves a row only if it was on one.
 * @param {string | null} to */
function moveOn(to) {
	const el = document.activeElement;

	focusTask(to, !el || el === document.body || !!el.closest('[data-row], .bulk, .menu-pop'));
}

/** @param {string[]} some @param {boolean} done @param {boolean} [go] focus moves on */
export function finish(some, done, go = false) {
	const to = go ? next(some) : null;

	if (done)
		hold(some, ids());
	else
		some.forEach(letGo);
	actions.setDone(some, done);
	told();
	if (go && to)
		moveOn(to);
}

/** @param {string[]} some */
export function remove(some) {
	const to = next(some);

	if (!some.length)
		return;
	actions.deleteTasks(some);
	told();
	if (state.route.task && some.includes(state.route.task))
		closeTask();
	set({ selected: new Set(), focus: to, wanted: to });
}

/** All of them on, or if all are on already, off.
 * @param {string} field */
export function toggle(field, some = about()) {
	const rs = records(some);

	if (!rs.length)
		return;
	actions.setTask(some, { [field]: !rs.every(r => r[field]) });
	told();
}

export function toggleDay(some = about()) {
	if (some.length) {
		actions.setMyDay(some, !some.every(id => inMyDay(id)));
		told();
	}
}

/** @param {number} by rows down @param {boolean} [extend] */
export function step(by, extend = false) {
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
export const jump = end => focusTask(ids().at(end) ?? null);

/** @param {string} id */
export function pick(id) {
	const now = new Set(ui.selected);

	if (!now.delete(id))
		now.add(id);
	set({ anchor: id, focus: id });
	select(now);
}

/** From the one before to this one.
 * @param {string} id */
export function extendTo(id) {
	const all = ids(), from = all.indexOf(ui.anchor ?? ui.focus ?? id);
	const to = all.indexOf(id);

	select([...ui.selected, ...all.slice(Math.min(from, to), Math.max(from, to) + 1)]);
	set({ focus: id });
}

/** Moves a row by one, or to an end; where order is not one's own, says why.
 * @param {number} by */
export function shift(by) {
	const s = screen(), id = about()[0];
	const rows = s?.sections[0]?.rows.filter(r => !r.done) ?? [];
	const at = rows.findIndex(r => r.id === id);
	const to = Math.max(0, Math.min(rows.length - 1, at + by));

	if (!s?.moves)
		return toast(t('order.fixed'));
	if (at < 0 || at === to)
		return;
	place(id, to > at ? { beforeId: rows[to].id, afterId: rows[to + 1]?.id } :
		{ beforeId: rows[to - 1]?.id, afterId: rows[to].id });
	focusTask(id);
	say(t('moved', { title: rows[at].title, at: to + 1, n: rows.length }));
}

/** @param {string} id @param {{beforeId?: string, afterId?: string}} between */
export function place(id, between) {
	if (state.route.name === 'today')
		actions.reorderMyDay(id, between);
	else
		actions.reorder(id, between);
}

/** @param {string} date */
export function dueOn(date, some = about()) {
	if (some.length) {
		actions.setTask(some, { dueDate: date });
		told();
	}
}

/** @param {string} name a picker's */
export function picker(name) {
	const some = about();

	if (some.length)
		openDialog(name, { ids: some });
}

/** @param {boolean} again */
export async function back(again = false) {
	const onButton = document.activeElement?.closest('.toast');
	const words = await (again ? actions.redo() : actions.undo());

	if (!words)
		return toast(t('undo.none'));
	ui.held.forEach((/** @type {any} */ _, /** @type {string} */ id) => letGo(id));
	toast(t(again ? 'redone' : 'undone', { what: t(words.key, words.holes) }));
	if (onButton || document.activeElement === document.body)
		focusTask(ids().includes(ui.focus) ? ui.focus : ids()[0] ?? null);
}
