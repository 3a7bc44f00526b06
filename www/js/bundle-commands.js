// The bundle of commands: what clicks and keys do, what sends and fetches.  The
// page loads it after the first draw.

import { COMMANDS } from './commands/commands.js';
import { hasFeature, state } from './data/state.js';
import { pageBundle } from './page/app.js';
import './page/errors.js';
import { listenToHands } from './page/hands.js';
import { placeToasts } from './page/toast-place.js';
import { registerServiceWorker } from './service-worker.js';
import { connect as connectSync } from './sync/connect.js';
import { addWords } from './text/language.js';
import { buildSearchTexts } from './text/search.js';

export { handleEvent, replay } from './commands/events.js';

/** @type {any[]} www/bundle writes the words here that main.js has not */
const words = ["DOCKET_MORE_WORDS"];
addWords(words[1]);

/** Starts sync; then what can wait for it. */
export async function connect() {
	listenToHands();
	placeToasts(/** @type {HTMLElement} */ (document.getElementById('app')));
	await connectSync();
	/* It offers passkeys where the browser fills in the address. */
	if (state.session === 'none' && hasFeature('passkeys'))
		pageBundle.load();
	registerServiceWorker(COMMANDS);
	buildSearchTexts();
}
