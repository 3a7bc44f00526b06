// What clicks and forms do: data-act names an act of this table.

import { about, actions, closeDialog, focusTask, go, openDialog, openTask, select, set,
	state, task, ui } from './kit.js';
import { isFolded } from './screen.js';
import * as rows from './do/rows.js';
import * as quick from './do/quick.js';

/** @typedef {(el: any, e: any, id: string) => any} Act */

/** Of an open picker, else as about() says. */
const ids = () => ui.dialog?.ids ?? about();

/** @param {any} e @param {string} id */
function rowClick(e, id) {
	if (e.ctrlKey || e.metaKey || ui.touching)
		return rows.pick(id);
	if (e.shiftKey)
		return rows.extendTo(id);
	if (ui.selected.size)
		select([]);
	focusTask(id, false);
	return openTask(id);
}

/** @type {Record<string, Act>} of rows and many */
const ROWS = {
	row: (el, e, id) => rowClick(e, id),
	open: (el, e, id) => { closeDialog(); openTask(id); },
	tick: (el, e, id) => { rows.finish([id], el.checked); },
	star: (el, e, id) => rows.toggle('starred', [id]),
	'star-all': () => rows.toggle('starred'),
	done: () => { const some = about(); rows.finish(some,
		!some.every(id => task(id)?.done)); select([]); focusTask(some[0]); },
	'my-day': () => { const some = ids(); closeDialog(); rows.toggleDay(some); },
	delete: () => { const some = ids(); closeDialog(); rows.remove(some); },
	'select-end': () => select([]),
	suggest: (el, e, id) => { actions.setMyDay([id], true); rows.told(); focusTask(id); },
	'not-today': (el, e, id) => actions.notToday(id),
	more: () => set({ more: true }),
	fold: (el, e, id) => set({ folded: { ...ui.folded,
		[id]: !isFolded(id, id.endsWith('/done')) } }),
};

/** @type {Record<string, Act>} of lists and of the page */
const PAGE = {
	add: () => quick.add(),
	unread: (el, e, id) => quick.unread(id),
	take: (el, e, id) => quick.take(id),
	undo: () => rows.back(),
	'toast-close': () => set({ toast: null }),
	search: el => { const q = el.querySelector('input').value;
		go({ name: 'search', query: { q } }, { replace: state.route.name === 'search' });
		focusTask(null); },
	'search-add': () => { const q = state.route.query?.q ?? ''; go('#/today');
		requestAnimationFrame(() => requestAnimationFrame(() => quick.fill(q))); },
	settings: () => go('#/settings/account'),
	lists: () => go('#/lists'),
	'day-back': () => set({ day: ui.day + 1 }),
	options: el => openDialog('options', { at: el.getBoundingClientRect() }),
	share: (el, e, id) => { closeDialog(); go(`#/l/${id}/share`); },
	'list-new': () => openDialog('list-edit', {}),
	'list-rename': (el, e, id) => openDialog('list-edit', { id }),
	reveal: () => set({ reveal: !ui.reveal }),
};

/** @type {Record<string, Act>} the last script adds its own */
export const ACTS = { ...ROWS, ...PAGE };
