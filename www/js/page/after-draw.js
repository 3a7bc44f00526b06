// Measures the page before a draw; opens dialogs, moves the focus and scrolls after it.

import { flushDraw, requestDraw, state } from '../data/state.js';
import { dialogBundle, isCovered } from './app.js';
import { rowHeight } from './list.js';
import { screen } from './screen.js';
import { setUi, ui } from './ui.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** Scrolls the marked copy of the line that adds tasks like the line itself.
 * @param {any} el */
export const scrollMirror = el => el.previousElementSibling.scrollLeft = el.scrollLeft;

/** @type {HTMLElement | null} */
let openPanel = null;

/** Opens a dialog that was drawn, and moves the focus to the row that wants it. */
export function afterDraw() {
	const line = ui.quick.text && document.getElementById('quick');
	if (line)
		scrollMirror(line);
	const d = /** @type {HTMLDialogElement | null} */ (ui.dialog && root.querySelector('dialog'));
	const was = openPanel;

	openPanel = state.route.task ? root.querySelector('.details') : null;
	if (openPanel !== was && isCovered())
		openPanel?.focus();
	if (d && !d.open) {
		d.showModal();
		dialogBundle.draw?.placeDialog(d);
	}
	if (!ui.dialog)
		root.querySelector('[data-picked]')?.removeAttribute('data-picked');
	focusWantedField();
	if (ui.wanted && !ui.dialog) {
		const row = document.getElementById('r' + ui.wanted)?.parentElement;
		if (row) {
			row.focus({ preventScroll: true });
			row.scrollIntoView({ block: 'nearest' });
			ui.wanted = null;
		} else
			scrollToRow(ui.wanted);
	}
	focusGate();
	adoptFocus();
	if (document.activeElement === document.body)
		keepFocus();
	showToday();
}

/** Notes which row has the focus where the screen before had the same row: that row keeps
 * its element, and the focus without an event. */
function adoptFocus() {
	const row = document.activeElement?.getAttribute('data-row');

	if (row && !ui.focus)
		setUi({ focus: row });
}

/** @type {HTMLFormElement | null} */
let gate = null;

/** Moves the focus to the first field of a form before somebody has signed in; not on
 * phones, whose keyboard would cover the page. */
function focusGate() {
	const was = gate;

	gate = root.querySelector('.gate form');
	if (gate && gate !== was && /BODY|MAIN/.test(document.activeElement?.tagName ?? '') &&
	    matchMedia('(pointer: fine)').matches)
		gate.querySelector('input')?.focus({ preventScroll: true });
}

/** Begins at today where the days of a week or a month are below each other: below the
 * head, where that stays. */
function showToday() {
	const today = ui.toDay && document.getElementById('d' + state.today);
	const main = today && today.closest('main'), head = main && main.querySelector('.top');

	if (today && main && head) {
		main.scrollTop += today.getBoundingClientRect().top - main.getBoundingClientRect().top -
			(getComputedStyle(head).position === 'sticky' ? head.offsetHeight : 0);
		ui.toDay = false;
	}
}

/** Draws what the command that is running changes, and moves the focus into it at once:
 * the next key is typed there, and is no command.
 * @param {string | HTMLElement} to a selector, or what has been drawn before */
export const focusDrawn = to => queueMicrotask(() => {
	flushDraw();
	(typeof to === 'string' ? /** @type {HTMLElement | null} */ (
		document.querySelector(to)) : to)?.focus();
});

/** Moves the focus to a field that was asked for, and types what was typed since. */
function focusWantedField() {
	const el = /** @type {any} */ (ui.field && document.getElementById(ui.field));

	if (!el?.getClientRects().length)
		return;
	el.focus();
	el.setSelectionRange(el.value.length, el.value.length);
	if (ui.ahead) {
		el.setRangeText(ui.ahead, el.value.length, el.value.length, 'end');
		el.dispatchEvent(new Event('input', { bubbles: true }));
	}
	Object.assign(ui, { field: null, ahead: '' });
}

/** What had the focus last, at first the page itself; null if the user left the page by
 * Tab.
 * @type {HTMLElement | null} */
let lastFocused = root;

/** Moves the focus to a row, the open task, or the main part of the page, if nothing has
 * it any more: what had it was left, or is gone.  A page that has just been loaded marks
 * no row.
 * @param {HTMLElement | null} [from] what has it, and must lose it */
export function keepFocus(from = lastFocused) {
	const main = /** @type {HTMLElement | null} */ (root.querySelector('main, [role=main]'));
	const panel = from?.closest('.details');

	if (!from || ui.dialog || !main || !document.hasFocus())
		return;
	/** @type {(HTMLElement | null | undefined)[]} */
	const places = [ui.back?.isConnected && ui.back, panel?.isConnected || main.inert ?
		root.querySelector('.details') : null, from !== root &&
		root.querySelector('[data-row][tabindex="0"]'), main];
	ui.back = null;
	places.find(el => el && el !== from && el.getClientRects().length)
	    ?.focus({ preventScroll: true });
}

/** Keeps the focus in the page, but lets it go by Tab. */
export function listenToFocus() {
	addEventListener('keydown', e => {
		if (e.key === 'Tab')
			lastFocused = null;
	}, true);
	root.addEventListener('focusin', e => lastFocused = /** @type {any} */ (e.target));
	root.addEventListener('focusout', () => requestAnimationFrame(() =>
		document.activeElement === document.body && keepFocus()));
}

/** Scrolls to a row that is not in the page yet.
 * @param {string} id */
function scrollToRow(id) {
	const main = document.getElementById('main');
	const s = screen()?.sections.find(x => x.rows.some(r => r.id === id));
	const box = s && /** @type {HTMLElement | null} */ (root.querySelector(
		`[data-section="${CSS.escape(s.key)}"].fixed`));

	if (!main || !s || !box) {
		ui.wanted = null;
		return;
	}
	main.scrollTop = box.offsetTop + s.rows.findIndex(r => r.id === id) * rowHeight() -
		main.clientHeight / 2;
	requestDraw();
}

/** Measures how far the list is scrolled from its first row. */
export function beforeDraw() {
	const main = document.getElementById('main');
	const box = /** @type {HTMLElement | null} */ (root.querySelector('.rows'));

	if (main) {
		ui.top = main.scrollTop;
		ui.scroll = ui.top - (box?.offsetTop ?? 0);
		ui.height = main.clientHeight;
		ui.width = main.clientWidth;
	}
}
