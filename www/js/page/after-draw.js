// Measures the page before a draw; opens dialogs, moves the focus and scrolls after it.

import { requestDraw, state } from '../data/state.js';
import { dialogBundle, isCovered } from './app.js';
import { rowHeight } from './list.js';
import { screen } from './screen.js';
import { ui } from './ui.js';

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
	if (ui.wanted && !ui.dialog) {
		const row = document.getElementById('r' + ui.wanted)?.parentElement;
		if (row) {
			row.focus({ preventScroll: true });
			row.scrollIntoView({ block: 'nearest' });
			ui.wanted = null;
		} else
			scrollToRow(ui.wanted);
	}
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
