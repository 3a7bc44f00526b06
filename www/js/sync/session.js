// Finds out who is signed in, and which user the replica belongs to.

import { requestDraw, state, store } from '../data/state.js';
import { queues } from '../mutations/queues.js';
import { http } from './host.js';
import { ownerKey, signedOutKey, sync } from './sync.js';

/** The storage key that marks a session which could not be ended without network. */
export const endLaterKey = () => 'docket-end-session' + new URL(sync.base).pathname;

export const outbox = () => /** @type {import('../outbox/outbox.js').Outbox} */ (queues.outbox);

/** Asks the service who is signed in, and what it offers.  Without an answer the user of
 * the replica continues. */
export async function checkSession() {
	if (globalThis.localStorage?.getItem(endLaterKey()))
		await endSessionLater();
	const a = await http('GET', '/service', null, { timeout: 10000 });
	const had = state.user;

	if (a.status !== 200) {
		state.session = had ? 'ok' : 'none';
		return requestDraw();
	}
	state.service = a.body;
	state.features = a.body.features ?? [];
	const away = a.body.signIn === 'remote-user' &&
		globalThis.localStorage?.getItem(signedOutKey());
	const user = away ? null : a.body.user;
	if (!user)
		state.session = had ? 'ended' : 'none';
	else if (had && had.id !== user.id && store.ops.size)
		state.session = 'other';
	else {
		await setUser(user);
		if (!had)
			sync.tabs?.broadcast({ type: 'signed-in' });
	}
	sync.updateStatus();
	requestDraw();
}

/** Makes a user the owner of the replica; another user's is emptied first.
 * @param {import('../data/types').User} user */
async function setUser(user) {
	if (state.user && state.user.id !== user.id) {
		await sync.db.clear();
		store.clearBase();
		sync.setSince(null);
	}
	if (!state.user && globalThis.localStorage?.getItem(ownerKey()) === user.id)
		state.lost = true;
	globalThis.localStorage?.setItem(ownerKey(), user.id);
	await sync.db.commit({ meta: { user, features: state.features } });
	state.user = user;
	state.session = 'ok';
	outbox().sessionEnded = false;
	outbox().retryAt = 0;
}

/** Continues after a user has signed in on this page.
 * @param {import('../data/types').User} user */
export async function onSignedIn(user) {
	const same = !state.user || state.user.id === user.id || !store.ops.size;

	globalThis.localStorage?.removeItem(signedOutKey());
	if (!same) {
		state.session = 'other';
		requestDraw();
		return;
	}
	await setUser(user);
	sync.tabs?.broadcast({ type: 'signed-in' });
	await checkSession();
	await sync.work(true);
}

/** Continues after the user has set up the second factor that was required. */
export async function onEnrolled() {
	await checkSession();
	sync.tabs?.broadcast({ type: 'signed-in' });
	await sync.work(true);
}

/** Ends a session that could not be ended at sign-out. */
async function endSessionLater() {
	const a = await http('DELETE', '/sessions/current');

	if (a.status)
		localStorage.removeItem(endLaterKey());
}
