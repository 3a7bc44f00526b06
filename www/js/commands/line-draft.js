// Keeps what is typed in the line that adds tasks, for the page that comes after this one.

import { ui } from '../page/ui.js';
import { draftKey, ownerKey } from '../sync/sync.js';
import { onInput } from './quick-add.js';

/** Stores the text when the page is hidden, because it may close. */
function store() {
	const user = localStorage.getItem(ownerKey());

	if (ui.quick.text && user)
		sessionStorage.setItem(draftKey(), JSON.stringify([user, ui.quick.text]));
}

const forget = () => sessionStorage.removeItem(draftKey());

/** Puts the text that the previous page stored into the line again. */
function restore() {
	const [user, text] = JSON.parse(sessionStorage.getItem(draftKey()) ?? '[]');
	const line = /** @type {any} */ (document.getElementById('quick'));

	forget();
	if (text && user === localStorage.getItem(ownerKey()) && !line?.value) {
		if (line)
			line.value = text;
		onInput(text);
	}
}

/** Restores the line, and stores it from now on. */
export function keepLine() {
	addEventListener('visibilitychange', () => document.visibilityState === 'hidden' ?
		store() : forget());
	addEventListener('pagehide', store);
	restore();
}
