// The last script: the open task, dialogs, dragging, settings.  Fetched once
// the first draw is done.

import { html, render } from './kit.js';
import { bulk } from './rare/bulk.js';
import { details } from './rare/details.js';
import { dialog, dialogs, put } from './rare/dialog.js';
import { drags } from './rare/drag.js';
import { edits } from './rare/edit.js';
import { gates } from './rare/gates.js';
import { review, trash } from './rare/kept.js';
import { choices } from './rare/preferences.js';
import { notices, resume } from './rare/push.js';
import { settings } from './rare/settings.js';
import { share } from './rare/share.js';
import './rare/acts.js';

export { noticed } from './rare/noticed.js';

/** @type {string[]} and the name of the whole style sheet, of which the page has
 * what its first draw needs */
const sheet = ["DOCKET_SHEET"];

/** And the icons that the page does not have. */
const icons = html`<svg aria-hidden="true">DOCKET_ICONS</svg>`;

/** Fetches a style sheet.
 * @param {string} href */
const dressed = href => new Promise((yes, no) => {
	const link = document.createElement('link');

	Object.assign(link, { rel: 'stylesheet', href, onload: yes, onerror: no });
	document.head.append(link);
});

/** Begins to listen; gives what it draws.
 * @param {HTMLElement} root */
export async function begin(root) {
	if (sheet[1])
		await dressed(sheet[1]);
	if (sheet[1])
		render(icons, /** @type {any} */ (document.querySelector('.sprite')));
	dialogs(root);
	drags(root);
	edits(root);
	choices(root);
	notices();
	resume();
	return { bulk, details, dialog, put, review, settings, share, trash, ...gates };
}
