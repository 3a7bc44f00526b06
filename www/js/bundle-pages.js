// The bundle of pages: the week and the month, settings, sharing, signing up, the trash;
// forms, notices and notifications.  The page loads it when it needs one of them.

import './bundle-device.js';
import * as palette from './dialogs/command-palette.js';
import * as forms from './dialogs/forms.js';
import './dialogs/list-commands.js';
import * as month from './dialogs/month.js';
import { listenToChoices } from './dialogs/preferences.js';
import { settings } from './dialogs/settings.js';
import { share } from './dialogs/share.js';
import { signedOutPages } from './dialogs/sign-up.js';
import { review, trash } from './dialogs/trash-page.js';
import { days } from './dialogs/week.js';
import { addWords } from './text/language.js';

export { showNotice } from './dialogs/notices.js';

/** @type {any[]} www/bundle writes the English words here that only these pages have */
const words = ["DOCKET_PAGE_WORDS"];
addWords(words[1]);

/** Starts to listen for events, and returns the functions that draw.
 * @param {HTMLElement} root */
export async function startPages(root) {
	listenToChoices(root);
	palette.listenToPalette(root);
	return { days, smallMonth: month.smallMonth, review, settings, share, trash,
		...signedOutPages, dialogs: { ...palette.dialogs, ...forms.dialogs, ...month.dialogs } };
}
