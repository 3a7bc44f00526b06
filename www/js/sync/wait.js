// Waits for changes with a long request instead of polling, where the service can.

import { state } from '../data/state.js';
import { http } from './host.js';

/** @typedef {typeof import('./sync.js').sync} Sync */

/** @type {AbortController | null} */
let waiting = null;

/** Waits until there is a change that the replica does not have, then fetches it.
 * @param {Sync} sync */
export async function waitForChanges(sync) {
	if (waiting || !sync.puller?.since)
		return;
	const stop = waiting = new AbortController();
	const hidden = () => {
		if (document.visibilityState === 'hidden')
			stop.abort();
	};
	document.addEventListener('visibilitychange', hidden);
	const began = Date.now();
	const a = await http('GET', '/me/wait?since=' +
	    encodeURIComponent(sync.puller.since), null,
	    { signal: stop.signal, timeout: 70000 });
	document.removeEventListener('visibilitychange', hidden);
	waiting = null;
	if (stop.signal.aborted)
		return;
	if (a.status === 404 && state.service)
		state.service.wait = false;
	// Broken answers must not cause a flood of requests.
	const rest = a.status === 204 ? 200 : 5000;
	setTimeout(() => sync.work(true), Date.now() - began < rest ? rest : 0);
}
