// Goes on after the first draw: asks who is signed in, fetches and sends, and watches
// the page.

import { today } from '../data/dates.js';
import { requestDraw, state, zone } from '../data/state.js';
import { queues } from '../mutations/queues.js';
import { createLog } from '../replica/open.js';
import { host, startOutbox } from './host.js';
import { checkSession } from './session.js';
import { sync } from './sync.js';
import { ensureQueues } from './work.js';

/** Takes changes from now on, and fetches and sends as soon as it is known who is
 * signed in. */
export async function connect() {
	if (!state.loaded)
		return;
	startOutbox();
	watchPage();
	createLog(sync.db).catch(() => {});
	await checkSession();
	ensureQueues();
	sync.tabs?.broadcast({ type: 'hello' });
	sync.work(true);
}

/** Syncs when the page becomes visible or online. */
function watchPage() {
	const w = globalThis.window;

	if (!w || sync.watching)
		return;
	sync.watching = true;
	const onVisible = () => {
		if (document.visibilityState === 'hidden')
			return clearTimeout(sync.timer);
		updateToday();
		sync.work(true);
	};
	w.addEventListener('online', () => {
		host.outbox.retryAt = 0;
		if (queues.uploads)
			queues.uploads.retryAt = 0;
		sync.work(true);
	});
	w.addEventListener('offline', () => sync.work(true));
	w.addEventListener('focus', onVisible);
	document.addEventListener('visibilitychange', onVisible);
	for (const e of ['pointerdown', 'keydown'])
		w.addEventListener(e, () => sync.lastInput = Date.now(), { passive: true });
	w.addEventListener('beforeunload', e => {
		if (queues.outbox?.committing)
			e.preventDefault();
	});
	setInterval(updateToday, 20000);
}

/** Draws the page again when a new day has begun. */
function updateToday() {
	const now = today(zone());

	if (now !== state.today) {
		state.today = now;
		requestDraw();
	}
}
