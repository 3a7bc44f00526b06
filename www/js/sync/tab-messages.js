// Handles the messages that tabs send each other.

import { requestDraw, state, store } from '../data/state.js';
import { queues } from '../mutations/queues.js';

/** @typedef {typeof import('./sync.js').sync} Sync */

/** @type {Record<string, (m: any, sync: Sync) => void>} */
const HANDLERS = {
	ops: applyOperations,
	done: (m, sync) => {
		store.apply(m.changes ?? []);
		if (m.since)
			sync.setSince(m.since, m.partial);
		applyOperations(m);
	},
	empty: (_, sync) => {
		store.clearBase();
		sync.setSince(null);
	},
	/* A tab that has not opened its database yet will read all of it. */
	fetched: (_, sync) => sync.load().then(requestDraw, () => {}),
	alias: m => queues.outbox?.aliases.set(m.from, m.to),
	status: (m, sync) => {
		if (sync.isLeader)
			return;
		state.sync.state = m.state;
		state.sync.retryAt = m.retryAt;
		state.session = m.session;
	},
	hello: (_, sync) => {
		sync.lastStatus = '';
	},
	send: (_, sync) => sync.work(false),
	pull: (_, sync) => sync.work(true),
	'signed-in': reloadPage,
	wiped: reloadPage,
};

/** Reloads the page, and lets another tab use the network.
 * @param {any} _ @param {Sync} sync */
function reloadPage(_, sync) {
	sync.tabs?.close();
	globalThis.location?.reload();
}

/** @param {any} m */
function applyOperations(m) {
	for (const id of m.drop ?? [])
		store.drop(id);
	for (const op of m.add ?? [])
		store.replace(op);
}

/** @param {any} m @param {Sync} sync */
export function handleMessage(m, sync) {
	HANDLERS[m.type]?.(m, sync);
	if (m.type === 'ops' && sync.isLeader)
		sync.work(false);
	sync.updateStatus();
	requestDraw();
}
