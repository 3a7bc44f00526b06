// Ops on their way.  Each is committed before it looks saved, sent in order per
// record, and kept until the service has answered; what the service refuses for
// good is kept for review.

import { UNCOMMITTED } from './store.js';
import { keyOf } from './kinds.js';
import { MANY, batch, creates, inOrder, outcome, pause, ready } from
	'./queue.js';
import { gather, prepare } from './prepare.js';
import { mergeable, mergeOps } from './merge.js';
import { uuid } from './uuid.js';

/** @typedef {import('./types').Op} Op
 * @typedef {import('./types').OpSpec} OpSpec
 * @typedef {import('./http.js').Answer} Answer
 * @typedef {import('./prepare.js').Prepared} Prepared
 * @typedef {object} Host what the outbox works with
 * @property {import('./store.js').Store} store
 * @property {import('./db.js').Db} db
 * @property {(method: string, path: string, body?: any, o?: any) => Promise<Answer>} http
 * @property {() => number} now
 * @property {() => void} changed
 * @property {(n: import('./types').Notice) => void} notice
 * @property {(c: import('./types').Conflict) => Promise<void>} conflict
 * @property {(m: any) => void} tell the other tabs
 * @property {() => Promise<boolean>} pull */

/** Records that answers give whole: the others are told by the feed. */
const WHOLE = ['list', 'group', 'task', 'step', 'tag'];

export class Outbox {
	/** @param {Host} host */
	constructor(host) {
		this.host = host;
		/** @type {{ops: Op[], blobs: Map<string, Blob>, yes: () => void, no: (e: any) => void}[]} */
		this.fresh = [];
		/** @type {Promise<void> | null} */
		this.committing = null;
		/** @type {Set<string>} ops being sent */
		this.flying = new Set();
		/** @type {Map<string, string>} ids that turned out to be others */
		this.aliases = new Map();
		/** @type {Promise<any>} */
		this.turn = Promise.resolve();
		this.next = UNCOMMITTED;
		this.failures = 0;
		this.until = 0;
		this.ended = false;
		this.single = false;
		this.busy = false;
		/** @type {Promise<boolean> | null} */
		this.flushing = null;
	}

	/** Lays new ops over the view, and commits them.
	 * @param {OpSpec[]} specs @param {string} act the action they are of
	 * @returns {{ops: Op[], committed: Promise<void>}} */
	enqueue(specs, act) {
		const at = new Date(this.host.now()).toISOString()
			.replace('Z', '000Z');
		/** @type {Map<string, Blob>} */
		const blobs = new Map();
		const ops = specs.map(({ blob, ...spec }) => {
			const id = uuid();
			if (blob)
				blobs.set(id, blob);
			return /** @type {Op} */ ({ base: null, ...this.renamed(spec),
			    id, key: id, at, seq: this.next++, acts: [act],
			    tried: false, rev: 0, state: 'waiting' });
		});

		ops.forEach(op => this.host.store.add(op));
		this.host.changed();
		const committed = new Promise((yes, no) => this.fresh.push(
		    { ops, blobs, yes: () => yes(undefined), no }));
		this.committing ??= this.commit();
		return { ops, committed: /** @type {any} */ (committed) };
	}

	/** @param {any} spec */
	renamed(spec) {
		let text = '';

		for (const [from, to] of this.aliases) {
			text ||= JSON.stringify(spec);
			text = text.replaceAll(from, to);
		}
		return text ? JSON.parse(text) : spec;
	}

	/** Commits what is new, all that has gathered at a time. */
	async commit() {
		await null;
		while (this.fresh.length) {
			const now = this.fresh;
			this.fresh = [];
			try {
				await this.keep(now);
				now.forEach(f => f.yes());
			} catch (e) {
				now.forEach(f => this.unsaved(f, e));
			}
		}
		this.committing = null;
	}

