// Drags with the pointer: a mouse starts after 4 px, a finger after 350 ms.  drop.js
// defines what can be dragged where.

import { setUi, ui } from '../page/ui.js';
import { findDraggable, moveByKeys } from './drop.js';

const FAR = 4, PRESS = 350, EDGE = 48, BESIDE = 14;

/** @typedef {import('./drop.js').Place} Place */
/** @type {{kind: import('./drop.js').Kind, id: string, el: HTMLElement, x: number,
 *   y: number, on: boolean, touch: boolean, timer: number, line?: HTMLElement,
 *   ghost?: HTMLElement, to?: Place | null} | null} */
let drag = null;
let skipClick = false;

/** @param {PointerEvent} e */
function onPointerDown(e) {
	const touch = e.pointerType !== 'mouse';
	const found = e.button === 0 && findDraggable(/** @type {HTMLElement} */ (e.target));

	ui.touching = touch && ui.selected.size > 0;
	if (!found)
		return;
	drag = { ...found, x: e.clientX, y: e.clientY, on: false, touch, timer: 0 };
	if (touch)
		drag.timer = setTimeout(liftElement, PRESS);
}

/** Starts a drag with a small card that names the element.  The click that ends it is
 * ignored. */
function liftElement() {
	if (!drag)
		return;
	drag.on = skipClick = true;
	getSelection()?.removeAllRanges();
	if (drag.touch)
		navigator.vibrate?.(8);
	drag.ghost = document.createElement('div');
	drag.ghost.setAttribute('aria-hidden', 'true');
	drag.ghost.className = 'lifted';
	drag.ghost.dir = 'auto';
	drag.ghost.textContent = drag.el.querySelector('.title, .name')?.textContent ?? '';
	drag.line = document.createElement('div');
	drag.line.className = 'line';
	drag.line.hidden = true;
	document.body.append(drag.ghost, drag.line);
	drag.el.style.opacity = '.35';
	placeCard(drag.ghost, drag.x, drag.y);
}

/** Places the card below the pointer, or above it at the foot of the window, so that what
 * it is aimed at can be seen.
 * @param {HTMLElement} card @param {number} x @param {number} y */
function placeCard(card, x, y) {
	const { offsetWidth: width, offsetHeight: height } = card;
	const below = y + BESIDE + height < innerHeight;

	card.style.translate = `${Math.max(0, Math.min(x + BESIDE, innerWidth - width - 4))}px ${
		below ? y + BESIDE : y - BESIDE - height}px`;
}

/** @param {PointerEvent} e */
function onPointerMove(e) {
	if (!drag)
		return;
	const far = Math.hypot(e.clientX - drag.x, e.clientY - drag.y);
	if (!drag.on) {
		if (far > (drag.touch ? 10 : FAR)) {
			if (drag.touch)
				return endDrag();
			liftElement();
		}
		return;
	}
	e.preventDefault();
	show(e);
}

/** @param {PointerEvent} e */
function show(e) {
	if (!drag?.ghost || !drag.line)
		return;
	placeCard(drag.ghost, e.clientX, e.clientY);
	drag.to?.el?.classList.remove('target');
	drag.to = drag.kind.at(document.elementFromPoint(e.clientX, e.clientY),
		e.clientY, drag.id);
	drag.to?.el?.classList.add('target');
	drag.line.hidden = !drag.to || !!drag.to.el;
	if (drag.to)
		drag.line.style.cssText = `position:fixed;inset:auto;top:${drag.to.y - 1
			}px;left:${drag.to.left}px;width:${drag.to.width}px`;
	const within = drag.el.closest('main, .nav'), top = within?.id ? EDGE + 120 : EDGE;
	if (e.clientY < top)
		within?.scrollBy(0, -12);
	else if (e.clientY > innerHeight - EDGE)
		within?.scrollBy(0, 12);
}

/** Ends a drag without a drop. */
function endDrag() {
	if (!drag)
		return;
	clearTimeout(drag.timer);
	drag.ghost?.remove();
	drag.line?.remove();
	drag.el.style.opacity = '';
	drag.to?.el?.classList.remove('target');
	drag = null;
}

function onPointerUp() {
	const was = drag;

	setTimeout(() => skipClick = false, 0);
	endDrag();
	if (!was?.on)
		return;
	if (was.to && !was.to.same)
		was.kind.drop(was.id, was.to);
	else
		was.kind.still?.(was.id, was.touch);
}

/** @param {HTMLElement} root */
export function listenToDragging(root) {
	root.addEventListener('pointerdown', onPointerDown);
	addEventListener('pointermove', onPointerMove, { passive: false });
	addEventListener('pointerup', onPointerUp);
	addEventListener('pointercancel', () => {
		skipClick = false;
		endDrag();
	});
	root.addEventListener('touchmove', e => drag?.on && e.preventDefault(),
		{ passive: false });
	/* The browser's own dragging of links and selected text would end ours. */
	root.addEventListener('dragstart', e => drag && e.preventDefault());
	root.addEventListener('contextmenu', e => openRowMenu(e));
	addEventListener('keydown', e => {
		if (e.key === 'Escape' && drag?.on) {
			e.stopImmediatePropagation();
			endDrag();
		} else if (moveByKeys(e))
			e.stopImmediatePropagation();
	}, true);
	root.addEventListener('click', e => {
		if (skipClick) {
			e.stopPropagation();
			e.preventDefault();
		}
	}, true);
}

/** Opens the menu of a row: by a right click, the menu key or a long press.
 * @param {MouseEvent} e */
function openRowMenu(e) {
	const row = /** @type {HTMLElement} */ (e.target).closest('[data-row]');

	if (row || drag?.touch)
		e.preventDefault();
	if (!row || drag?.touch)
		return;
	const id = row.getAttribute('data-row') ?? '';
	const box = row.getBoundingClientRect();
	const x = e.clientX || box.left + 60, y = e.clientY || box.top + 30;
	setUi({ focus: id, dialog: { name: 'task', ids: ui.selected.has(id) ?
		[...ui.selected] : [id], back: row, at: { right: x + 260, bottom: y } } });
}
