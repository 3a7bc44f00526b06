// Draws the open dialog, which is modal, from ui.dialog.

import { repeat } from '../../node_modules/lit-html/directives/repeat.js';
import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { roundButton } from '../page/elements.js';
import { pageBundle } from '../page/app.js';
import { loadPickers, pickerBundle } from '../page/load-pickers.js';
import { closeDialog, setUi, ui } from '../page/ui.js';
import { t } from '../text/words.js';
import * as menus from './menus.js';
import * as paste from './paste.js';

/** Those that open often; the bundle of pages has the others.
 * @type {Record<string, (d: any) => any>} */
const DIALOGS = { ...paste.dialogs, ...menus.dialogs };

/** Dialogs that the bundle of pickers draws. */
const PICKERS = ['due', 'remind', 'repeat', 'list', 'tags', 'assign'];

/** @param {any} d */
function draw(d) {
	const picker = PICKERS.includes(d.name);
	const how = picker ? pickerBundle.parts?.dialogs[d.name] :
	    DIALOGS[d.name] ?? pageBundle.draw?.dialogs[d.name];

	if (!how && picker)
		loadPickers().then(p => p || setUi({ dialog: null }));
	else if (!how)
		pageBundle.load();
	return how?.(d);
}

/** Draws the open dialog; each dialog gets an element of its own, and with it the focus.
 * @returns {any} */
export function dialog() {
	const d = ui.dialog;

	if (!d)
		return nothing;
	const made = draw(d);
	if (!made)
		return nothing;
	const bare = /^(menu-pop|picker)/.test(made.cls ?? '');
	return repeat([d], x => x.name, () => html`<dialog class=${made.cls ?? ''} aria-labelledby="dialog-title"
		data-dialog=${d.name} closedby="closerequest"><header><h2 id="dialog-title" class=${bare ?
		'hush' : ''}>${made.title}</h2>${bare ? nothing : roundButton('close', t('close'),
		'dialog-close')}</header>${made.body}</dialog>`);
}

/** Focuses the first control after the close button, and places a menu at its button and a
 * picker beside what it belongs to.
 * @param {HTMLDialogElement} d */
export function placeDialog(d) {
	const at = ui.dialog?.at, picker = d.classList.contains('picker');

	const named = /** @type {HTMLInputElement | null} */ (d.querySelector('[autofocus]'));

	if (d.dataset.dialog !== 'commands')
		named?.select?.();
	if (picker)
		pickerBundle.parts.placePicker(d);
	if (picker && !matchMedia('(pointer: fine)').matches)
		d.focus();
	else if (!named)
		/** @type {HTMLElement | null} */ (d.querySelector(
			':scope > :not(header) :is(button, input, select)'))?.focus();
	if (!at || !d.classList.contains('menu-pop'))
		return;
	const { width, height } = d.getBoundingClientRect();
	const x = (getComputedStyle(d).direction === 'rtl' && at.left) || at.right - width;

	d.style.left = Math.max(8, Math.min(x, innerWidth - width - 8)) + 'px';
	d.style.top = Math.max(8, Math.min(at.bottom + 4, innerHeight - height - 8)) + 'px';
}

/** Closes a dialog on Escape, and on a click beside it if nothing has been typed or chosen
 * in it.
 * @param {HTMLElement} root */
export function listenToDialogs(root) {
	root.addEventListener('cancel', e => {
		e.preventDefault();
		closeDialog();
	}, true);
	root.addEventListener('close', () => ui.dialog && closeDialog(), true);
	root.addEventListener('input', e => /** @type {HTMLElement} */ (e.target)
		.closest('dialog:not(.picker, [data-dialog=commands])')?.setAttribute('data-filled', ''));
	root.addEventListener('click', e => {
		const d = /** @type {HTMLElement} */ (e.target), r = d.getBoundingClientRect();
		const within = e.clientX >= r.left && e.clientX < r.right &&
			e.clientY >= r.top && e.clientY < r.bottom;

		if (d.tagName === 'DIALOG' && !within && !('filled' in d.dataset))
			closeDialog();
	});
}