	/** @param {{ops: Op[], blobs: Map<string, Blob>}[]} fresh */
	async keep(fresh) {
		const { store, db, tell, changed } = this.host;
		const ops = fresh.flatMap(f => f.ops);
		const blobs = new Map(fresh.flatMap(f => [...f.blobs]));
		const made = await db.append(ops, op => this.into(op), joined, blobs);

		for (const { op, seq, merged } of made)
			if (merged) {
				store.drop(op.id);
				store.replace(merged);
			} else {
				store.committed(op, seq);
			}
		tell({ type: 'ops', add: made.map(m => m.merged ?? m.op) });
		changed();
	}

	/** The op that a new one may be merged into.
	 * @param {Op} op */
	into(op) {
		const all = this.host.store.touching
			.get(keyOf(op.target.kind, op.target.id)) ?? [];
		const last = all.filter(o => o.state === 'waiting' && o.seq < op.seq)
			.at(-1);

		return last && last.seq < UNCOMMITTED && !this.flying.has(last.id) &&
		    mergeable(last, op) ? last.seq : null;
	}

	/** The browser could not keep ops: they are taken back.
	 * @param {{ops: Op[], no: (e: any) => void}} f @param {any} e */
	unsaved(f, e) {
		f.ops.forEach(op => this.host.store.drop(op.id));
		this.host.notice({ kind: 'unsaved', problem: { status: 0,
		    code: e?.name === 'QuotaExceededError' ? 'device-full' :
		    'not-saved', detail: String(e?.message ?? e) } });
		f.no(e);
	}

	/** Takes ops back that were never sent: all of them, or none.
	 * @param {string[]} ids */
	async withdraw(ids) {
		const { store, db, tell, changed } = this.host;
		await this.committing;
		const ops = /** @type {Op[]} */ (ids.map(id => store.ops.get(id)));

		if (ops.some(o => !o || o.tried || o.state !== 'waiting' ||
		    this.flying.has(o.id)) || !await db.withdraw(ops))
			return false;
		ids.forEach(id => store.drop(id));
		tell({ type: 'ops', drop: ids });
		changed();
		return true;
	}

	/** What waits to be sent, in order.
	 * @returns {Op[]} */
	waiting() {
		return inOrder(this.host.store.ops.values()).filter(o =>
		    o.state === 'waiting' && o.seq < UNCOMMITTED);
	}

	/** Sends what can be sent.  False: there is more, to be tried later. */
	async flush() {
		this.flushing ??= this.rounds().finally(() => this.flushing = null);
		return this.flushing;
	}

	async rounds() {
		for (;;) {
			const all = this.waiting().filter(o => o.method !== 'UPLOAD' ||
			    !this.flying.has(o.id));
			const list = all.filter(o => o.method !== 'UPLOAD');
			const now = ready(this.waiting()).filter(o =>
			    o.method !== 'UPLOAD' && !this.flying.has(o.id));
			if (this.ended || this.until > this.host.now())
				return list.length === 0;
			if (now.length === 0)
				return true;
			const many = list.length > MANY && !this.single &&
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
			await this.done({ drop: empty });
		return made.map(p => p.op).filter(o => !empty.includes(o));
	}

	/** Writes what follows from an answer, then shows it.
	 * @param {{changes?: import('./types').Change[], drop?: Op[], put?: Op[]}} b */
	async done(b) {
		const { db, store, tell, changed } = this.host;

		await db.settle(b);
		store.apply(b.changes ?? []);
		b.drop?.forEach(o => store.drop(o.id));
		b.put?.forEach(o => store.replace(o));
		tell({ type: 'done', changes: b.changes, add: b.put,
		    drop: b.drop?.map(o => o.id) });
		changed();
	}

	/** Sends a few, each by itself.
	 * @param {Op[]} ops @param {Op[]} all */
	async few(ops, all) {
		const claimed = await this.claim(ops, all);

		if (!claimed)
			return this.refresh();
		claimed.forEach(o => this.flying.add(o.id));
		try {
			const went = await Promise.all(claimed.map(async op =>
			    this.answered(op, await this.host.http(op.method, op.path,
				op.body, { key: needsKey(op) ? op.key : undefined,
				    ifMatch: op.ifMatch }))));
			return this.proceed(went);
		} finally {
			claimed.forEach(o => this.flying.delete(o.id));
		}
	}

	/** Sends many in one request.
	 * @param {Op[]} ops @param {Op[]} all */
	async many(ops, all) {
		const claimed = await this.claim(ops, all);

		if (!claimed)
			return this.refresh();
		claimed.forEach(o => this.flying.add(o.id));
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
			claimed.forEach(o => this.flying.delete(o.id));
		}
	}

