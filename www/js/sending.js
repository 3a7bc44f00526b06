// Ops on their way: sent in order per record, and kept until the service has
// answered; what the service refuses for good is kept for review.

import { UNCOMMITTED } from './store.js';
import { MANY, batch, creates, outcome, pause, ready } from './queue.js';
import { gather, prepare } from './prepare.js';
import { plan } from './plan.js';

/** @typedef {import('./types').Op} Op
 * @typedef {import('./http.js').Answer} Answer
 * @typedef {import('./prepare.js').Prepared} Prepared
 * @typedef {import('./outbox.js').Host} Host */

/** Records that answers give whole: the others are told by the feed. */
const WHOLE = ['list', 'group', 'task', 'step', 'tag'];

export class Sending {
	/** @param {import('./outbox.js').Outbox} box whose ops are sent */
	constructor(box) {
		this.box = box;
		this.host = box.host;
	}

	async rounds() {
		for (;;) {
			const all = this.box.waiting().filter(o => o.method !== 'UPLOAD' ||
			    !this.box.flying.has(o.id));
			const list = all.filter(o => o.method !== 'UPLOAD');
			const now = ready(this.box.waiting()).filter(o =>
			    o.method !== 'UPLOAD' && !this.box.flying.has(o.id));
			if (this.box.ended || this.box.until > this.host.now())
				return list.length === 0;
			if (now.length === 0)
				return true;
			const many = list.length > MANY && !this.box.single &&
			    list[0] === now[0];
			if (!await (many ? this.many(batch(list), all) :
			    this.few(now.slice(0, MANY), all)))
				return false;
		}
	}

	/** Takes ops for sending.
	 * @param {Op[]} ops @param {Op[]} all
	 * @returns {Promise<Op[] | null>} null: some changed meanwhile */
	async claim(ops, all) {
		const { db, store } = this.host;
		/** @type {Prepared[]} */
		const made = [];
		/** @type {Op[]} */
		const gone = [];
		/** @type {Op[]} */
		const old = [];

		for (const op of ops) {
			if (gone.includes(op))
				continue;
			const [one, more] = gather(op, all);
			gone.push(...more);
			old.push(op);
			made.push(prepare(one, store));
		}
		const fresh = made.filter((p, i) => p.op !== old[i]).map(p => p.op);
		const check = fresh.map(op => ({ op, was: /** @type {Op} */ (
		    store.ops.get(op.id)).rev }));
		if ((fresh.length || gone.length) && !await db.claim(check, gone))
			return null;
		gone.forEach(o => store.drop(o.id));
		fresh.forEach(o => store.replace(o));
		this.host.tell({ type: 'ops', add: fresh, drop: gone.map(o => o.id) });
		await this.explain(made);
		return this.settled(made);
	}

	/** Says what was decided for the user.
	 * @param {Prepared[]} made */
	async explain(made) {
		const { store, conflict, notice } = this.host;

		for (const p of made) {
			const t = store.base.task.get(p.op.target.id);
			if (p.conflict)
				await conflict(p.conflict);
			for (const field of p.fields)
				notice({ kind: 'theirs', taskId: t.id, field,
				    value: t[field], mine: p.was?.[field] });
		}
	}

	/** Ops of which nothing is left are done.
	 * @param {Prepared[]} made */
	async settled(made) {
		const empty = made.filter(p => p.op.method === 'PATCH' && p.op.body &&
		    Object.keys(p.op.body).length === 0).map(p => p.op);

		if (empty.length)
			await this.box.done({ drop: empty });
		return made.map(p => p.op).filter(o => !empty.includes(o));
	}

	/** Sends a few, each in its own request.
	 * @param {Op[]} ops @param {Op[]} all */
	async few(ops, all) {
		const claimed = await this.claim(ops, all);

		if (!claimed)
			return this.refresh();
		claimed.forEach(o => this.box.flying.add(o.id));
		try {
			const went = await Promise.all(claimed.map(async op =>
			    this.answered(op, await this.host.http(op.method, op.path,
				op.body, { key: needsKey(op) ? op.key : undefined,
				    ifMatch: op.ifMatch }))));
			return this.proceed(went);
		} finally {
			claimed.forEach(o => this.box.flying.delete(o.id));
		}
	}

