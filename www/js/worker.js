// The service worker: registered once the page stands, and changed for a new one
// when nobody is typing.

import { changed, state } from './state.js';
import { ui } from './ui.js';
import { sync } from './sync.js';

const HOUR = 36e5;
/** @type {ServiceWorkerRegistration | null} */
let registered = null;
/** Whether a new worker has taken over, whose page this is not. */
let old = false;

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

/** The page of the new worker: as soon as nobody loses anything by it. */
function renew() {
	if (!old || busy())
		return;
	old = false;
	location.reload();
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
	};
	let had = !!sw.controller;
	sw.addEventListener('controllerchange', () => {
		old = had;
		had = true;
		renew();
	});
	for (const left of ['focusout', 'visibilitychange', 'docket-route'])
		addEventListener(left, () => setTimeout(renew));
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
