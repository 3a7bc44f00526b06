// Files on their way: one at a time, with progress, from the browser's store.

import { inOrder } from './join.js';
import { outcome, pause, ready } from './queue.js';
import { UNCOMMITTED } from './store.js';
import { plan } from './plan.js';

/** @typedef {import('./types').Op} Op
 * @typedef {import('./http.js').Answer} Answer
 * @typedef {(op: Op, blob: Blob, sent: (bytes: number) => void,
 *   stop: AbortSignal) => Promise<Answer>} Send */

export class Uploads {
	/** @param {import('./outbox.js').Outbox} outbox @param {Send} send */
	constructor(outbox, send) {
		this.outbox = outbox;
		this.send = send;
		/** @type {Map<string, AbortController>} */
		this.stops = new Map();
		this.running = false;
		this.failures = 0;
		this.until = 0;
	}

	/** Sends what waits. */
	async flush() {
		const { host, flying } = this.outbox;

		if (this.running || this.outbox.ended)
			return;
		this.running = true;
		try {
			while (this.until <= host.now() && !this.outbox.ended) {
				const op = ready(this.outbox.waiting())
					.find(o => o.method === 'UPLOAD');
				if (!op)
					break;
				flying.add(op.id);
				await this.one(op).finally(() => flying.delete(op.id));
			}
		} finally {
			this.running = false;
		}
	}

	/** @param {Op} op */
	async one(op) {
		const { host } = this.outbox;
		const blob = await host.db.blob(op.id);
		const stop = new AbortController();

		if (!blob)
			return this.outbox.done({ drop: [op] });
		this.stops.set(op.id, stop);
		const a = await this.send(op, blob, n => this.progress(op, n),
		    stop.signal);
		this.stops.delete(op.id);
		if (stop.signal.aborted || !host.store.ops.has(op.id))
			return;
		const kind = outcome(op, a);
		if (kind === 'retry') {
			this.until = host.now() + 1000 * pause(++this.failures,
			    a.retryAfter, Math.random());
			// Whether there is a network is seen by asking.
			if (a.status === 0)
				await host.pull();
			return host.changed();
		}
		this.failures = 0;
		if (kind === 'ended')
			this.outbox.ended = true;
		else if (kind === 'done')
			await this.outbox.inTurn(() => this.outbox.done({ drop: [op],
			    changes: plan(host.store, [{ kind: 'attachment',
				...a.body }]) }));
		else
			await this.outbox.done({ put: [this.failed(op, a)] });
	}

	/** A failed one stays on its task, to be tried again.
	 * @param {Op} op @param {Answer} a @returns {Op} */
	failed(op, a) {
		const code = a.code ?? 'internal';

		return { ...showing(op, { failed: code }), rev: op.rev + 1,
			state: 'failed', error: { status: a.status, code,
			    detail: a.body?.detail } };
	}

	/** @param {Op} op @param {number} sent */
	progress(op, sent) {
		const now = this.outbox.host.store.ops.get(op.id);

		if (now) {
			this.outbox.host.store.replace(showing(now, { sent }));
			this.outbox.host.changed();
		}
	}

	/** @param {Op} op */
	async cancel(op) {
		this.stops.get(op.id)?.abort();
		await this.outbox.done({ drop: [op] });
	}

	/** @param {Op} op */
	async retry(op) {
		await this.outbox.done({ put: [{ ...showing(op, { failed: undefined,
			sent: 0 }), state: 'waiting', rev: op.rev + 1,
			error: undefined }] });
		this.until = 0;
		return this.flush();
	}

	/** How many wait or are on their way. */
	get pending() {
		return inOrder(this.outbox.host.store.ops.values()).filter(o =>
		    o.method === 'UPLOAD' && o.state === 'waiting' &&
		    o.seq < UNCOMMITTED).length;
	}
}

/** What the file shows of its way.
 * @param {Op} op @param {{failed?: string, sent?: number}} how @returns {Op} */
const showing = (op, how) => ({ ...op, forward: op.forward.map(e =>
	({ ...e, put: { ...e.put, ...how } })) });

/** Sends by XMLHttpRequest: fetch tells no progress.
 * @param {string} base @returns {Send} */
export const sendFile = base => (op, blob, sent, stop) => new Promise(yes => {
	const x = new XMLHttpRequest(), form = new FormData();
	const none = { status: 0, body: null, code: null, etag: null, link: null,
		retryAfter: null };

	form.set('id', op.body.id);
	form.set('filename', op.body.filename);
	form.set('file', blob, op.body.filename);
	x.open('POST', base + op.path);
	x.setRequestHeader('Idempotency-Key', op.key);
	x.setRequestHeader('Accept', 'application/json');
	x.responseType = 'json';
	x.upload.onprogress = e => sent(Math.min(e.loaded, op.body.size));
	x.onload = () => yes({ ...none, body: x.response, status: x.response ?
	    x.status : x.status >= 500 ? x.status : 0, code: x.response?.code ?? null,
	    retryAfter: Number(x.getResponseHeader('Retry-After')) || null });
	x.onerror = x.onabort = x.ontimeout = () => yes(none);
	stop.addEventListener('abort', () => x.abort());
	x.send(form);
});
