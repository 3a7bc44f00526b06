// Dragging rows with the pointer: a mouse after 4 px, a finger after 350 ms.  A
// line shows where the row would go; lists in the side bar take it too.

import { focusTask, pick, place, say, screen, set, t, task, toast, told, ui }
	from '../kit.js';
import { actions } from '../further.js';
import { moveTo } from './acts.js';

const FAR = 4, PRESS = 350, EDGE = 48;

/** @type {{id: string, row: HTMLElement, x: number, y: number, on: boolean,
 *   touch: boolean, timer: number, line?: HTMLElement, ghost?: HTMLElement,
 *   to?: any, target?: Element | null} | null} */
let drag = null;
let skip = false;

/** @param {PointerEvent} e */
function down(e) {
	const el = /** @type {HTMLElement} */ (e.target);
	const row = /** @type {HTMLElement | null} */ (el.closest('[data-row]'));

	ui.touching = e.pointerType !== 'mouse' && ui.selected.size > 0;
	if (!row || e.button !== 0 || el.closest('button, input, label, a'))
		return;
	const touch = e.pointerType !== 'mouse';
	drag = { id: row.dataset.row ?? '', row, x: e.clientX, y: e.clientY, on: false,
		touch, timer: 0 };
	if (touch)
		drag.timer = setTimeout(lift, PRESS);
}

/** The row comes off the page. */
function lift() {
	if (!drag)
		return;
	const box = drag.row.getBoundingClientRect();

	drag.on = true;
	if (drag.touch)
		navigator.vibrate?.(8);
	drag.ghost = /** @type {HTMLElement} */ (drag.row.cloneNode(true));
	for (const a of ['data-row', 'role', 'tabindex'])
		drag.ghost.removeAttribute(a);
	drag.ghost.setAttribute('aria-hidden', 'true');
	drag.ghost.classList.add('lifted');
	drag.ghost.style.cssText = `position:fixed;pointer-events:none;width:${box.width
		}px;left:${box.left}px;top:${box.top}px`;
	drag.line = document.createElement('div');
	drag.line.className = 'line';
	drag.line.hidden = true;
	document.body.append(drag.ghost, drag.line);
	drag.row.style.opacity = '.35';
}

/** Between which rows the pointer is.
 * @param {number} y @returns {any} */
function between(y) {
	const s = screen(), first = s?.sections[0];

	if (!s?.moves || !first)
		return null;
	const open = first.rows.filter(r => !r.done);
	const boxes = [...document.querySelectorAll('.rows [data-row]')]
	    .filter(r => open.some(o => o.id === r.getAttribute('data-row')));
	for (const el of boxes) {
		const b = el.getBoundingClientRect();
		if (y > b.bottom)
			continue;
		const at = open.findIndex(o => o.id === el.getAttribute('data-row'));
		const above = y < b.top + b.height / 2;
		return { y: above ? b.top : b.bottom, left: b.left, width: b.width,
			beforeId: open[above ? at - 1 : at]?.id,
			afterId: open[above ? at : at + 1]?.id, at: above ? at : at + 1 };
	}
	return null;
}

