// The second script: the open task, dialogs, dragging, settings.  Fetched once
// the first draw is done.

import { addWords } from './kit.js';
import { details } from './rare/details.js';
import { dialog } from './rare/dialog.js';
import { drags } from './rare/drag.js';
import { edits } from './rare/edit.js';
import { gates } from './rare/gates.js';
import { review, trash } from './rare/kept.js';
import { choices } from './rare/preferences.js';
import { resume } from './rare/push.js';
import { settings } from './rare/settings.js';
import { share } from './rare/share.js';
import './rare/acts.js';

/** @type {any[]} the bundle has its words here */
const built = ["DOCKET_MORE_WORDS"];

/** Begins to listen; gives what it draws.
 * @param {HTMLElement} root */
export async function begin(root) {
	addWords(built[1]);
	drags(root);
	edits(root);
	choices(root);
	resume();
	return { details, dialog, review, settings, share, trash, ...gates };
}
