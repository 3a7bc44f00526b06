// The bundle of dialogs: the open task and the dialogs that open often.  The page loads it
// for the first of them.

import { bulk } from './dialogs/bulk.js';
import { details } from './dialogs/details.js';
import { dialog, listenToDialogs, placeDialog } from './dialogs/dialog.js';
import { listenToFields } from './dialogs/edit.js';
import './dialogs/commands.js';
import { listenToFileDrops } from './dialogs/files.js';
import { addWords } from './text/language.js';

/** @type {any[]} www/bundle writes the English words here that main.js and the bundle of
 * commands have not */
const words = ["DOCKET_DIALOG_WORDS"];
addWords(words[1] ?? {});

/** Starts to listen for events, and returns the functions that draw.
 * @param {HTMLElement} root */
export async function startDialogs(root) {
	listenToDialogs(root);
	listenToFields(root);
	listenToFileDrops(root);
	return { bulk, details, dialog, placeDialog };
}