/** @param {PointerEvent} e */
function move(e) {
	if (!drag)
		return;
	const far = Math.hypot(e.clientX - drag.x, e.clientY - drag.y);
	if (!drag.on) {
		if (far > (drag.touch ? 10 : FAR)) {
			if (drag.touch)
				return end();
			lift();
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
	drag.ghost.style.translate = `${e.clientX - drag.x}px ${e.clientY - drag.y}px`;
	drag.target?.classList.remove('target');
	drag.target = document.elementFromPoint(e.clientX, e.clientY)
	    ?.closest('[data-drop]')?.querySelector('.link');
	drag.target?.classList.add('target');
	drag.to = drag.target ? null : between(e.clientY);
	drag.line.hidden = !drag.to;
	if (drag.to)
		drag.line.style.cssText = `position:fixed;inset:auto;top:${drag.to.y - 1
			}px;left:${drag.to.left + 44}px;width:${drag.to.width - 44}px`;
	const main = document.getElementById('main');
	if (main && e.clientY < EDGE + 120)
		main.scrollBy(0, -12);
	else if (main && e.clientY > innerHeight - EDGE)
		main.scrollBy(0, 12);
}

/** Clears up; what was dragged stays where it was. */
function end() {
	if (!drag)
		return;
	clearTimeout(drag.timer);
	drag.ghost?.remove();
	drag.line?.remove();
	drag.row.style.opacity = '';
	drag.target?.classList.remove('target');
	drag = null;
}

function up() {
	if (!drag?.on)
		return end();
	const { id, to, target, touch } = drag;
	const moved = !!to || !!target;

	skip = true;
	setTimeout(() => skip = false, 0);
	end();
	if (target)
		return drop(id, target.closest('[data-drop]')?.getAttribute('data-drop') ?? '');
	if (to && to.beforeId !== id && to.afterId !== id) {
		place(id, to);
		focusTask(id);
		say(t('moved', { title: task(id)?.title, at: to.at + 1,
			n: screen()?.sections[0].rows.length ?? 0 }));
	} else if (touch && !moved)
		pick(id);
	else if (touch)
		pick(id);
	else if (!screen()?.moves)
		toast(t('order.fixed'));
}

/** @param {string} id @param {string} where a list's id, or today */
function drop(id, where) {
	const some = ui.selected.has(id) ? [...ui.selected] : [id];

	if (where === 'today') {
		actions.setMyDay(some, true);
		told();
	} else
		moveTo(some, where);
}

/** @param {HTMLElement} root */
export function drags(root) {
	root.addEventListener('pointerdown', down);
	addEventListener('pointermove', move, { passive: false });
	addEventListener('pointerup', up);
	addEventListener('pointercancel', end);
	root.addEventListener('touchmove', e => drag?.on && e.preventDefault(),
		{ passive: false });
	root.addEventListener('contextmenu', e => menu(e));
	addEventListener('keydown', e => {
		if (e.key === 'Escape' && drag?.on) {
			e.stopImmediatePropagation();
			end();
		}
	}, true);
	/* A click that ends a drag is none. */
	root.addEventListener('click', e => {
		if (skip) {
			e.stopPropagation();
			e.preventDefault();
		}
	}, true);
	files(root);
}

/** The menu of a row, also by its key and by a long press that stays.
 * @param {MouseEvent} e */
function menu(e) {
	const row = /** @type {HTMLElement} */ (e.target).closest('[data-row]');

	if (!row)
		return;
	e.preventDefault();
	if (drag?.touch)
		return;
	const id = row.getAttribute('data-row') ?? '';
	const box = row.getBoundingClientRect();
	const x = e.clientX || box.left + 60, y = e.clientY || box.top + 30;
	set({ focus: id, dialog: { name: 'task', ids: ui.selected.has(id) ?
		[...ui.selected] : [id], back: row, at: { right: x + 260, bottom: y } } });
}

/** Files dropped on the details.
 * @param {HTMLElement} root */
function files(root) {
	const inside = (/** @type {DragEvent} */ e) => /** @type {HTMLElement | null} */
		(/** @type {HTMLElement} */ (e.target).closest?.('.details'));

	root.addEventListener('dragover', e => {
		const el = inside(e);
		if (!el || !e.dataTransfer?.types.includes('Files'))
			return;
		e.preventDefault();
		if (!ui.dropping)
			set({ dropping: true });
	});
	root.addEventListener('dragleave', e => {
		if (ui.dropping && !inside(/** @type {any} */ ({ target: e.relatedTarget ?? root })))
			set({ dropping: false });
	});
	root.addEventListener('drop', e => {
		const el = inside(e);
		set({ dropping: false });
		if (!el)
			return;
		e.preventDefault();
		for (const f of e.dataTransfer?.files ?? [])
			actions.addFile(el.dataset.task ?? '', f);
	});
}
