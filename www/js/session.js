// Whose replica it is: signing in, another's session, signing out.

import { changed, state, store } from './state.js';
import { engine } from './engine.js';
import { endLate, leave } from './leave.js';
import { sendable, sync } from './sync.js';

const box = () => /** @type {import('./outbox.js').Outbox} */ (engine.outbox);

/** Who is signed in, and what is offered.  Without an answer the replica's user
 * goes on. */
export async function hello() {
	await endLate(sync);
	const a = await sync.http('GET', '/service', null, { timeout: 10000 });
	const had = state.user;

	if (a.status !== 200) {
		state.session = had ? 'ok' : 'none';
		return changed();
	}
	state.service = a.body;
	const user = a.body.user;
	if (!user)
		state.session = had ? 'ended' : 'none';
	else if (had && had.id !== user.id && store.ops.size)
		state.session = 'other';
	else
		await become(user);
	changed();
}

/** The replica belongs to one user.
 * @param {import('./types').User} user */
async function become(user) {
	if (state.user && state.user.id !== user.id) {
		await sync.db.empty();
		store.empty();
		if (sync.puller)
			sync.puller.since = null;
	}
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

/** Another user's unsent changes are dropped; the one signed in goes on. */
export async function takeOver() {
	await box().done({ drop: [...store.ops.values()] });
	await hello();
	await sync.work(true);
}

/** Ends the session; see online.signOut().
 * @param {boolean} force */
export async function signOut(force) {
	if (!force && sendable()) {
		await Promise.race([sync.work(true),
		    new Promise(yes => setTimeout(yes, 5000))]);
		if (sendable())
			throw Object.assign(new Error('unsent'), { status: 0,
			    code: 'unsent', count: box().unsent() });
	}
	box().ended = true;
	const a = await sync.http('DELETE', '/sessions/current', null,
	    { timeout: 5000 });
	await wipe(a.status === 0);
}

/** Leaves nothing of the user here; the other tabs follow.
 * @param {boolean} [later] the session is still to be ended */
export async function wipe(later = false) {
	sync.tabs?.tell({ type: 'wiped' });
	await leave(sync, later);
}
