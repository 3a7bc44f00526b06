// Notifications on this device.

import { changed, locale, state, t, task, toast } from '../kit.js';
import { actions, online } from '../further.js';

let on = false;

/** none where the browser has none. */
export const permission = () => 'Notification' in globalThis && 'PushManager' in globalThis ?
	Notification.permission : 'none';
export const subscribed = () => on;

/** @param {string} key base64url */
function bytes(key) {
	const text = atob(key.replace(/-/g, '+').replace(/_/g, '/'));

	return Uint8Array.from(text, c => c.charCodeAt(0));
}

/** Asks the browser, subscribes with the server's key and registers. */
export async function subscribe() {
	if (await Notification.requestPermission() !== 'granted') {
		toast(t('push.denied'));
		return changed();
	}
	return register();
}

/** A subscription by another key is of no use any more. */
async function register() {
	const reg = await navigator.serviceWorker.ready;
	const { vapidPublicKey: key, deviceSubscribed } = await online.pushKey();
	let sub = await reg.pushManager.getSubscription();
	const old = sub?.options.applicationServerKey;
	const want = key ? bytes(key) : null;

	if (!want)
		return;
	if (sub && old && String(new Uint8Array(old)) !== String(want)) {
		await sub.unsubscribe();
		sub = null;
	}
	sub ??= await reg.pushManager.subscribe({ userVisibleOnly: true,
		applicationServerKey: want });
	if (!deviceSubscribed || !old)
		await online.registerDevice(sub.toJSON(), navigator.userAgent);
	on = true;
	changed();
}

const cache = (/** @type {string} */ name) =>
	caches.open(`docket ${name} ${new URL('./', location.href).pathname}`);

/** The words of notifications, for the worker, which has none of its own. */
const tellWords = async () => (await cache('words')).put('words', new Response(
	JSON.stringify({ language: locale(), assigned: t('push.assigned'), done: t('done'),
	    later: t('push.hour'), today: t('day.today').toLocaleLowerCase(), due: t('due.on',
	    { day: '{day}' }) })));

/** What was chosen in a notification and did not reach the service. */
async function takeKept() {
	const kept = await cache('kept');

	for (const request of await kept.keys()) {
		const { id, body } = await (await kept.match(request))?.json() ?? {};
		if (task(id) && await kept.delete(request))
			actions.setTask([id], body);
	}
}

/** The worker is told, and asked. */
export function notices() {
	if (!('caches' in globalThis) || !navigator.serviceWorker)
		return;
	navigator.serviceWorker.addEventListener('message', e =>
		e.data?.type === 'kept' && takeKept());
	tellWords().then(takeKept).catch(() => {});
}

/** At the start: if it is already allowed, nobody is asked. */
export async function resume() {
	if (permission() !== 'granted' || !state.service?.push || state.session !== 'ok')
		return;
	try {
		await register();
	} catch { /* without network: next time */ }
}
