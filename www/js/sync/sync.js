// What sync shares with the first draw: the replica in the browser, and which tab
// uses the network.

import { today } from '../data/dates.js';
import { indices, state, store, zone } from '../data/state.js';
import { conflicts } from '../data/trash-and-conflicts.js';
import { queues } from '../mutations/queues.js';

/** Returns the URL of the API, which is beside the page. */
const apiUrl = () => new URL('./api/v1',
    globalThis.document?.baseURI ?? 'http://localhost/').href;

/** @typedef {import('../data/types').Answer} Answer */

export const sync = {
	base: apiUrl(),
	serviceUrl: apiUrl() + '/service',
	isLeader: false,
	/** @type {import('../replica/idb.js').Db} */
	db: /** @type {any} */ (null),
	/** @type {import('./tabs.js').Tabs | null} */
	tabs: null,
	/** The answer that says who is signed in, which was asked for before the commands
	 * were there.
	 * @type {Promise<Response> | null} */
	asked: null,
	/** @type {import('./pull.js').Puller | null} */
	puller: null,
	/** Where the first fetch starts; null: at the beginning.
	 * @type {string | null} */
	since: null,
	lastInput: Date.now(),
	/** @type {any} */
	timer: 0,
	working: false,
	pullAgain: false,
	runAgain: false,
	/** When the next sync starts. */
	nextAt: 0,
	watching: false,
	/** The status that the other tabs got last. */
	lastStatus: '',
	load, setSince,
	/* These do nothing until sync/host.js and sync/work.js replace them. */
	/** Sends, and fetches first if pull is true.
	 * @type {(pull: boolean) => Promise<void>} */
	work: async () => {},
	updateStatus: () => {},
};

/** Returns the name of the database, which differs between instances on one origin. */
export const databaseName = () => 'docket ' + new URL(sync.base).pathname;

/** The storage key with the id of the replica's user.  If the replica is missing, the
 * browser has deleted it, and the page shows that. */
export const ownerKey = () => 'docket-replica' + new URL(sync.base).pathname;

/** The storage key that marks that the user has signed out, although the server in
 * front would sign them in again. */
export const signedOutKey = () => 'docket-signed-out' + new URL(sync.base).pathname;

/** The storage key of text that was not saved when its page was closed. */
export const draftKey = () => 'docket-draft' + location.pathname;

/** Returns the address of a file.
 * @param {string} id */
export const fileUrl = id => sync.base + `/attachments/${id}/content`;

/** Reads the replica and the operations that wait. */
async function load() {
	const { groups, changes, ops, meta } = await sync.db.load();

	await queues.outbox?.committing;
	store.clear();
	indices.clear();
	store.setAll(groups);
	store.apply(changes);
	ops.forEach(o => store.add(o));
	conflicts.clear();
	for (const c of meta.conflicts ?? [])
		conflicts.set(c.taskId, c);
	state.user = meta.user ?? null;
	state.features = meta.features ?? [];
	setSince(meta.since ?? null, meta.partial);
	state.today = today(zone());
}

/** Sets where fetching continues.
 * @param {string | null} since @param {boolean} [partial] whether the first fetch has
 * not ended */
function setSince(since, partial = false) {
	sync.since = since;
	state.partial = partial || since === null;
	if (sync.puller)
		sync.puller.since = since;
}
