// The bundle of commands: what clicks, keys and drags do, what sends and fetches.  The
// page loads it after the first draw.

import { html, render } from '../node_modules/lit-html/lit-html.js';
import { COMMANDS } from './commands/commands.js';
import { keepLine } from './commands/line-draft.js';
import { hasFeature, state } from './data/state.js';
import { listenToDragging } from './dialogs/drag.js';
import { startMailLanguage } from './dialogs/mail-language.js';
import { startNews } from './dialogs/news.js';
import { startOffers } from './dialogs/offers.js';
import { listenToSwipes } from './dialogs/swipe.js';
import { dialogBundle } from './page/app.js';
import './page/errors.js';
import { listenToInputMode } from './page/input-mode.js';
import { placeToasts } from './page/toast-place.js';
import { registerServiceWorker } from './service-worker.js';
import { connect as connectSync } from './sync/connect.js';
import { draftKey } from './sync/sync.js';
import { addWords } from './text/language.js';
import { buildSearchTexts } from './text/search.js';

export { handleEvent, replay } from './commands/events.js';

/** @type {any[]} www/bundle writes the words here that main.js has not */
const words = ["DOCKET_MORE_WORDS"];
addWords(words[1]);

/** www/bundle writes the icons here that the page does not have. */
const icons = html`<svg aria-hidden="true">DOCKET_ICONS</svg>`;

/** Pastes a text into the line that adds when the bundle is there that reads its lines.
 * @param {ClipboardEvent} e */
async function pasteLater(e) {
	const el = /** @type {HTMLInputElement} */ (e.target), clipboardData = new DataTransfer();
	const text = e.clipboardData?.getData('text/plain');

	if (el.id !== 'quick' || dialogBundle.draw || !text)
		return;
	e.preventDefault();
	clipboardData.setData('text/plain', text);
	await dialogBundle.load();
	if (!dialogBundle.draw || el.dispatchEvent(new ClipboardEvent('paste',
	    { clipboardData, bubbles: true, cancelable: true }))) {
		el.setRangeText(text.replace(/\s*\n\s*/g, ' '), el.selectionStart ?? 0,
			el.selectionEnd ?? 0, 'end');
		el.dispatchEvent(new Event('input', { bubbles: true }));
	}
}

/** Adds the icons, and starts what can happen on every page.
 * @param {HTMLElement} root */
function startPage(root) {
	if (icons.strings[0].includes('<symbol'))
		render(icons, /** @type {any} */ (document.querySelector('.sprite')));
	listenToInputMode();
	placeToasts(root);
	listenToDragging(root);
	listenToSwipes(root);
	startMailLanguage();
	startNews();
	startOffers();
	/* The bundle of dialogs takes what is pasted into the line that adds. */
	root.addEventListener('paste', pasteLater);
	root.addEventListener('focusin', e => /** @type {Element} */ (e.target).id === 'quick' &&
	    !dialogBundle.draw && dialogBundle.load());
}

/** Starts sync; then what can wait for it.
 * @param {HTMLElement} root */
export async function connect(root) {
	startPage(root);
	await connectSync();
	keepLine();
	/* That bundle also saves what the page before this one could not. */
	if (localStorage.getItem(draftKey()) || document.activeElement?.id === 'quick')
		dialogBundle.load();
	if (globalThis.Notification?.permission === 'granted' ||
	    state.session === 'none' && hasFeature('passkeys'))
		import('./bundle-device.js').catch(() => {});
	registerServiceWorker(COMMANDS);
	buildSearchTexts();
}
