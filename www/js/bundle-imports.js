// The bundle of imports: the page that imports and exports.  The page loads it when it is
// opened.

import { imports, listenToImports } from './dialogs/import-page.js';
import { addWords } from './text/language.js';

/** @type {any[]} www/bundle writes the words here that only this page says */
const words = ["DOCKET_IMPORT_WORDS"];

/** Starts to listen for events, and returns the function that draws.
 * @param {HTMLElement} root */
export async function startImports(root) {
	addWords(words[1] ?? {});
	listenToImports(root);
	return { imports };
}
