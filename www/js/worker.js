// The service worker: registered once the page stands, and changed for a new one
// when nobody is typing.

import { changed, state } from './state.js';
import { set, ui } from './ui.js';
import { sync } from './sync.js';

const HOUR = 36e5;
/** @type {ServiceWorkerRegistration | null} */
let registered = null;
let reloading = false;

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('docket', {
	createScriptURL: (/** @type {string} */ name) => {
		if (name !== 'sw.js')
			throw new TypeError(name);
		return name;
	},
});

/** Whether a reload would take something from somebody. */
function busy() {
	const fields = [...document.querySelectorAll('input[type=text], input[type=email],' +
		'input[type=search], textarea:focus')];

	return fields.some(f => /** @type {HTMLInputElement} */ (f).value) || !!ui.dialog ||
		document.querySelector('progress') !== null;
}

/** Takes the waiting worker. */
function take() {
	registered?.waiting?.postMessage('take');
}

function waits() {
	if (!registered?.waiting || !navigator.serviceWorker.controller)
		return;
	state.sync.updateReady = true;
	changed();
}

/** Registers it.
 * @param {Record<string, any>} acts where what takes an update goes */
export async function worker(acts) {
	const sw = navigator.serviceWorker;

	if (!sw)
		return;
	acts.update = () => {
		if (!busy())
			take();
		else
			set({ updating: true });
	};
	const had = !!sw.controller;
	sw.addEventListener('controllerchange', () => {
		if (had && !reloading) {
			reloading = true;
			location.reload();
		}
	});
	sw.addEventListener('message', e => {
		if (typeof e.data?.open === 'string')
			location.hash = e.data.open;
		if (e.data?.type === 'pull')
			sync.pullSoon();
	});
	document.addEventListener('visibilitychange', () => {
		if (document.visibilityState === 'hidden' && !busy())
			take();
	});
	try {
		registered = await sw.register(policy ? policy.createScriptURL('sw.js') : 'sw.js');
	} catch {
		return;
	}
	waits();
	registered.addEventListener('updatefound', () => registered?.installing
	    ?.addEventListener('statechange', waits));
	setInterval(() => document.visibilityState === 'visible' &&
	    registered?.update().catch(() => {}), HOUR);
}
