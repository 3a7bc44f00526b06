// What pickers share: their place beside what they belong to, the field that is typed in,
// choices, and the keys that move between these.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { toastLastChange } from '../commands/rows.js';
import { flushDraw } from '../data/state.js';
import { setTask } from '../mutations/tasks.js';
import { icon } from '../page/elements.js';
import { closeDialog, setUi, ui } from '../page/ui.js';
import { foldCase } from '../text/fold-case.js';

const GAP = 4, EDGE = 8;
/** Below this width a picker is a sheet at the bottom. */
const isSheet = () => innerWidth < 700;

/** Closes the picker and changes its tasks.
 * @param {any} patch */
export function pick(patch) {
	const some = ui.dialog.ids;

	closeDialog();
	if (some.length) {
		setTask(some, patch);
		toastLastChange();
	}
}

/** Returns what was typed, folded.
 * @param {any} d the dialog */
export const typed = d => foldCase(d.text ?? '').trim();

/** Whether a name has what was typed at the start of a word, or else anywhere.
 * @param {string} name @param {string} text folded @returns {0 | 1 | 2} */
function match(name, text) {
	const at = (' ' + foldCase(name)).indexOf(' ' + text);

	return at >= 0 ? 2 : foldCase(name).includes(text) ? 1 : 0;
}

/** Returns the records whose name contains what was typed, those first in which it begins a
 * word.
 * @template T @param {T[]} all @param {(x: T) => string} of @param {string} text folded */
export const filter = (all, of, text) => !text ? all : [2, 1].flatMap(n =>
	all.filter(x => match(of(x), text) === n));

/** Highlights what was typed in a name.
 * @param {string} name @param {string} text folded */
export function highlight(name, text) {
	const folded = foldCase(name), word = (' ' + folded).indexOf(' ' + text);
	const at = word >= 0 ? word : folded.indexOf(text);

	return !text || at < 0 || folded.length !== name.length ? name : html`${name.slice(0, at)}<mark
		>${name.slice(at, at + text.length)}</mark>${name.slice(at + text.length)}`;
}

/** Draws the field of a picker.  Enter takes the first choice.  With a finger it gets the
 * focus when it is touched, because a keyboard would cover the choices.
 * @param {any} d @param {string} label @param {string} [hint] */
export const field = (d, label, hint) => html`<form data-command="pick-first"><input class="input"
	type="text" data-input="picker" aria-label=${label} placeholder=${hint ?? label}
	?autofocus=${matchMedia('(pointer: fine)').matches} autocomplete="off" autocapitalize="none" spellcheck="false"
	enterkeyhint="done" dir="auto"></form>`;

/** Draws a choice: a picture, words, and what is at the end.
 * @param {string} command @param {string} id @param {any} words
 * @param {{pic?: any, end?: any, on?: boolean, cls?: string}} [how] */
export const choice = (command, id, words, how = {}) => html`<button class="chip choice ${how.cls ??
	''}" type="button" data-command=${command} data-id=${id} aria-pressed=${how.on ?? nothing}>${
	how.pic ?? nothing}<span dir="auto">${words}</span>${
	how.end ? html`<small>${how.end}</small>` : nothing}${
	how.on ? icon('check') : nothing}</button>`;

/** What a picker belongs to: a property of the open task, or a row.
 * @returns {Element | null} */
function anchor() {
	const { back, ids = [] } = ui.dialog, here = back?.isConnected ? back : null;

	if (here?.closest('.details'))
		return here.closest('.prop') ?? here;
	return (ids.length === 1 && document.querySelector(`main [data-row="${CSS.escape(ids[0])}"]`)) ||
		here;
}

/** @type {HTMLElement | null} the picker that is open, or was the last */
let placed = null;
const placeAgain = () => requestAnimationFrame(() => placed?.isConnected && placePicker(placed));

/** Places a picker below what it belongs to, else above, else beside it; it never covers
 * that, nor the row of the open task.  Where no side has room, it gets less high.  A
 * window that gets another size, or a phone that is turned, places it again.
 * @param {HTMLElement} d */
export function placePicker(d) {
	const of = anchor();

	d.removeAttribute('style');
	placed = d;
	addEventListener('resize', placeAgain);
	if (isSheet() || !of)
		return;
	of.toggleAttribute('data-picked', true);
	const a = of.getBoundingClientRect(), { width, height } = d.getBoundingClientRect();
	const value = (of.querySelector('.when') ?? of).getBoundingClientRect();
	const rtl = getComputedStyle(d).direction === 'rtl';
	const within = of.closest('.details, main')?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
	const x = rtl ? Math.max(value.left - 8, a.left) : Math.min(value.right + 8, a.right) - width;
	const below = innerHeight - a.bottom - GAP - EDGE, above = a.top - GAP - EDGE;
	const beside = a.right + EDGE + width < innerWidth - EDGE ? a.right + EDGE :
		a.left - EDGE - width > EDGE ? a.left - EDGE - width : null;
	const fits = height <= Math.max(below, above);

	d.style.left = (fits || beside === null ? Math.max(within.left + EDGE, Math.min(x,
		within.right - width - EDGE)) : beside) + 'px';
	if (!fits && beside !== null)
		d.style.top = Math.max(EDGE, Math.min(a.top, innerHeight - height - EDGE)) + 'px';
	else if (height <= below || below >= above)
		Object.assign(d.style, { top: a.bottom + GAP + 'px', maxHeight: below + 'px' });
	else
		Object.assign(d.style, { bottom: innerHeight - a.top + GAP + 'px', top: 'auto',
			maxHeight: above + 'px' });
}

/** Moves the focus through the field and the choices.
 * @param {Element} d @param {Element} el @param {number} by @returns {boolean} */
function moveFocus(d, el, by) {
	const all = [...d.querySelectorAll('[data-input=picker], .choice')], at = all.indexOf(el);
	const to = /** @type {HTMLElement | undefined} */ (all[at + by] ?? (by > 0 ?
		d.querySelector('.cell[tabindex="0"]') : undefined));

	if (at < 0 && el !== d || !to)
		return false;
	to.focus();
	return true;
}

/** @param {KeyboardEvent} e */
function onKey(e) {
	const el = /** @type {HTMLElement} */ (e.target), d = el.closest('dialog.picker');
	const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0;
	const text = el.matches('input, select');

	if (!d || e.defaultPrevented)
		return;
	if (e.key === 'Escape') {
		e.preventDefault();
		closeDialog();
	} else if (by && moveFocus(d, el, by)) {
		e.preventDefault();
	} else if (!text && e.key.length === 1 && e.key !== ' ' && !e.ctrlKey && !e.metaKey) {
		/* The letter goes into the field. */
		/** @type {HTMLElement | null} */ (d.querySelector('[data-input=picker]'))?.focus();
	}
}

/** @param {HTMLElement} root */
export function listenToPickers(root) {
	root.addEventListener('keydown', onKey);
	root.addEventListener('input', e => {
		const el = /** @type {any} */ (e.target);
		if (el.dataset.input === 'picker')
			setUi({ dialog: { ...ui.dialog, text: el.value } });
	});
}

Object.assign(COMMANDS, {
	'pick-first': () => {
		flushDraw();		// the choices follow from what was typed
		/** @type {HTMLElement | null} */ (document.querySelector(
			'dialog.picker .choice'))?.click();
	},
});
