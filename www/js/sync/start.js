// Opens the replica and shows it.

import { requestDraw, state } from '../data/state.js';
import { Db } from '../replica/idb.js';
import { openWithRetry } from '../replica/open.js';
import { databaseName, ownerKey, sync } from './sync.js';
import { handleMessage } from './tab-messages.js';
import { Tabs } from './tabs.js';

/** Reads the replica. */
export async function start() {
	state.loaded = false;
	sync.db = new Db(databaseName());
	sync.db.onLost = () => globalThis.location?.reload();
	askWho();
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
	await sync.load();
	state.loaded = true;
	requestDraw();
}

/** Asks who is signed in, before the commands are there.  Where nobody has a replica, the
 * answer decides whether the sign-in is shown. */
function askWho() {
	sync.asked = fetch(sync.serviceUrl, { cache: 'no-store',
		signal: AbortSignal.timeout(10000) });
	sync.asked.then(async r => {
		const service = r.ok && !localStorage.getItem(ownerKey()) && await r.clone().json();

		if (service && !service.user && state.session === 'start') {
			Object.assign(state, { service, features: service.features ?? [],
				session: 'none' });
			requestDraw();
		}
	}).catch(() => {});
}

/** Makes this tab the one that uses the network.
 * @param {boolean} late another tab did before, and may have changed the replica */
function becomeLeader(late) {
	sync.isLeader = true;
	if (late)
		sync.load().then(() => {
			requestDraw();
			sync.work(true);
		});
}
