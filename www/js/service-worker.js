// Registers the service worker after the first draw, and replaces it by a new version
// when the user is not typing.

import { requestDraw, state } from './data/state.js';
import { showToast, ui } from './page/ui.js';
import { requestPull } from './sync/host.js';
import { t } from './text/words.js';

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

/** Whether a reload would lose text or a dialog.  What is sought is in the address. */
function isTyping() {
	const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(
		'input:is([type=text], [type=email], [type=password]), textarea:focus'));

	/* The default of the line that adds tasks follows what is typed. */
	return !!ui.dialog || !!ui.quick.text || [...fields].some(f => f.value !== f.defaultValue);
}

/** Whether a reload would disturb. */
const isBusy = () => isTyping() || document.querySelector('progress') !== null;

/** Tells the waiting worker to become active. */
function activateWaiting() {
	registered?.waiting?.postMessage('take');
}

/** Reloads an outdated page as soon as nothing would be lost. */
function reloadIfIdle() {
	if (!outdated || isTyping())
		return;
	outdated = false;
	location.reload();
}

/** Shows that an update is ready, if a worker waits. */
function announceUpdate() {
	if (!registered?.waiting || !navigator.serviceWorker.controller)
		return;
	state.sync.updateWaiting = true;
	requestDraw();
}

/** Registers the worker.
 * @param {Record<string, any>} commands the table that gets the command `update` */
export async function registerServiceWorker(commands) {
	const sw = navigator.serviceWorker;

	if (!sw)
		return;
	commands.update = () => isTyping() ? showToast(t('update.first')) : activateWaiting();
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
