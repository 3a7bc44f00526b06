// Turns on notifications on this device.

import { requestDraw, state, task } from '../data/state.js';
import { setTask } from '../mutations/tasks.js';
import { showToast } from '../page/ui.js';
import * as online from '../sync/online.js';
import { locale } from '../text/format.js';
import { t } from '../text/words.js';

let subscribedHere = false;

/** Returns the permission, 'none' if the browser has no notifications. */
export const permission = () => 'Notification' in globalThis && 'PushManager' in globalThis ?
	Notification.permission : 'none';
export const subscribed = () => subscribedHere;

/** @param {string} key base64url */
function bytes(key) {
	const text = atob(key.replace(/-/g, '+').replace(/_/g, '/'));

	return Uint8Array.from(text, c => c.charCodeAt(0));
}

/** Asks the browser, subscribes with the server's key and registers. */
export async function subscribe() {
	if (await Notification.requestPermission() !== 'granted') {
		showToast(t('push.denied'));
		return requestDraw();
	}
	return register();
}

/** Registers the subscription.  One made with another key is replaced. */
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
	subscribedHere = true;
	requestDraw();
}

const openCache = (/** @type {string} */ name) =>
	caches.open(`docket ${name} ${new URL('./', location.href).pathname}`);

/** Stores the words of notifications where the service worker finds them. */
const storeWords = async () => (await openCache('words')).put('words', new Response(
	JSON.stringify({ language: locale(), assigned: t('push.assigned'), done: t('done'),
	    later: t('push.hour'), today: t('day.today').toLocaleLowerCase(), due: t('due.on',
	    { day: '{day}' }) })));

/** Sends what was chosen in a notification without network. */
async function sendStoredChanges() {
	const stored = await openCache('kept');

	for (const request of await stored.keys()) {
		const { id, body } = await (await stored.match(request))?.json() ?? {};
		if (task(id) && await stored.delete(request))
			setTask([id], body);
	}
}

/** Gives the service worker its words, and takes its changes. */
export function listenToWorker() {
	if (!('caches' in globalThis) || !navigator.serviceWorker)
		return;
	navigator.serviceWorker.addEventListener('message', e =>
		e.data?.type === 'kept' && sendStoredChanges());
	storeWords().then(sendStoredChanges).catch(() => {});
}

/** Renews the subscription at the start, if the user has allowed it. */
export async function resumeSubscription() {
	if (permission() !== 'granted' || !state.service?.push || state.session !== 'ok')
		return;
	try {
		await register();
	} catch { /* no network: at the next start */ }
}
