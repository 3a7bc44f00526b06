// The keyboard: letters where no field has the focus.

import { about, actions, closeDialog, closeTask, dates, go, inOrder, openDialog, openTask,
	select, set, setting, startOfWeek, state, task, ui } from './kit.js';
import { KEYS } from './keytable.js';
import { visible } from './screen.js';
import * as rows from './do/rows.js';
import * as quick from './do/quick.js';

const PLACES = /** @type {Record<string, string>} */ ({ d: 'today', s: 'starred',
	p: 'planned', m: 'mine', a: 'all', c: 'completed' });
let before = '', beforeAt = 0;

/** @param {string} id @param {boolean} [end] */
function focusField(id, end) {
	const el = /** @type {any} */ (document.getElementById(id));

	ui.wanted = null;
	el?.focus();
	if (end && el?.setSelectionRange)
		el.setSelectionRange(el.value.length, el.value.length);
}

/** After the next draw.
 * @param {() => void} fn */
const soon = fn => requestAnimationFrame(() => requestAnimationFrame(fn));

/** One step back: selection, details, search.
 * @returns {any} */
function escape() {
	if (ui.selected.size)
		return select([]);
	if (state.route.task) {
		set({ wanted: state.route.task, focus: state.route.task });
		return closeTask();
	}
	if (state.route.name === 'search')
		return go(ui.from ?? '#/today');
	return false;
}

/** Opens; once open, the title is edited. */
function enter() {
	const id = about()[0];

	if (!id)
		return false;
	if (state.route.task === id)
		return soon(() => focusField('title', true));
	return openTask(id);
}

/** @param {Event} e @param {string} key */
function nth(e, key) {
	const l = inOrder()[+key - 1];

	return l ? go('#/l/' + l.id) : false;
}

function notes() {
	const id = about()[0];

	if (!id)
		return false;
	if (state.route.task !== id)
		openTask(id);
	return soon(() => focusField('notes', true));
}

/** @type {Record<string, (arg: any, e: KeyboardEvent, key: string) => any>} */
const DOES = {
	quick: () => focusField('quick', true),
	quickList: () => { focusField('quick', true); quick.fill('/'); },
	find: () => {
		set({ sidebar: true });
		if (innerWidth < 700)
			go('#/search');
		else if (innerWidth < 992 && state.route.task)
			closeTask();
		soon(() => focusField('search'));
	},
	step: by => rows.step(by), jump: end => rows.jump(end), enter, escape,
	pick: () => ui.focus ? rows.pick(ui.focus) : false,
	extend: by => rows.step(by, true),
	all: () => select(visible().map(r => r.id)),
	shift: by => rows.shift(by),
	delete: () => rows.remove(about()),
	done: () => { const ids = about(); rows.finish(ids,
		!ids.every(id => task(id)?.done), true); },
	star: () => rows.toggle('starred'),
	day: () => rows.toggleDay(),
	picker: name => rows.picker(name),
	dueToday: () => rows.dueOn(state.today),
	dueWeek: () => rows.dueOn(dates.nextWeek(state.today, startOfWeek())),
	notes, undo: () => rows.back(), redo: () => rows.back(true),
	goTo: (_, e, key) => go('#/' + PLACES[key.at(-1) ?? 'd']),
	nth: (_, e, key) => nth(e, key),
	sidebar: () => set({ sidebar: !ui.sidebar }),
	help: () => openDialog('keys'),
};

/** A key as the table names it.
 * @param {KeyboardEvent} e */
function name(e) {
	const plain = e.key.length === 1 && e.key !== ' ';
	const letter = plain && e.key.toLowerCase() !== e.key.toUpperCase();
	/* A sign may need Alt to be typed at all. */
	const sign = plain && !letter && !/\d/.test(e.key);
	const mods = (e.ctrlKey || e.metaKey ? 'Ctrl+' : '') +
		(e.altKey && !sign ? 'Alt+' : '') +
		(e.shiftKey && (!plain || letter) ? 'Shift+' : '');

	return mods + (letter ? e.key.toLowerCase() : e.key);
}

/** @param {EventTarget | null} el */
const typing = el => el instanceof HTMLTextAreaElement ||
	el instanceof HTMLSelectElement || el instanceof HTMLInputElement &&
	!['checkbox', 'radio', 'button'].includes(el.type) ||
	el instanceof HTMLElement && el.isContentEditable;

/** Keys in the line that adds.
 * @param {KeyboardEvent} e @param {HTMLInputElement} el */
function inQuick(e, el) {
	if (e.key === 'Enter' && !e.isComposing) {
		quick.add(e.shiftKey);
		return true;
	}
	if (e.key === 'Tab' && !e.shiftKey && ui.quick.offers?.length)
		return quick.take();
	if (e.key === 'Escape' && !quick.unread()) {
		el.blur();
		return true;
	}
	return e.key === 'Escape';
}

/** Keys in any field; whether there was something to do.
 * @param {KeyboardEvent} e @param {any} el */
function inField(e, el) {
	if (el.id === 'quick')
		return inQuick(e, el);
	if (el.dataset.keep)
		return false;
	if (e.key === 'Escape' && el.id === 'search') {
		el.value = '';
		el.blur();
		escape();
		return true;
	}
	if (e.key === 'ArrowDown' && el.id === 'search') {
		rows.jump(0);
		return true;
	}
	if (e.key === 'Escape') {
		el.value = '';
		el.blur();
		return true;
	}
	return false;
}

/** The row of the table for a key, a second one after `g` too.
 * @param {string} key */
function found(key) {
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
	const key = name(e);

	if (e.defaultPrevented || ui.dialog && key !== 'Escape' || !state.user)
		return;
	if (typing(el)) {
		if (inField(e, el))
			e.preventDefault();
		return;
	}
	if (ui.dialog)
		return;
	const k = found(key);
	if (!k || key.length === 1 && key !== ' ' && setting('ui')?.keys === false)
		return;
	/* On a button or a link these do what it does; on a row's own box Space
	 * ticks by itself. */
	if (k.row && !el.matches('[data-row], body, main'))
		return;
	if (DOES[k.act](k.arg, e, key) !== false)
		e.preventDefault();
}
