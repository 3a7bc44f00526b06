// Handles keys: runs the commands of the table where no field has the focus.

import * as dates from '../data/dates.js';
import { mayWrite } from '../data/roles.js';
import { flushDraw, listsInOrder, setting, state, task } from '../data/state.js';
import { keepFocus } from '../page/after-draw.js';
import { dialogBundle } from '../page/app.js';
import { screen, visibleRows } from '../page/screen.js';
import { closeTask, navigate, openDialog, openTask, select, setUi, targetTasks,
	ui } from '../page/ui.js';
import { startOfWeek } from '../text/format.js';
import { COMMANDS } from './commands.js';
import { KEYS } from './key-table.js';
import * as quick from './quick-add.js';
import * as rows from './rows.js';

const PLACES = /** @type {Record<string, string>} */ ({ d: 'today', s: 'starred',
	p: 'planned', w: 'week', m: 'mine', a: 'all', c: 'completed' });
/** The fields that the bundle of dialogs draws. */
const OF_TASK = ['title', 'notes'];
let before = '', beforeAt = 0;

/** Draws what is due, and moves the focus to a field, with the caret at its end.  If the
 * field is not there yet, what is typed until then goes into it.
 * @param {string} id */
function focusField(id) {
	setUi({ wanted: null, field: id, ahead: '' });
	flushDraw();
	if (dialogBundle.draw || !OF_TASK.includes(id))
		ui.field = null;
}

/** Ends the selection, else closes the open task, else leaves the search.
 * @returns {any} */
function escape() {
	if (ui.selected.size)
		return select([]);
	if (state.route.task) {
		setUi({ wanted: state.route.task, focus: state.route.task });
		return closeTask();
	}
	if (state.route.name === 'search')
		return navigate(ui.from ?? '#/today');
	return false;
}

/** Opens the task; if it is open, edits its title.
 * @returns {any} */
function openOrEdit() {
	const id = targetTasks()[0];

	if (!id)
		return false;
	if (state.route.task === id)
		return rows.writableOrSay([id]).length && focusField('title');
	return openTask(id);
}

/** @param {Event} e @param {string} key */
function openNthList(e, key) {
	const l = listsInOrder()[+key - 1];

	return l ? navigate('#/l/' + l.id) : false;
}

/** @returns {any} */
function editNotes() {
	const id = targetTasks()[0];

	if (!id)
		return false;
	if (!rows.writableOrSay([id]).length)
		return;
	if (state.route.task !== id)
		openTask(id);
	return focusField('notes');
}

/** Moves the focus to the line that adds, on a page of its own if this one has none: what
 * is typed next must not be commands.  Returns undefined if the
 * list is read-only. */
function focusQuickAdd() {
	const s = screen(), may = !s?.list || mayWrite(s.list.id);

	if (!may)
		rows.sayReadOnly();
	else if (!s?.adds)
		navigate('#/add');
	if (may)
		focusField('quick');
	return may || undefined;
}

/** @type {Record<string, (arg: any, e: KeyboardEvent, key: string) => any>} */
const KEY_COMMANDS = {
	quick: focusQuickAdd, quickList: () => focusQuickAdd() && quick.setLine('/'),
	find: () => {
		setUi({ sidebar: true });
		if (innerWidth < 700)
			navigate('#/search');
		else if (innerWidth < 992 && state.route.task)
			closeTask();
		focusField('search');
	},
	step: by => rows.moveFocus(by), jump: end => rows.focusEnd(end), enter: openOrEdit, escape,
	pick: () => ui.focus ? rows.toggleSelected(ui.focus) : false,
	extend: by => rows.moveFocus(by, true),
	all: () => select(visibleRows().map(r => r.id)),
	shift: by => rows.moveRow(by),
	delete: () => rows.deleteRows(targetTasks()),
	done: () => { const ids = targetTasks(); rows.setRowsDone(ids,
		!ids.every(id => task(id)?.done), true); },
	star: () => rows.toggleField('starred'),
	day: () => rows.toggleDay(),
	picker: name => rows.openPicker(name),
	dueToday: () => rows.setDue(state.today),
	dueWeek: () => rows.setDue(dates.nextWeek(state.today, startOfWeek())),
	notes: editNotes, undo: () => rows.undoLast(), redo: () => rows.undoLast(true),
	goTo: (_, e, key) => navigate('#/' + PLACES[key.at(-1) ?? 'd']),
	nth: (_, e, key) => openNthList(e, key),
	week: (_, e, key) => ['week', 'month'].includes(state.route.name) && ui.focus ?
		COMMANDS['days-key'](null, e, key) : false,
	sidebar: () => setUi({ sidebar: !ui.sidebar }),
	help: () => openDialog('keys'),
};

