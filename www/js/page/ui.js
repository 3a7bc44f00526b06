// State of the page itself: focus, selection, open dialog.  Views read state.ui;
// commands change it by these functions.

import { onRecordChange, requestDraw, state, task } from '../data/state.js';
import { lastUndo } from '../mutations/mutate.js';
import { t } from '../text/words.js';
import { formatRoute } from './route.js';

const RETAIN_MS = 3000, TOAST_MS = 8000;
let toastTimer = 0;

Object.assign(state.ui, {
	focus: null, wanted: null, field: null, ahead: '', back: null, selected: new Set(), anchor: null, dialog: null,
	toast: null, quick: { text: '', reading: null, refused: [], to: null }, collapsed: {},
	retained: new Map(), sidebar: globalThis.localStorage?.getItem('docket-side') !== 'off',
	scroll: 0, height: 800, wrong: null, from: null, printing: false, more: false, day: 0,
});
export const ui = state.ui;

/** Ids of tasks that changed since the last draw; '' means all.
 * @type {Set<string>} */
export const changedTasks = new Set();
onRecordChange((kind, old, now) => {
	const r = now ?? old;
	changedTasks.add(kind === 'task' ? r.id : r.taskId ?? '');
});

/** @param {any} patch */
export function setUi(patch) {
	Object.assign(ui, patch);
	requestDraw();
}

/** Announces a text to screen readers.
 * @param {string} text */
export function announce(text) {
	const live = document.getElementById('live');

	if (live)
		live.textContent = live.textContent === text ? text + ' ' : text;
}

/** Shows a message for eight seconds, longer if it is long.  With undo: about the last
 * change, until another one.
 * @param {string} text
 * @param {{undo?: boolean, command?: string, label?: string, notice?: boolean}} [more] */
export function showToast(text, more = {}) {
	clearTimeout(toastTimer);
	announce(text);
	setUi({ toast: { text, ...more, of: lastUndo() } });
	toastTimer = setTimeout(() => setUi({ toast: null }),
		Math.max(TOAST_MS, text.length * 80));
}

/** @param {string | null} id @param {boolean} [move] moves the real focus too */
export function focusTask(id, move = true) {
	setUi({ focus: id, wanted: move ? id : ui.wanted });
}

/** Opens a dialog.  When it closes, the focus returns to where it is now.
 * @param {string} name @param {any} [more] */
export function openDialog(name, more = {}) {
	const back = ui.dialog?.back ?? document.activeElement;

	setUi({ dialog: { name, back, ...more }, wrong: null });
}

export function closeDialog() {
	setUi({ dialog: null, wrong: null, back: ui.dialog?.back });
}

/** Keeps completed rows at their place for three seconds.
 * @param {string[]} ids @param {string[]} order the rows on the screen */
export function retainRows(ids, order) {
	for (const id of ids) {
		const at = order.indexOf(id);
		if (at < 0)
			continue;
		clearTimeout(ui.retained.get(id)?.timer);
		ui.retained.set(id, { after: order[at - 1] ?? null,
			timer: setTimeout(() => dropRetained(id), RETAIN_MS) });
	}
	requestDraw();
}

/** @param {string} id */
export function dropRetained(id) {
	clearTimeout(ui.retained.get(id)?.timer);
	ui.retained.delete(id);
	requestDraw();
}

/** Inserts retained rows, each below the row that it was below.
 * @param {any[]} rows @param {(id: string) => any} get */
export function insertRetained(rows, get) {
	if (ui.retained.size === 0)
		return rows;
	const out = rows.slice();

	for (const [id, { after }] of ui.retained) {
		const r = get(id), was = out.indexOf(task(id));
		if (was >= 0)
			out.splice(was, 1);
		const at = after === null ? 0 : out.indexOf(task(after)) + 1;
		if (r)
			out.splice(after === null || at ? at : out.length, 0, r);
	}
	return out;
}

/** @param {any} route @param {{replace?: boolean}} [how] */
export function navigate(route, how = {}) {
	const hash = typeof route === 'string' ? route : formatRoute(route);

	if (how.replace)
		history.replaceState(null, '', hash);
	else if (location.hash !== hash)
		history.pushState(null, '', hash);
	dispatchEvent(new Event('docket-route'));
}

/** @param {string} id @param {any} [route] */
export const openTask = (id, route = state.route) =>
	navigate({ ...route, task: id }, { replace: !!route.task });
export const closeTask = () => navigate({ ...state.route, task: undefined, part: undefined });

/** @param {Iterable<string>} ids */
export function select(ids) {
	const selected = new Set(ids);

	setUi({ selected });
	if (selected.size)
		announce(t('selected', { n: selected.size }));
}

/** Returns the tasks that a command applies to: those selected, else the one that has or
 * will get the focus, else the open one.
 * @returns {string[]} */
export function targetTasks() {
	if (ui.selected.size)
		return [...ui.selected];
	const row = /** @type {HTMLElement | null} */ (document.activeElement)
		?.closest?.('[data-row]');
	const id = ui.wanted ?? row?.getAttribute('data-row') ??
		(document.activeElement?.closest('.details') ? state.route.task : null) ??
		ui.focus ?? state.route.task;
	return id ? [id] : [];
}
