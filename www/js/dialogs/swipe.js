// Swipes of a row with a finger: to its end completes or reopens the task, to its start
// opens the picker of its due date.  The menu of the row does the same.

import { html, render } from '../../node_modules/lit-html/lit-html.js';
import { setRowsDone } from '../commands/rows.js';
import { mayWrite } from '../data/roles.js';
import { task } from '../data/state.js';
import { icon } from '../page/elements.js';
import { openDialog, ui } from '../page/ui.js';
import { t } from '../text/words.js';

/* How far a finger moves, in pixels: until it swipes, and until letting go acts.  Swipes
 * from the edge of the screen belong to the system. */
const START = 12, ENOUGH = 72, EDGE = 16;

/** @type {{row: HTMLElement, id: string, x: number, y: number, by: number,
 *   words?: HTMLElement} | null} */
let swipe = null;

/** @param {PointerEvent} e */
function onPointerDown(e) {
	const row = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (e.target)
		.closest('.rows:not(.past) > .row'));

	endSwipe();
	if (row && e.pointerType === 'touch' && e.isPrimary && !ui.selected.size &&
	    mayWrite(task(row.dataset.row ?? '')?.listId) && e.clientX >= EDGE &&
	    e.clientX < innerWidth - EDGE)
		swipe = { row, id: row.dataset.row ?? '', x: e.clientX, y: e.clientY, by: 0 };
}

/** Draws what letting go does beside the row, in the space that it leaves.
 * @param {HTMLElement} row @param {string} id */
function beginSwipe(row, id) {
	const words = document.createElement('div'), open = !task(id)?.done;

	words.className = 'swipe';
	words.ariaHidden = 'true';
	render(html`<span>${t(open ? 'done' : 'reopen')}${icon(open ? 'check' : 'undo')}</span><span
		>${icon('calendar')}${t('due.add')}</span>`, words);
	row.append(words);
	return words;
}

/** Moves the row with the finger.  A finger that moves down or up first scrolls; one that
 * has rested drags.
 * @param {PointerEvent} e */
function onPointerMove(e) {
	if (!swipe || !e.isPrimary)
		return;
	const { row, id } = swipe, x = e.clientX - swipe.x, y = Math.abs(e.clientY - swipe.y);

	if (!swipe.words && (y >= Math.max(START, Math.abs(x)) ||
	    document.querySelector('.lifted')))
		return endSwipe();
	if (!swipe.words && Math.abs(x) < START)
		return;
	swipe.words ??= beginSwipe(row, id);
	swipe.by = getComputedStyle(row).direction === 'rtl' ? -x : x;
	row.style.translate = x + 'px';
	swipe.words.classList.toggle('enough', Math.abs(swipe.by) >= ENOUGH);
}

/** Puts the row back. */
function endSwipe() {
	swipe?.row.style.removeProperty('translate');
	swipe?.words?.remove();
	swipe = null;
}

/** @param {PointerEvent} e */
function onPointerUp(e) {
	const { id = '', by = 0 } = swipe ?? {};

	if (!e.isPrimary)
		return;
	endSwipe();
	if (by >= ENOUGH)
		setRowsDone([id], !task(id)?.done);
	else if (-by >= ENOUGH)
		openDialog('due', { ids: [id] });
}

/** @param {HTMLElement} root */
export function listenToSwipes(root) {
	root.addEventListener('pointerdown', onPointerDown);
	addEventListener('pointermove', onPointerMove);
	addEventListener('pointerup', onPointerUp);
	addEventListener('pointercancel', endSwipe);
}
