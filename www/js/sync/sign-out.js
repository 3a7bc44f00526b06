// Signs out, and removes everything of the user from the device.

import { state, store } from '../data/state.js';
import { countWaiting, http } from './host.js';
import { checkSession, endLaterKey, outbox } from './session.js';
import { draftKey, ownerKey, signedOutKey, sync } from './sync.js';

/** Removes everything of the user, and reloads all tabs.
 * @param {boolean} [later] the session could not be ended now: it is ended at the next
 * start */
export async function clearDevice(later = false) {
	const { signIn, signOutUrl } = state.service ?? {};

	if (signIn === 'remote-user')
		localStorage.setItem(signedOutKey(), '1');
	sync.tabs?.broadcast({ type: 'wiped' });
	clearTimeout(sync.timer);
	sync.isLeader = false;
	await ignoreErrors(async () => {
		const reg = await navigator.serviceWorker?.getRegistration();
		const sub = await reg?.pushManager?.getSubscription();
		await sub?.unsubscribe();
		for (const n of await reg?.getNotifications?.() ?? [])
			n.close();
	});
	await ignoreErrors(() => /** @type {any} */ (navigator).clearAppBadge?.());
	await ignoreErrors(async () => {
		for (const key of await caches.keys())
			if (!/shell|words/.test(key))
				await caches.delete(key);
	});
	sync.tabs?.close();
	sync.db.onLost = () => {};
	await sync.db.destroy();
	localStorage.removeItem(ownerKey());
	localStorage.removeItem(draftKey());
	if (later)
		localStorage.setItem(endLaterKey(), '1');
	else if (signOutUrl)
		return endPage(() => location.replace(signOutUrl));
	history.replaceState(null, '', './#/signin');
	return endPage(() => location.reload());
}

/** Reloads the page, and waits for that.
 * @param {() => void} how */
function endPage(how) {
	how();
	return new Promise(() => {});
}

/** @param {() => any} fn */
async function ignoreErrors(fn) {
	try {
		await fn();
	} catch { /* not supported, or not allowed */ }
}

/** Drops another user's unsent changes, so that the user who is signed in can go on. */
export async function dropUnsentOfOther() {
	await outbox().applyResult({ drop: [...store.ops.values()] });
	await checkSession();
	await sync.work(true);
}

/** Ends the session; see online.signOut().
 * @param {boolean} force */
export async function signOut(force) {
	if (!force && countWaiting()) {
		await Promise.race([sync.work(true),
		    new Promise(yes => setTimeout(yes, 5000))]);
		if (countWaiting())
			throw Object.assign(new Error('unsent'), { status: 0,
			    code: 'unsent', count: outbox().countUnsent() });
	}
	outbox().sessionEnded = true;
	const a = await http('DELETE', '/sessions/current', null,
	    { timeout: 5000 });
	await clearDevice(a.status === 0);
}
