// What sync, the outbox and uploads use: the network, the database, the other tabs, and
// the state that the page shows.

import { notify, requestDraw, state, store } from '../data/state.js';
import { conflicts } from '../data/trash-and-conflicts.js';
import { setOutbox } from '../mutations/mutate.js';
import { queues } from '../mutations/queues.js';
import { Outbox } from '../outbox/outbox.js';
import { clockOffset, makeHttp } from './http.js';
import { sync } from './sync.js';

/** Sends a request, unless it is the first and the start of the page has sent it: any
 * other can change who is signed in.
 * @type {typeof fetch} */
function send(url, o) {
	const asked = url === sync.serviceUrl && sync.asked;

	sync.asked = null;
	return asked ? asked.catch(() => fetch(url, o)) : fetch(url, o);
}

export const http = makeHttp(sync.base, send);

export const host = {
	store,
	get db() { return sync.db; },
	get partial() { return state.partial; },
	set partial(now) { state.partial = now; },
	http,
	now: () => Date.now() + clockOffset,
	redraw: () => { updateStatus(); requestDraw(); },
	notify,
	saveConflict,
	broadcast: (/** @type {any} */ m) => sync.tabs?.broadcast(m),
	pull: async () => await sync.puller?.pull() ?? false,
	onProgress: (/** @type {number} */ n) => {
		state.sync.fetched = n;
		requestDraw();
	},
	onTaskLost: (/** @type {any} */ t) => notify({ kind: 'deleted', taskId: t.id,
		title: t.title, listId: t.listId }),
	get outbox() { return /** @type {Outbox} */ (queues.outbox); },
};

/** Begins to take changes. */
export function startOutbox() {
	if (queues.outbox)
		return;
	setOutbox(new Outbox(host));
	queues.requestSend = requestSend;
	sync.updateStatus = updateStatus;
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
export function requestPull() {
	if (sync.isLeader)
		sync.work(true);
	else
		sync.tabs?.broadcast({ type: 'pull' });
}

/** Returns how many operations wait. */
export const countWaiting = () => [...store.ops.values()]
	.filter(o => o.state === 'waiting').length;

/** Updates the status at the foot of the side bar, also in the other tabs. */
function updateStatus() {
	const s = state.sync, box = queues.outbox;

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
	const trouble = sync.puller?.failure, box = queues.outbox;

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
