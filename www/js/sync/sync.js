// Decides when to sync: at the start, when the page becomes visible or online, after a
// change, and every 15 seconds or as soon as the service reports a change.

import { today } from '../data/dates.js';
import { indices, notify, requestDraw, state, store, zone } from
	'../data/state.js';
import { conflicts } from '../data/trash-and-conflicts.js';
import { parts, setOutbox } from '../mutations/mutate.js';
import { Outbox } from '../outbox/outbox.js';
import { apiUrl, clockOffset, makeHttp } from './http.js';
import { loadNetwork } from './load-network.js';

const POLL_MS = 15000;

export const sync = {
	base: apiUrl(),
	http: makeHttp(apiUrl()),
	isLeader: false,
	lastInput: Date.now(),
	/** @type {import('../replica/idb.js').Db} */
	db: /** @type {any} */ (null),
	/** @type {import('./tabs.js').Tabs | null} */
	tabs: null,
	/** @type {import('./pull.js').Puller | null} */
	puller: null,
	/** Where the first fetch starts; null: at the beginning.
	 * @type {string | null} */
	since: null,
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
	requestPull, work, load, updateStatus, setSince,
};

/** Returns the name of the database, which differs between instances on one origin. */
export const databaseName = () => 'docket ' + new URL(sync.base).pathname;

export const host = {
	store,
	get db() { return sync.db; },
	get partial() { return state.partial; },
	set partial(now) { state.partial = now; },
	http: (/** @type {[any, any, any?, any?]} */ ...a) => sync.http(...a),
	now: () => Date.now() + clockOffset,
	redraw: () => { updateStatus(); requestDraw(); },
	notify,
	saveConflict,
	broadcast: (/** @type {any} */ m) => sync.tabs?.broadcast(m),
	pull: async () => await sync.puller?.pull() ?? false,
	loadSending: async () => (await loadNetwork()).Sending,
	onProgress: (/** @type {number} */ n) => {
		state.sync.fetched = n;
		requestDraw();
	},
	onTaskLost: (/** @type {any} */ t) => notify({ kind: 'deleted', taskId: t.id,
		title: t.title, listId: t.listId }),
	get outbox() { return /** @type {Outbox} */ (parts.outbox); },
};

/** Reads the replica and the outbox. */
export async function load() {
	const { groups, changes, ops, meta } = await sync.db.load();

	await parts.outbox?.committing;
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
	if (!parts.outbox) {
		setOutbox(new Outbox(host));
		parts.requestSend = requestSend;
	}
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

/** Stores a conflict until the user resolves it.
 * @param {import('../data/types').Conflict} c */
async function saveConflict(c) {
	conflicts.set(c.taskId, c);
	await sync.db.commit({ meta: { conflicts: [...conflicts.values()] } });
	notify({ kind: 'conflict', taskId: c.taskId });
}

/** Sends operations, or asks the tab that uses the network to. */
function requestSend() {
	updateStatus();
	if (sync.isLeader)
		sync.work(!!sync.puller?.failure);
	else
		sync.tabs?.broadcast({ type: 'send' });
}

/** Fetches changes, or asks the tab that uses the network to. */
function requestPull() {
	if (sync.isLeader)
		sync.work(true);
	else
		sync.tabs?.broadcast({ type: 'pull' });
}

/** Sends, and fetches first if pull is true.
 * @param {boolean} pull */
async function work(pull) {
	if (!sync.isLeader || !parts.outbox || state.session !== 'ok')
		return;
	const m = await loadNetwork().catch(() => null);
	if (m)
		return m.work(pull);
	clearTimeout(sync.timer);
	sync.timer = setTimeout(() => sync.work(true), POLL_MS);
}

/** Returns how many operations wait. */
export const countWaiting = () => [...store.ops.values()]
	.filter(o => o.state === 'waiting').length;

/** Updates the status at the foot of the side bar, also in the other tabs. */
function updateStatus() {
	const s = state.sync, box = parts.outbox;

	s.unsent = box?.countUnsent() ?? 0;
	if (!sync.isLeader)
		return;
	const late = box && box.retryAt > host.now();
	s.retryAt = late ? box.retryAt - clockOffset : null;
	s.state = currentState(!!late);
	const status = [s.state, s.retryAt, state.session].join();
	if (status !== sync.lastStatus)
		sync.tabs?.broadcast({ type: 'status', state: s.state, retryAt: s.retryAt,
			session: state.session });
	sync.lastStatus = status;
}

/** @param {boolean} late whether sending waits for a retry
 * @returns {import('../data/types').SyncState['state']} */
function currentState(late) {
	const trouble = sync.puller?.failure, box = parts.outbox;

	if (state.session === 'ended' || box?.sessionEnded)
		return 'ended';
	if (trouble?.status === 0 || late && !box?.busy)
		return 'offline';
	if (trouble || late)
		return 'busy';
	if (state.session === 'ok' && (sync.puller?.first ?? sync.since === null))
		return 'fetching';
	return state.sync.unsent ? 'sending' : state.session === 'start' ? 'start' :
	    'ok';
}
