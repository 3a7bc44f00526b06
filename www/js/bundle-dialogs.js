// The bundle of dialogs: the open task, dialogs, dragging.  The page loads it once
// it takes commands.

import { html, render } from '../node_modules/lit-html/lit-html.js';
import { bulk } from './dialogs/bulk.js';
import { details } from './dialogs/details.js';
import { dialog, listenToDialogs, placeDialog } from './dialogs/dialog.js';
import { listenToDragging } from './dialogs/drag.js';
import { listenToFields } from './dialogs/edit.js';
import './dialogs/commands.js';
import { startMailLanguage } from './dialogs/mail-language.js';
import { startNews } from './dialogs/news.js';
import { startOffers } from './dialogs/offers.js';
import { listenToSwipes } from './dialogs/swipe.js';
import { pageBundle } from './page/app.js';

/** www/bundle writes the icons here that the page does not have. */
const icons = html`<svg aria-hidden="true">DOCKET_ICONS</svg>`;

/** Starts to listen for events, and returns the functions that draw.
 * @param {HTMLElement} root */
export async function startDialogs(root) {
	if (icons.strings[0].includes('<symbol'))
		render(icons, /** @type {any} */ (document.querySelector('.sprite')));
	listenToDialogs(root);
	listenToDragging(root);
	listenToSwipes(root);
	listenToFields(root);
	startMailLanguage();
	startNews();
	startOffers();
	if (globalThis.Notification?.permission === 'granted')
		pageBundle.load();
	return { bulk, details, dialog, placeDialog };
}
