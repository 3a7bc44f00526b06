// Opens the replica and shows it.

import { requestDraw, state } from '../data/state.js';
import { Db } from '../replica/idb.js';
import { openWithRetry } from '../replica/open.js';
import { databaseName, sync } from './sync.js';
import { handleMessage } from './tab-messages.js';
import { Tabs } from './tabs.js';

/** Reads the replica. */
export async function start() {
	state.loaded = false;
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
	await sync.load();
	state.loaded = true;
	requestDraw();
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
