// Whose replica it is: signing in, and another's session.

import { changed, state, store } from './state.js';
import { engine } from './engine.js';
import { further } from './load.js';
import { sync } from './sync.js';

/** Where a session is noted that could not be ended when it was left. */
export const late = () => 'docket-end-session' + new URL(sync.base).pathname;

/** Where it is noted that one has signed out though the server in front would sign
 * one in again. */
export const left = () => 'docket-signed-out' + new URL(sync.base).pathname;

/** Where it is noted whose replica there is: what the browser loses of it is
 * told. */
export const owner = () => 'docket-replica' + new URL(sync.base).pathname;

export const box = () => /** @type {import('./outbox.js').Outbox} */ (engine.outbox);

/** Who is signed in, and what is offered.  Without an answer the replica's user
 * goes on. */
export async function hello() {
	if (globalThis.localStorage?.getItem(late()))
		await (await further()).endLate();
	const a = await sync.http('GET', '/service', null, { timeout: 10000 });
	const had = state.user;

	if (a.status !== 200) {
		state.session = had ? 'ok' : 'none';
		return changed();
	}
	state.service = a.body;
	const away = a.body.signIn === 'remote-user' &&
		globalThis.localStorage?.getItem(left());
	const user = away ? null : a.body.user;
	if (!user)
		state.session = had ? 'ended' : 'none';
	else if (had && had.id !== user.id && store.ops.size)
		state.session = 'other';
	else {
		await become(user);
		if (!had)
			sync.tabs?.tell({ type: 'signed-in' });
	}
	sync.status();
	changed();
}

/** The replica belongs to one user.
 * @param {import('./types').User} user */
async function become(user) {
	if (state.user && state.user.id !== user.id) {
		await sync.db.empty();
		store.empty();
		sync.from(null);
	}
	if (!state.user && globalThis.localStorage?.getItem(owner()) === user.id)
		state.lost = true;
	globalThis.localStorage?.setItem(owner(), user.id);
	await sync.db.settle({ meta: { user } });
	state.user = user;
	state.session = 'ok';
	box().ended = false;
	box().until = 0;
}

/** Somebody has signed in on this page.
 * @param {import('./types').User} user */
export async function signedIn(user) {
	const same = !state.user || state.user.id === user.id || !store.ops.size;

	if (!same) {
		state.session = 'other';
		changed();
		return;
	}
	await become(user);
	sync.tabs?.tell({ type: 'signed-in' });
	await hello();
	await sync.work(true);
}
