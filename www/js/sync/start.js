// Opens the replica, shows it, and starts sync.

import { today } from '../data/dates.js';
import { requestDraw, state, zone } from '../data/state.js';
import { parts } from '../mutations/mutate.js';
import { Db } from '../replica/idb.js';
import { createLog, openWithRetry } from '../replica/open.js';
import { loadNetwork } from './load-network.js';
import { checkSession } from './session.js';
import { databaseName, host, load, sync } from './sync.js';
import { handleMessage } from './tab-messages.js';
import { Tabs } from './tabs.js';

/** Reads the replica, then asks the service who is signed in. */
export async function start() {
	state.ready = false;
	sync.db = new Db(databaseName());
	sync.db.onLost = () => globalThis.location?.reload();
	let loaded = false;
	sync.tabs = new Tabs(databaseName(), m => handleMessage(m, sync),
	    () => becomeLeader(loaded));
	try {
		await Promise.all([openWithRetry(sync.db), sync.tabs.decided]);
	} catch {
		sync.tabs.close();
		state.session = 'closed';
		return requestDraw();
	}
	loaded = true;
	await load();
	watchPage();
	state.ready = true;
	requestDraw();
	createLog(sync.db).catch(() => {});
	await checkSession();
	loadNetwork().then(m => m.createParts(), () => {});
	sync.tabs.broadcast({ type: 'hello' });
	sync.work(true);
}

/** Makes this tab the one that uses the network.
 * @param {boolean} late another tab did before, and may have changed the replica */
function becomeLeader(late) {
	sync.isLeader = true;
	if (late)
		load().then(() => {
			requestDraw();
			sync.work(true);
		});
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
		if (parts.uploads)
			parts.uploads.retryAt = 0;
		sync.work(true);
	});
	w.addEventListener('offline', () => sync.work(true));
	w.addEventListener('focus', onVisible);
	document.addEventListener('visibilitychange', onVisible);
	for (const e of ['pointerdown', 'keydown'])
		w.addEventListener(e, () => sync.lastInput = Date.now(), { passive: true });
	w.addEventListener('beforeunload', e => {
		if (parts.outbox?.committing)
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