	/** A batch that was refused whole: what is left goes one by one.
	 * @param {Answer} a */
	refused(a) {
		const kind = outcome(/** @type {any} */ ({ path: '', method: 'POST' }), a);

		if (kind === 'retry' || kind === 'ended')
			return this.proceed([{ kind, wait: a.retryAfter }]);
		this.single = true;
		return true;
	}

	/** @param {{kind: string, wait: number | null}[]} went */
	async proceed(went) {
		const wait = went.filter(w => w.kind === 'retry');

		if (went.some(w => w.kind === 'ended'))
			this.ended = true;
		if (wait.length === 0) {
			this.failures = 0;
			if (went.some(w => w.kind === 'stale'))
				return this.host.pull();
			return !this.ended;
		}
		this.failures++;
		this.until = this.host.now() + 1000 * pause(this.failures,
		    Math.max(...wait.map(w => w.wait ?? 0)), Math.random());
		this.busy = wait.some(w => w.wait !== null || /** @type {any} */ (w).busy);
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

	/** What changes the base looks at it, writes and shows as one: nothing else
	 * that does so comes between.
	 * @template T @param {() => Promise<T>} fn @returns {Promise<T>} */
	inTurn(fn) {
		const mine = this.turn.then(fn);

		this.turn = mine.catch(() => {});
		return mine;
	}

	/** @param {Op} op @param {Answer} a */
	answered(op, a) {
		return this.inTurn(() => this.take(op, a));
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
			await this.done({ drop: [op] });
		else if (kind === 'stale')
			await this.done({ put: [{ ...op, tried: false, rev: op.rev + 1,
			    stale: (op.stale ?? 0) + 1 }] });
		else if (kind === 'failed')
			await this.done({ put: [{ ...op, state: 'failed',
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
			await this.rename(id, r.id);
		// An old answer must not raise what was deleted meanwhile.
		const whole = r?.id && WHOLE.includes(kind) && r.updatedAt &&
		    (creates(op) || store.base[kind].has(r.id));
		const alone = op.forward.every(e => e.kind === kind && e.id === id);
		/** @type {import('./types').Change[]} */
		const changes = whole ? store.plan([{ kind, ...r }]) : [];

		if (whole && alone)
			return this.done({ changes, drop: [op] });
		return this.done({ changes, put: [{ ...op, state: 'acked',
		    rev: op.rev + 1 }] });
	}

	/** A tag was there already, by another id.
	 * @param {string} from @param {string} to */
	async rename(from, to) {
		this.aliases.set(from, to);
		await this.host.db.rename(from, to);
		for (const op of [...this.host.store.ops.values()])
			if (op.target.id !== from && JSON.stringify(op).includes(from))
				this.host.store.replace(this.renamed(op));
		this.host.tell({ type: 'alias', from, to });
	}

	/** How many actions are not yet sent. */
	unsent() {
		const acts = new Set();

		for (const op of this.host.store.ops.values())
			if (op.state === 'waiting')
				op.acts.forEach(a => acts.add(a));
		return acts.size;
	}
}

/** @param {Op} a @param {Op} b */
const joined = (a, b) => mergeable(a, b) ? { ...mergeOps(a, b),
	rev: a.rev + 1 } : null;

/** DELETE and PUT may be repeated as they are.
 * @param {Op} op */
const needsKey = op => op.method === 'POST' || op.method === 'PATCH';

/** A row of a batch's answer, as an answer by itself.
 * @param {any} row @returns {Answer} */
const ofRow = row => ({ status: row?.status ?? 0, body: row?.body ?? null,
	code: row?.body?.code ?? null, etag: row?.headers?.ETag ?? null,
	link: row?.headers?.Link ?? null,
	retryAfter: +row?.headers?.['Retry-After'] || null });
