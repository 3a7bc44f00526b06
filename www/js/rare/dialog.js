// Dialogs: one at a time, modal, drawn from ui.dialog.

import { closeDialog, html, icon, nothing, repeat, round, t, ui } from '../kit.js';
import * as pickers from './pickers.js';
import * as menus from './menus.js';
import * as commands from './commands.js';

/** @type {Record<string, (d: any) => any>} */
const DIALOGS = { ...pickers.dialogs, ...menus.dialogs, ...commands.dialogs };

/** Another dialog is another element, with the focus in it.
 * @returns {any} */
export function dialog() {
	const d = ui.dialog;

	if (!d)
		return nothing;
	const made = DIALOGS[d.name]?.(d);
	if (!made)
		return nothing;
	return repeat([d], x => x.name, () => html`<dialog class=${made.cls ?? ''} aria-labelledby="dialog-title"
		data-dialog=${d.name} closedby="any"><header><h2 id="dialog-title" class=${
		made.cls === 'menu-pop' ? 'hush' : ''}>${made.title}</h2>${made.cls ===
		'menu-pop' ? nothing : round('close', t('close'), 'dialog-close')}</header>
		${made.body}</dialog>`);
}

/** One line of a menu or of a choice.
 * @param {string} act @param {any} words @param {string} [pic]
 * @param {{id?: string, on?: boolean, cls?: string, key?: string}} [more] */
export const option = (act, words, pic, more = {}) => html`<button
	class="option ${more.cls ?? ''}" type="button" data-act=${act}
	data-id=${more.id ?? nothing} aria-pressed=${more.on ?? nothing}>${
	pic ? icon(pic) : nothing}<span dir="auto">${words}</span>${
	more.key ? html`<kbd>${more.key}</kbd>` : nothing}</button>`;

/** The focus begins behind the button that closes; a menu stands where it was
 * called.
 * @param {HTMLDialogElement} d */
export function put(d) {
	const at = ui.dialog?.at;

	if (!d.querySelector('[autofocus]'))
		/** @type {HTMLElement | null} */ (d.querySelector(
			':scope > :not(header) :is(button, input, select)'))?.focus();
	if (!at || !d.classList.contains('menu-pop'))
		return;
	const { width, height } = d.getBoundingClientRect();
	d.style.left = Math.max(8, Math.min(at.right - width, innerWidth - width - 8)) + 'px';
	d.style.top = Math.max(8, Math.min(at.bottom + 4, innerHeight - height - 8)) + 'px';
}

/** Escape, and a click beside it, close a dialog.
 * @param {HTMLElement} root */
export function dialogs(root) {
	commands.listening(root);
	root.addEventListener('cancel', e => {
		e.preventDefault();
		closeDialog();
	}, true);
	root.addEventListener('close', () => ui.dialog && closeDialog(), true);
	root.addEventListener('click', e => {
		if (/** @type {HTMLElement} */ (e.target).tagName === 'DIALOG')
			closeDialog();
	});
}
