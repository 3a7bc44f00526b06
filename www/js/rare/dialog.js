// Dialogs: one at a time, modal, drawn from ui.dialog.

import { html, icon, nothing, round, t, ui } from '../kit.js';
import * as pickers from './pickers.js';
import * as menus from './menus.js';

/** @type {Record<string, (d: any) => any>} */
const DIALOGS = { ...pickers.dialogs, ...menus.dialogs };

/** @returns {any} */
export function dialog() {
	const d = ui.dialog;

	if (!d)
		return nothing;
	const made = DIALOGS[d.name]?.(d);
	if (!made)
		return nothing;
	return html`<dialog class=${made.cls ?? ''} aria-labelledby="dialog-title"
		data-dialog=${d.name} closedby="any"><header><h2 id="dialog-title" class=${
		made.cls === 'menu-pop' ? 'hush' : ''}>${made.title}</h2>${made.cls ===
		'menu-pop' ? nothing : round('close', t('close'), 'dialog-close')}</header>
		${made.body}</dialog>`;
}

/** One line of a menu or of a choice.
 * @param {string} act @param {any} words @param {string} [pic]
 * @param {{id?: string, on?: boolean, cls?: string, key?: string}} [more] */
export const option = (act, words, pic, more = {}) => html`<button
	class="option ${more.cls ?? ''}" type="button" data-act=${act}
	data-id=${more.id ?? nothing} aria-pressed=${more.on ?? nothing}>${
	pic ? icon(pic) : nothing}<span dir="auto">${words}</span>${
	more.key ? html`<kbd>${more.key}</kbd>` : nothing}</button>`;
