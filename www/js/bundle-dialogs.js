// The bundle of dialogs: the open task, dialogs, dragging, settings.  The page loads
// it after the first draw.

import { html, render } from '../node_modules/lit-html/lit-html.js';
import { bulk } from './dialogs/bulk.js';
import { details } from './dialogs/details.js';
import { dialog, listenToDialogs, placeDialog } from './dialogs/dialog.js';
import { listenToDragging } from './dialogs/drag.js';
import { listenToFields } from './dialogs/edit.js';
import { listenToChoices } from './dialogs/preferences.js';
import { listenToWorker, resumeSubscription } from './dialogs/push.js';
import { monthBeside } from './dialogs/month.js';
import { startNews } from './dialogs/news.js';
import { settings } from './dialogs/settings.js';
import { share } from './dialogs/share.js';
import { signedOutPages } from './dialogs/sign-up.js';
import { review, trash } from './dialogs/trash-page.js';
import { days } from './dialogs/week.js';
import './dialogs/commands.js';

export { showNotice } from './dialogs/notices.js';

/** www/bundle writes the name of the whole style sheet here; the page has only the
 * rules that its first draw needs.
 * @type {string[]} */
const sheet = ["DOCKET_SHEET"];

/** www/bundle writes the icons here that the page does not have. */
const icons = html`<svg aria-hidden="true">DOCKET_ICONS</svg>`;

/** Loads a style sheet.
 * @param {string} href @returns {Promise<any>} resolves once it applies */
const loadStyleSheet = href => new Promise((yes, no) => {
	const link = document.createElement('link');

	Object.assign(link, { rel: 'stylesheet', href, onload: yes, onerror: no });
	document.head.append(link);
});

/** Starts to listen for events, and returns the functions that draw.
 * @param {HTMLElement} root */
export async function startDialogs(root) {
	if (sheet[1])
		await loadStyleSheet(sheet[1]);
	if (sheet[1])
		render(icons, /** @type {any} */ (document.querySelector('.sprite')));
	listenToDialogs(root);
	listenToDragging(root);
	listenToFields(root);
	listenToChoices(root);
	listenToWorker();
	startNews();
	resumeSubscription();
	return { bulk, days, details, dialog, monthBeside, placeDialog, review, settings, share, trash,
		...signedOutPages };
}
