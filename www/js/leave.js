// Signing out: nothing of the user stays on the device.

import { state, store } from './state.js';
import { box, hello, late, left, owner } from './session.js';
import { sendable, sync } from './sync.js';

/** Where text is noted that was typed as a page went. */
export const draft = () => 'docket-draft' + location.pathname;

/** Leaves nothing of the user here, and begins again; the other tabs follow.
 * @param {boolean} [later] the session could not be ended now: it is remembered,
 * and nothing else */
export async function leave(later = false) {
	const { signIn, signOutUrl } = state.service ?? {};

	if (signIn === 'remote-user')
		localStorage.setItem(left(), '1');
	sync.tabs?.tell({ type: 'wiped' });
	clearTimeout(sync.timer);
	sync.leading = false;
	await quiet(async () => {
		const reg = await navigator.serviceWorker?.getRegistration();
		const sub = await reg?.pushManager?.getSubscription();
		await sub?.unsubscribe();
		for (const n of await reg?.getNotifications?.() ?? [])
			n.close();
	});
	await quiet(() => /** @type {any} */ (navigator).clearAppBadge?.());
	await quiet(async () => {
		for (const key of await caches.keys())
			if (!/shell|words/.test(key))
				await caches.delete(key);
	});
	sync.tabs?.close();
	sync.db.lost = () => {};
	await sync.db.destroy();
	localStorage.removeItem(owner());
	localStorage.removeItem(draft());
	if (later)
		localStorage.setItem(late(), '1');
	else if (signOutUrl)
		return end(() => location.replace(signOutUrl));
	history.replaceState(null, '', './#/signin');
	return end(() => location.reload());
}

/** The page ends here, and with it all that it remembers.
 * @param {() => void} how */
function end(how) {
	how();
	return new Promise(() => {});
}

/** @param {() => any} fn */
async function quiet(fn) {
	try {
		await fn();
	} catch { /* not here, or not allowed */ }
}

/** Ends a session that could not be ended when it was left. */
export async function endLate() {
	const a = await sync.http('DELETE', '/sessions/current');

	if (a.status)
		localStorage.removeItem(late());
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
	await leave(a.status === 0);
}
