// Uploads the files that wait in IndexedDB, one at a time, with progress.

import { sortBySeq } from '../data/effects.js';
import { feedToChanges } from '../data/feed-changes.js';
import { UNCOMMITTED } from '../data/store.js';
import { classifyAnswer, retryDelay } from './answers.js';
import { selectNext } from './next-requests.js';

/** @typedef {import('../data/types').Op} Op
 * @typedef {import('../data/types').Answer} Answer
 * @typedef {(op: Op, blob: Blob, sent: (bytes: number) => void,
 *   stop: AbortSignal) => Promise<Answer>} Send */

export class Uploads {
	/** @param {import('./outbox.js').Outbox} outbox @param {Send} send */
	constructor(outbox, send) {
		this.outbox = outbox;
		this.send = send;
		/** @type {Map<string, AbortController>} */
		this.aborters = new Map();
		this.running = false;
		this.failures = 0;
		this.retryAt = 0;
	}

	/** Uploads what waits. */
	async flush() {
		const { host, inFlight } = this.outbox;

		if (this.running || this.outbox.sessionEnded)
			return;
		this.running = true;
		try {
			while (this.retryAt <= host.now() && !this.outbox.sessionEnded) {
				const op = selectNext(this.outbox.waiting())
					.find(o => o.method === 'UPLOAD');
				if (!op)
					break;
				inFlight.add(op.id);
				await this.upload(op).finally(() => inFlight.delete(op.id));
			}
		} finally {
			this.running = false;
		}
	}

	/** @param {Op} op */
	async upload(op) {
		const { host } = this.outbox;
		const blob = await host.db.blob(op.id);
		const stop = new AbortController();

		if (!blob)
			return this.outbox.applyResult({ drop: [op] });
		this.aborters.set(op.id, stop);
		const a = await this.send(op, blob, n => this.progress(op, n),
		    stop.signal);
		this.aborters.delete(op.id);
		if (stop.signal.aborted || !host.store.ops.has(op.id))
			return;
		const kind = classifyAnswer(op, a);
		if (kind === 'retry') {
			this.retryAt = host.now() + 1000 * retryDelay(++this.failures,
			    a.retryAfter, Math.random());
			// Only a request shows whether there is a network.
			if (a.status === 0)
				await host.pull();
			return host.redraw();
		}
		this.failures = 0;
		if (kind === 'ended')
			this.outbox.sessionEnded = true;
		else if (kind === 'done')
			await this.outbox.serialize(() => this.outbox.applyResult({ drop: [op],
			    changes: feedToChanges(host.store, [{ kind: 'attachment',
				...a.body }]) }));
		else
			await this.outbox.applyResult({ put: [this.failed(op, a)] });
	}

	/** Returns a failed upload, which stays on its task to be tried again.
	 * @param {Op} op @param {Answer} a @returns {Op} */
	failed(op, a) {
		const code = a.code ?? 'internal';

		return { ...withProgress(op, { failed: code }), rev: op.rev + 1,
			state: 'failed', error: { status: a.status, code,
			    detail: a.body?.detail } };
	}

	/** @param {Op} op @param {number} sent */
	progress(op, sent) {
		const now = this.outbox.host.store.ops.get(op.id);

		if (now) {
			this.outbox.host.store.replace(withProgress(now, { sent }));
			this.outbox.host.redraw();
		}
	}

	/** @param {Op} op */
	async cancel(op) {
		this.aborters.get(op.id)?.abort();
		await this.outbox.applyResult({ drop: [op] });
	}

	/** @param {Op} op */
	async retry(op) {
		await this.outbox.applyResult({ put: [{ ...withProgress(op, { failed: undefined,
			sent: 0 }), state: 'waiting', rev: op.rev + 1,
			error: undefined }] });
		this.retryAt = 0;
		return this.flush();
	}

	/** The number of files that wait or are being uploaded. */
	get pending() {
		return sortBySeq(this.outbox.host.store.ops.values()).filter(o =>
		    o.method === 'UPLOAD' && o.state === 'waiting' &&
		    o.seq < UNCOMMITTED).length;
	}
}

/** Returns an upload whose file shows its progress or failure.
 * @param {Op} op @param {{failed?: string, sent?: number}} how @returns {Op} */
const withProgress = (op, how) => ({ ...op, forward: op.forward.map(e =>
	({ ...e, put: { ...e.put, ...how } })) });

/** Sends a form by XMLHttpRequest, because fetch reports no progress.
 * @param {string} url @param {FormData} form @param {string} key of idempotency
 * @param {(bytes: number) => void} sent @param {AbortSignal} stop
 * @returns {Promise<Answer>} */
export const sendForm = (url, form, key, sent, stop) => new Promise(yes => {
	const x = new XMLHttpRequest();
	const none = { status: 0, body: null, code: null, etag: null, link: null,
		retryAfter: null };

	x.open('POST', url);
	x.setRequestHeader('Idempotency-Key', key);
	x.setRequestHeader('Accept', 'application/json');
	x.responseType = 'json';
	x.upload.onprogress = e => sent(e.loaded);
	x.onload = () => yes({ ...none, body: x.response, status: x.response ?
	    x.status : x.status >= 500 ? x.status : 0, code: x.response?.code ?? null,
	    retryAfter: Number(x.getResponseHeader('Retry-After')) || null });
	x.onerror = x.onabort = x.ontimeout = () => yes(none);
	stop.addEventListener('abort', () => x.abort());
	x.send(form);
});

/** Sends a file.
 * @param {string} base @returns {Send} */
export const sendFile = base => (op, blob, sent, stop) => {
	const form = new FormData();

	form.set('id', op.body.id);
	form.set('filename', op.body.filename);
	form.set('file', blob, op.body.filename);
	return sendForm(base + op.path, form, op.key, n => sent(Math.min(n, op.body.size)), stop);
};
