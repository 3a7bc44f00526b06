// What the page itself remembers: focus, selection, what is open.  Views read
// state.ui; only these functions change it.

import { changed, onTold, state, task } from './state.js';
import { format } from './route.js';
import { t } from './words.js';

const HOLD = 3000, TOAST = 8000;
let toastTimer = 0;

Object.assign(state.ui, {
	focus: null, wanted: null, selected: new Set(), anchor: null, dialog: null,
	toast: null, quick: { text: '', reading: null, refused: [] }, folded: {},
	held: new Map(), sidebar: globalThis.localStorage?.getItem('docket-side') !== 'off',
	scroll: 0, height: 800, wrong: null, from: null, printing: false, more: false, day: 0,
});
export const ui = state.ui;

/** Tasks of which anything changed since the last draw; '' stands for all.
 * @type {Set<string>} */
export const stale = new Set();
onTold((kind, old, now) => {
	const r = now ?? old;
	stale.add(kind === 'task' ? r.id : r.taskId ?? '');
});

/** @param {any} patch */
export function set(patch) {
	Object.assign(ui, patch);
	changed();
}

/** Says something to those who listen instead of looking.
 * @param {string} text */
export function say(text) {
	const live = document.getElementById('live');

	if (live)
		live.textContent = live.textContent === text ? text + ' ' : text;
}

/** @param {string} text @param {{undo?: boolean, act?: string, label?: string}} [more] */
export function toast(text, more = {}) {
	clearTimeout(toastTimer);
	say(text);
	set({ toast: { text, ...more } });
	toastTimer = setTimeout(() => set({ toast: null }), TOAST);
}

/** @param {string | null} id @param {boolean} [move] moves the real focus too */
export function focusTask(id, move = true) {
	set({ focus: id, wanted: move ? id : ui.wanted });
}

/** When a dialog closes, the focus returns to where it was.
 * @param {string} name @param {any} [more] */
export function openDialog(name, more = {}) {
	const el = document.activeElement;

	set({ dialog: { name, back: el, ...more }, wrong: null });
}

export function closeDialog() {
	const back = ui.dialog?.back;

	set({ dialog: null, wrong: null });
	requestAnimationFrame(() => {
		if (back?.isConnected && document.activeElement === document.body)
			back.focus();
	});
}

/** Rows just ticked stay where they are for a while.
 * @param {string[]} ids @param {string[]} order the rows as they stand */
export function hold(ids, order) {
	for (const id of ids) {
		const at = order.indexOf(id);
		if (at < 0)
			continue;
		clearTimeout(ui.held.get(id)?.timer);
		ui.held.set(id, { after: order[at - 1] ?? null,
			timer: setTimeout(() => letGo(id), HOLD) });
	}
	changed();
}

/** @param {string} id */
export function letGo(id) {
	clearTimeout(ui.held.get(id)?.timer);
	ui.held.delete(id);
	changed();
}

/** Rows with those that are held, each below the one it stood below.
 * @param {any[]} rows @param {(id: string) => any} get */
export function withHeld(rows, get) {
	if (ui.held.size === 0)
		return rows;
	const out = rows.slice();

	for (const [id, { after }] of ui.held) {
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
export function go(route, how = {}) {
	const hash = typeof route === 'string' ? route : format(route);

	if (how.replace)
		history.replaceState(null, '', hash);
	else if (location.hash !== hash)
		history.pushState(null, '', hash);
	dispatchEvent(new Event('docket-route'));
}

/** @param {string} id @param {any} [route] */
export const openTask = (id, route = state.route) =>
	go({ ...route, task: id }, { replace: !!route.task });
export const closeTask = () => go({ ...state.route, task: undefined, part: undefined });

/** @param {Iterable<string>} ids */
export function select(ids) {
	const selected = new Set(ids);

	set({ selected });
	if (selected.size)
		say(t('selected', { n: selected.size }));
}

/** The tasks that an act is about: the selected, else the one in focus, or that
 * will be with the next draw, or that is open.
 * @returns {string[]} */
export function about() {
	if (ui.selected.size)
		return [...ui.selected];
	const row = /** @type {HTMLElement | null} */ (document.activeElement)
		?.closest?.('[data-row]');
	const id = ui.wanted ?? row?.getAttribute('data-row') ??
		(document.activeElement?.closest('.details') ? state.route.task : null) ??
		ui.focus ?? state.route.task;
	return id ? [id] : [];
}
