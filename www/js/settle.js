// Around a draw: what has to be measured before it, and what follows it: open
// dialogs, focus, what is scrolled.

import { changed, state, ui } from './kit.js';
import { screen } from './screen.js';
import { covered, rare } from './view/app.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** The mirror of the line that adds is scrolled as the line.
 * @param {any} el */
export const beside = el => el.previousElementSibling.scrollLeft = el.scrollLeft;

/** @type {HTMLElement | null} */
let panel = null;

/** Dialogs are opened, and focus goes where it was sent; what is marked stays
 * below its words. */
export function settle() {
	const line = ui.quick.text && document.getElementById('quick');
	if (line)
		beside(line);
	const d = /** @type {HTMLDialogElement | null} */ (ui.dialog && root.querySelector('dialog'));
	const was = panel;

	panel = state.route.task ? root.querySelector('.details') : null;
	if (panel !== was && covered())
		panel?.focus();
	if (d && !d.open) {
		d.showModal();
		rare.pages?.put(d);
	}
	if (ui.wanted && !ui.dialog) {
		const row = document.getElementById('r' + ui.wanted)?.parentElement;
		if (row) {
			row.focus({ preventScroll: true });
			row.scrollIntoView({ block: 'nearest' });
			ui.wanted = null;
		} else
			reach(ui.wanted);
	}
}

/** A row that is not in the page is scrolled to.
 * @param {string} id */
function reach(id) {
	const main = document.getElementById('main');
	const s = screen()?.sections.find(x => x.rows.some(r => r.id === id));
	const box = s && /** @type {HTMLElement | null} */ (root.querySelector(
		`[data-section="${CSS.escape(s.key)}"].fixed`));

	if (!main || !s || !box) {
		ui.wanted = null;
		return;
	}
	main.scrollTop = box.offsetTop + s.rows.findIndex(r => r.id === id) * 56 -
		main.clientHeight / 2;
	changed();
}

/** How far the list is scrolled, counted from where its rows begin. */
export function measure() {
	const main = document.getElementById('main');
	const box = /** @type {HTMLElement | null} */ (root.querySelector('.rows'));

	if (main) {
		ui.top = main.scrollTop;
		ui.scroll = ui.top - (box?.offsetTop ?? 0);
		ui.height = main.clientHeight;
	}
}
