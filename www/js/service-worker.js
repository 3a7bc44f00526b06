// Registers the service worker after the first draw, and replaces it by a new version
// when the user is not typing.

import { requestDraw, state } from './data/state.js';
import { ui } from './page/ui.js';
import { requestPull } from './sync/host.js';

const HOUR = 36e5;
/** @type {ServiceWorkerRegistration | null} */
let registered = null;
/** Whether a new worker controls this page, which is of the old version. */
let outdated = false;

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('docket', {
	createScriptURL: (/** @type {string} */ name) => {
		if (name !== 'sw.js')
			throw new TypeError(name);
		return name;
	},
});

/** Whether a reload would lose text, a dialog or an upload. */
function isBusy() {
	const fields = [...document.querySelectorAll('input[type=text], input[type=email],' +
		'input[type=search], textarea:focus')];

	return fields.some(f => /** @type {HTMLInputElement} */ (f).value) || !!ui.dialog ||
		document.querySelector('progress') !== null;
}

/** Tells the waiting worker to become active. */
function activateWaiting() {
	registered?.waiting?.postMessage('take');
}

/** Reloads an outdated page as soon as nothing would be lost. */
function reloadIfIdle() {
	if (!outdated || isBusy())
		return;
	outdated = false;
	location.reload();
}

/** Shows that an update is ready, if a worker waits. */
function announceUpdate() {
	if (!registered?.waiting || !navigator.serviceWorker.controller)
		return;
	state.sync.updateReady = true;
	requestDraw();
}

/** Registers the worker.
 * @param {Record<string, any>} commands the table that gets the command `update` */
export async function registerServiceWorker(commands) {
	const sw = navigator.serviceWorker;

	if (!sw)
		return;
	commands.update = () => {
		if (!isBusy())
			activateWaiting();
	};
	let had = !!sw.controller;
	sw.addEventListener('controllerchange', () => {
		outdated = had;
		had = true;
		reloadIfIdle();
	});
	for (const left of ['focusout', 'visibilitychange', 'docket-route'])
		addEventListener(left, () => setTimeout(reloadIfIdle));
	sw.addEventListener('message', e => {
		if (typeof e.data?.open === 'string')
			location.hash = e.data.open;
		if (e.data?.type === 'pull')
			requestPull();
	});
	document.addEventListener('visibilitychange', () => {
		if (document.visibilityState === 'hidden' && !isBusy())
			activateWaiting();
	});
	try {
		registered = await sw.register(policy ? policy.createScriptURL('sw.js') : 'sw.js');
	} catch {
		return;
	}
	announceUpdate();
	registered?.addEventListener('updatefound', () => registered?.installing
	    ?.addEventListener('statechange', announceUpdate));
	setInterval(() => document.visibilityState === 'visible' &&
	    registered?.update().catch(() => {}), HOUR);
}