/** Returns the name of a key in the table.
 * @param {KeyboardEvent} e */
function keyName(e) {
	const plain = e.key.length === 1 && e.key !== ' ';
	const letter = plain && e.key.toLowerCase() !== e.key.toUpperCase();
	/* Some keyboards need Alt to type a sign. */
	const sign = plain && !letter && !/\d/.test(e.key);
	const mods = (e.ctrlKey || e.metaKey ? 'Ctrl+' : '') +
		(e.altKey && !sign ? 'Alt+' : '') +
		(e.shiftKey && (!plain || letter) ? 'Shift+' : '');

	return mods + (letter ? e.key.toLowerCase() : e.key);
}

/** @param {EventTarget | null} el */
const isTyping = el => el instanceof HTMLTextAreaElement ||
	el instanceof HTMLSelectElement || el instanceof HTMLInputElement &&
	!['checkbox', 'radio', 'button'].includes(el.type) ||
	el instanceof HTMLElement && el.isContentEditable;

/** Handles keys in the line that adds tasks.
 * @param {KeyboardEvent} e @param {HTMLInputElement} el */
function onQuickAddKey(e, el) {
	if (e.key === 'Enter' && !e.isComposing) {
		quick.submitLine(e.shiftKey);
		return true;
	}
	if (e.key === 'Tab' && !e.shiftKey && ui.quick.offers?.length)
		return quick.acceptOffer();
	if (e.key === 'Escape' && !quick.refuseReading())
		keepFocus(el);
	return e.key === 'Escape';
}

/** The text of a field when it got the focus.
 * @type {WeakMap<EventTarget, string>} */
const had = new WeakMap();
addEventListener('focusin', e => isTyping(e.target) &&
	had.set(/** @type {any} */ (e.target), /** @type {any} */ (e.target).value));

/** Gives a field back what was in it.
 * @param {any} el @returns {boolean} whether something else was */
function restoreField(el) {
	const was = had.get(el) ?? el.value;

	if (el.value === was)
		return false;
	el.value = was;
	return el.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Escape in a field: gives back what was there; then leaves the field, or closes the
 * dialog.
 * @param {any} el */
function escapeField(el) {
	if (el.id === 'search')
		el.value = '';
	const changed = restoreField(el);

	clearTimeout(ui.finding);
	if (el.closest('dialog'))
		return changed;
	if (el.id === 'search') {
		escape();
		flushDraw();
	}
	keepFocus(el);
	return true;
}

/** Handles keys in a field, and returns whether it did anything.
 * @param {KeyboardEvent} e @param {any} el */
function onFieldKey(e, el) {
	if (el.id === 'quick')
		return onQuickAddKey(e, el);
	if (el.dataset.keep)
		return false;
	if (e.key === 'ArrowDown' && el.id === 'search') {
		rows.focusEnd(0);
		return true;
	}
	return e.key === 'Escape' && escapeField(el);
}

/** Keeps a key for the field that is about to appear.
 * @param {KeyboardEvent} e */
function typeAhead(e) {
	if (e.key === 'Escape')
		ui.field = null;
	else if (e.key.length === 1 && !e.ctrlKey && !e.metaKey)
		ui.ahead += e.key;
	e.preventDefault();
}

/** Finds the row of the table for a key, or for a key after `g`.
 * @param {string} key */
function findKey(key) {
	const two = Date.now() - beforeAt < 1500 ? before + ' ' + key : '';
	const k = KEYS.find(x => two && x.keys.includes(two)) ??
		KEYS.find(x => x.keys.includes(key));

	before = two && k?.keys.includes(two) ? '' : key;
	beforeAt = Date.now();
	return k;
}

/** @param {KeyboardEvent} e */
export function onKey(e) {
	const el = /** @type {HTMLElement} */ (e.target);
	const key = keyName(e);

	if (e.defaultPrevented || ui.dialog && key !== 'Escape' || !state.user)
		return;
	if (isTyping(el)) {
		if (onFieldKey(e, el))
			e.preventDefault();
		return;
	}
	if (ui.dialog)
		return;
	if (ui.field)
		return typeAhead(e);
	const k = findKey(key);
	if (!k || key.length === 1 && key !== ' ' && setting('ui')?.keys === false)
		return;
	/* On a button, a link or a check box, Enter and Space belong to it. */
	if (k.row && !el.matches('[data-row], body, main'))
		return;
	if (KEY_COMMANDS[k.command](k.arg, e, key) !== false)
		e.preventDefault();
	/* What the next key means depends on what is on the screen. */
	flushDraw();
}
