// Fetches and sends, and schedules the next time.

import { notify, requestDraw, state, store } from '../data/state.js';
import { queues } from '../mutations/queues.js';
import { MUST_ENROL } from '../outbox/answers.js';
import { sendFile, Uploads } from '../outbox/uploads.js';
import { compactIfLarge, freeSpace, requestPersistence } from
	'../replica/storage.js';
import { ensureInbox } from './first-list.js';
import { Puller } from './pull.js';
import { countWaiting, host } from './host.js';
import { sync } from './sync.js';
import { waitForChanges } from './wait.js';

/** @type {any} */
let countdownTimer = 0;
const POLL_MS = 15000, IDLE_POLL_MS = 60000, IDLE_AFTER_MS = 300000;

sync.work = work;

/** Creates what fetches and what uploads, and returns the former. */
export function ensureQueues() {
	if (!queues.outbox)
		return null;
	queues.uploads ??= new Uploads(host.outbox, sendFile(sync.base));
	return sync.puller ??= new Puller(host, sync.since);
}

/** Returns false if it could not be fetched.
 * @param {Puller} puller @returns {Promise<boolean>} */
async function fetchAll(puller) {
	if (!await puller.pull())
		return false;
	ensureInbox();
	requestPersistence();
	return true;
}

/** Sends, and fetches first if pull is true; fetches again if anything was sent.
 * @param {boolean} pull */
async function work(pull) {
	const puller = ensureQueues();

	if (!puller || !sync.isLeader || state.session !== 'ok')
		return;
	if (sync.working) {
		sync.pullAgain ||= pull;
		sync.runAgain = true;
		return;
	}
	sync.working = true;
	try {
		do {
			sync.runAgain = false;
			const fetch = pull || sync.pullAgain;
			pull = sync.pullAgain = false;
			sync.updateStatus();
			if (fetch && !await fetchAll(puller))
				break;
			const before = store.ops.size && countWaiting();
			await host.outbox.flush();
			queues.uploads?.flush().then(sync.updateStatus);
			if (before && countWaiting() < before)
				await puller.pull();
		} while (sync.runAgain);
		await compactIfLarge(sync.db);
	} catch (e) {
		await handleError(e);
	} finally {
		sync.working = false;
		if (host.outbox.sessionEnded && state.session === 'ok')
			state.session = puller.failure?.code === MUST_ENROL ? 'enrol' : 'ended';
		schedule();
		host.redraw();
		countDown();
	}
}

/** Frees space if the disk is full.  What could not be stored is fetched again later.
 * @param {any} e */
async function handleError(e) {
	if (e?.name !== 'QuotaExceededError')
		throw e;
	if (!await freeSpace(sync.db))
		notify({ kind: 'unsaved', problem: { status: 0, code: 'device-full' } });
}

/** Draws the seconds until the next try. */
function countDown() {
	requestDraw();
	clearTimeout(countdownTimer);
	if (state.sync.state === 'busy')
		countdownTimer = setTimeout(countDown, 1000);
}

/** Schedules the next sync. */
function schedule() {
	const { retryAt } = host.outbox, now = Date.now();
	const seen = globalThis.document?.visibilityState !== 'hidden';
	const poll = !seen ? Infinity : sync.puller?.failure?.status === 0 ? POLL_MS / 3 :
	    Date.now() - sync.lastInput > IDLE_AFTER_MS ? IDLE_POLL_MS : POLL_MS;
	const retry = retryAt > host.now() ? retryAt - host.now() + 20 : Infinity;
	const next = Math.min(poll, countWaiting() ? retry : Infinity);

	clearTimeout(sync.timer);
	sync.nextAt = now + next;
	if (seen && state.service?.wait && !sync.puller?.failure && next === poll)
		waitForChanges(sync);
	else if (next < Infinity)
		sync.timer = setTimeout(() => sync.work(true), next);
}
