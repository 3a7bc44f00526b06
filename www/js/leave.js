// Signing out: nothing of the user stays on the device.

import { conflicts, indices, setTrash, state, store } from './state.js';
import { setOutbox } from './engine.js';

const LATER = 'docket-end-session';

/** @param {typeof import('./sync.js').sync} sync @param {boolean} later the
 * session could not be ended now: it is remembered, and nothing else */
export async function leave(sync, later) {
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
			if (!/shell/.test(key))
				await caches.delete(key);
	});
	sync.tabs?.close();
	sync.db.lost = () => {};
	await sync.db.destroy();
	store.clear();
	indices.clear();
	conflicts.clear();
	setTrash([]);
	setOutbox(null);
	state.user = null;
	state.session = 'none';
	if (later)
		localStorage.setItem(LATER + new URL(sync.base).pathname, '1');
	sync.puller = null;
	await sync.start();
}

/** @param {() => any} fn */
async function quiet(fn) {
	try {
		await fn();
	} catch { /* not here, or not allowed */ }
}

/** Ends a session that could not be ended when it was left.
 * @param {typeof import('./sync.js').sync} sync */
export async function endLate(sync) {
	const key = LATER + new URL(sync.base).pathname;

	if (!globalThis.localStorage?.getItem(key))
		return;
	const a = await sync.http('DELETE', '/sessions/current');
	if (a.status)
		localStorage.removeItem(key);
}