	/** Sends many in one request.
	 * @param {Op[]} ops @param {Op[]} all */
	async many(ops, all) {
		const claimed = await this.claim(ops, all);

		if (!claimed)
			return this.refresh();
		claimed.forEach(o => this.box.flying.add(o.id));
		try {
			const a = await this.host.http('POST', '/batch', { requests:
			    claimed.map(o => ({ method: o.method, path: o.path,
				...(o.body === null ? {} : { body: o.body }),
				...(needsKey(o) ? { idempotencyKey: o.key } : {}),
				...(o.ifMatch ? { ifMatch: o.ifMatch } : {}) })) });
			if (a.status !== 200)
				return this.refused(a);
			const went = [];
			for (const [i, op] of claimed.entries())
				went.push(await this.answered(op,
				    ofRow(a.body.responses[i])));
			return this.proceed(went);
		} finally {
			claimed.forEach(o => this.box.flying.delete(o.id));
		}
	}

	/** A batch that was refused whole: what is left goes one by one.
	 * @param {Answer} a */
	refused(a) {
		const kind = outcome(/** @type {any} */ ({ path: '', method: 'POST' }), a);

		if (kind === 'retry' || kind === 'ended')
			return this.proceed([{ kind, wait: a.retryAfter }]);
		this.box.single = true;
		return true;
	}

	/** @param {{kind: string, wait: number | null}[]} went */
	async proceed(went) {
		const wait = went.filter(w => w.kind === 'retry');

		if (went.some(w => w.kind === 'ended'))
			this.box.ended = true;
		if (wait.length === 0) {
			this.box.failures = 0;
			if (went.some(w => w.kind === 'stale'))
				return this.host.pull();
			return !this.box.ended;
		}
		this.box.failures++;
		this.box.until = this.host.now() + 1000 * pause(this.box.failures,
		    Math.max(...wait.map(w => w.wait ?? 0)), Math.random());
		this.box.busy = wait.some(w => w.wait !== null || /** @type {any} */ (w).busy);
		return false;
	}

	/** What another tab changed meanwhile is read again; what was made or done
	 * here while it was read is left as it is. */
	async refresh() {
		const { store, db } = this.host;
		const had = new Map(store.ops);
		const { ops } = await db.load();

		for (const op of had.values())
			if (op.seq < UNCOMMITTED && !ops.some(o => o.id === op.id))
				store.drop(op.id);
		for (const op of ops)
			if (had.has(op.id) === store.ops.has(op.id) &&
			    (store.ops.get(op.id)?.rev ?? -1) < op.rev)
				store.replace(op);
		return true;
	}

	/** @param {Op} op @param {Answer} a */
	answered(op, a) {
		return this.box.inTurn(() => this.take(op, a));
	}

	/** Takes in the answer to an op.
	 * @param {Op} op @param {Answer} a */
	async take(op, a) {
		const kind = outcome(op, a);
		const busy = a.status >= 429;

		// The feed may have told of it meanwhile, and of what came after.
		if (this.host.store.ops.get(op.id)?.state !== 'waiting' ||
		    kind === 'ended' || kind === 'retry')
			return { kind, wait: a.retryAfter, busy };
		if (kind === 'quiet')
			await this.box.done({ drop: [op] });
		else if (kind === 'stale')
			await this.box.done({ put: [{ ...op, tried: false, rev: op.rev + 1,
			    stale: (op.stale ?? 0) + 1 }] });
		else if (kind === 'failed')
			await this.box.done({ put: [{ ...op, state: 'failed',
			    rev: op.rev + 1, error: { status: a.status,
			    code: a.code ?? 'internal', detail: a.body?.detail,
			    errors: a.body?.errors } }] });
		else
			await this.acknowledged(op, a);
		return { kind, wait: null, busy };
	}

	/** @param {Op} op @param {Answer} a */
	async acknowledged(op, a) {
		const { store } = this.host, { kind, id } = op.target;
		const r = a.body;

		if (kind === 'tag' && creates(op) && r?.id && r.id !== id)
			await this.box.rename(id, r.id);
		// An old answer must not raise what was deleted meanwhile.
		const whole = r?.id && WHOLE.includes(kind) && r.updatedAt &&
		    (creates(op) || store.base[kind].has(r.id));
		const alone = op.forward.every(e => e.kind === kind && e.id === id);
		/** @type {import('./types').Change[]} */
		const changes = whole ? plan(store, [{ kind, ...r }]) : [];

		if (whole && alone)
			return this.box.done({ changes, drop: [op] });
		return this.box.done({ changes, put: [{ ...op, state: 'acked',
		    rev: op.rev + 1 }] });
	}
}

/** DELETE and PUT may be repeated as they are.
 * @param {Op} op */
const needsKey = op => op.method === 'POST' || op.method === 'PATCH';

/** A row of a batch's answer, as a separate answer.
 * @param {any} row @returns {Answer} */
const ofRow = row => ({ status: row?.status ?? 0, body: row?.body ?? null,
	code: row?.body?.code ?? null, etag: row?.headers?.ETag ?? null,
	link: row?.headers?.Link ?? null,
	retryAfter: +row?.headers?.['Retry-After'] || null });
