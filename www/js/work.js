// What goes over the network: fetching, sending, and when it is done again.

import { Puller } from './pull.js';
import { Uploads, sendFile } from './uploads.js';
import { engine } from './engine.js';
import { changed, notice, state, store } from './state.js';
import { firstList } from './first.js';
import { wait } from './wait.js';
import { persist, shrink, tidy } from './keep.js';
import { host, sendable, sync } from './sync.js';

/** @type {any} */
let counting = 0;
const NEAR = 15000, FAR = 60000, UNTOUCHED = 300000;

/** What fetches and what sends files. */
export function parts() {
	if (!engine.outbox)
		return null;
	engine.uploads ??= new Uploads(host.outbox, sendFile(sync.base));
	return sync.puller ??= new Puller(host, sync.since, sync.loose);
}

/** Fetches, if that is asked for, and sends; once more if anything was sent.
 * @param {boolean} pull */
export async function work(pull) {
	const puller = parts();

	if (!puller)
		return;
	if (sync.working) {
		sync.again ||= pull;
		sync.more = true;
		return;
	}
	sync.working = true;
	try {
		do {
			sync.more = false;
			const fetch = pull || sync.again;
			pull = sync.again = false;
			sync.status();
			if (fetch && !await puller.pull())
				break;
			if (fetch) {
				firstList();
				persist();
			}
			const before = store.ops.size && sendable();
			await host.outbox.flush();
			engine.uploads?.flush().then(sync.status);
			if (before && sendable() < before)
				await puller.pull();
		} while (sync.more);
		await tidy(sync.db);
	} catch (e) {
		await trouble(e);
	} finally {
		sync.working = false;
		if (host.outbox.ended && state.session === 'ok')
			state.session = 'ended';
		schedule();
		host.changed();
		count();
	}
}

/** The replica could not be written.  What the disk has no room for is fetched
 * again when there is room.
 * @param {any} e */
async function trouble(e) {
	if (e?.name !== 'QuotaExceededError')
		throw e;
	if (!await shrink(sync.db))
		notice({ kind: 'unsaved', problem: { status: 0, code: 'device-full' } });
}

/** The seconds till the next try are counted down. */
function count() {
	changed();
	clearTimeout(counting);
	if (state.sync.state === 'busy')
		counting = setTimeout(count, 1000);
}

/** The next time. */
function schedule() {
	const { until } = host.outbox, now = Date.now();
	const seen = globalThis.document?.visibilityState !== 'hidden';
	const poll = !seen ? Infinity : sync.puller?.trouble?.status === 0 ? NEAR / 3 :
	    Date.now() - sync.touched > UNTOUCHED ? FAR : NEAR;
	const retry = until > host.now() ? until - host.now() + 20 : Infinity;
	const next = Math.min(poll, sendable() ? retry : Infinity);

	clearTimeout(sync.timer);
	sync.nextAt = now + next;
	if (seen && state.service?.wait && !sync.puller?.trouble && next === poll)
		wait(sync);
	else if (next < Infinity)
		sync.timer = setTimeout(() => sync.work(true), next);
}
