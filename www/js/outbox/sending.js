// Sends operations, in order for each record, and applies the answers.  What the service
// refuses stays in the outbox for the user to decide.

import { feedToChanges } from '../data/feed-changes.js';
import { keyOf } from '../data/kinds.js';
import { UNCOMMITTED } from '../data/store.js';
import { classifyAnswer, isCreation, retryDelay } from './answers.js';
import { adaptRequest, byWrites, MAX_PARALLEL, mergeFollowing, selectBatch, selectNext }
	from './next-requests.js';

import { followSuccessor } from './successors.js';

/** @typedef {import('../data/types').Op} Op
 * @typedef {import('../data/types').Answer} Answer
 * @typedef {import('./next-requests.js').Adapted} Adapted
 * @typedef {import('./outbox.js').Host} Host */

/** Kinds whose whole record an answer contains; the feed brings the others. */
const RETURNED_WHOLE = ['list', 'group', 'task', 'step', 'tag'];

export class Sending {
	/** @param {import('./outbox.js').Outbox} box */
	constructor(box) {
		this.outbox = box;
		this.host = box.host;
	}

	async run() {
		for (;;) {
			const waiting = this.outbox.waiting();
			const all = waiting.filter(o => o.method !== 'UPLOAD' ||
			    !this.outbox.inFlight.has(o.id));
			const list = all.filter(o => o.method !== 'UPLOAD');
			const nextOf = (/** @type {number} */ n) => selectNext(waiting.slice(0, n))
				.filter(o => o.method !== 'UPLOAD' && !this.outbox.inFlight.has(o.id));
			if (this.outbox.sessionEnded || this.outbox.retryAt > this.host.now())
				return list.length === 0;
			if (list.length > MAX_PARALLEL && !this.outbox.noBatch &&
			    nextOf(waiting.indexOf(list[0]) + 1).length) {
				if (!await this.sendBatch(selectBatch(list), all))
					return false;
				continue;
			}
			const now = nextOf(waiting.length);
			if (now.length === 0)
				return true;
			if (!await this.sendEach(now.slice(0, MAX_PARALLEL), all))
				return false;
		}
	}

	/** Prepares operations and marks them as sent.
	 * @param {Op[]} ops @param {Op[]} all
	 * @returns {Promise<Op[] | null>} null: another tab changed some */
	async claim(ops, all) {
		const { db, store } = this.host;
		/** @type {Adapted[]} */
		const made = [];
		/** @type {Op[]} */
		const merged = [];
		/** @type {Op[]} */
		const old = [];
		const following = byWrites(ops, all);

		for (const op of ops) {
			if (merged.includes(op))
				continue;
			const [one, more] = mergeFollowing(op, following(op));
			merged.push(...more);
			old.push(op);
			made.push(adaptRequest(one, store));
		}
		const fresh = made.filter((p, i) => p.op !== old[i]).map(p => p.op);
		const check = fresh.map(op => ({ op, was: /** @type {Op} */ (
		    store.ops.get(op.id)).rev }));
		if ((fresh.length || merged.length) && !await db.claim(check, merged))
			return null;
		merged.forEach(o => store.drop(o.id));
		fresh.forEach(o => store.replace(o));
		this.host.broadcast({ type: 'ops', add: fresh, drop: merged.map(o => o.id) });
		await this.notifyDecisions(made);
		return this.dropEmpty(made);
	}

	/** Notifies the user of what was decided for them.
	 * @param {Adapted[]} made */
	async notifyDecisions(made) {
		const { store, saveConflict, notify } = this.host;

		for (const p of made) {
			const t = store.base.task.get(p.op.target.id);
			if (p.conflict)
				await saveConflict(p.conflict);
			for (const fields of p.values)
				notify({ kind: 'theirs', taskId: t.id, field: fields[0],
				    value: t[fields[0]], mine: Object.fromEntries(
				    fields.map(f => [f, p.was?.[f] ?? null])) });
		}
	}

	/** Removes operations without any field left, and returns the others.
	 * @param {Adapted[]} made */
	async dropEmpty(made) {
		const empty = made.filter(p => p.op.method === 'PATCH' && p.op.body &&
		    Object.keys(p.op.body).length === 0).map(p => p.op);

		if (empty.length)
			await this.outbox.applyResult({ drop: empty });
		return made.map(p => p.op).filter(o => !empty.includes(o));
	}

	/** Sends operations, each in its own request.
	 * @param {Op[]} ops @param {Op[]} all */
	async sendEach(ops, all) {
		const claimed = await this.claim(ops, all);

		if (!claimed)
			return this.refresh();
		claimed.forEach(o => this.outbox.inFlight.add(o.id));
		try {
			const went = await Promise.all(claimed.map(async op =>
			    this.queueAnswers([[op, await this.host.http(op.method, op.path,
				op.body, { key: needsKey(op) ? op.key : undefined,
				    ifMatch: op.ifMatch })]])));
			return this.afterAnswers(went.flat());
		} finally {
			claimed.forEach(o => this.outbox.inFlight.delete(o.id));
		}
	}

	/** Sends operations in one request.
	 * @param {Op[]} ops @param {Op[]} all */
	async sendBatch(ops, all) {
		const claimed = await this.claim(ops, all);

		if (!claimed)
			return this.refresh();
		claimed.forEach(o => this.outbox.inFlight.add(o.id));
		try {
			const a = await this.host.http('POST', '/batch', { requests:
			    claimed.map(o => ({ method: o.method, path: o.path,
				...(o.body === null ? {} : { body: o.body }),
				...(needsKey(o) ? { idempotencyKey: o.key } : {}),
				...(o.ifMatch ? { ifMatch: o.ifMatch } : {}) })) });
			if (a.status !== 200)
				return this.onBatchRefused(a);
			return this.afterAnswers(await this.queueAnswers(claimed.map((op, i) =>
			    [op, toAnswer(a.body.responses[i])])));
		} finally {
			claimed.forEach(o => this.outbox.inFlight.delete(o.id));
		}
	}

	/** After a whole batch was refused, operations are sent one by one.
	 * @param {Answer} a */
	onBatchRefused(a) {
		const kind = classifyAnswer(/** @type {any} */ ({ path: '', method: 'POST' }), a);

		if (kind === 'retry' || kind === 'ended')
			return this.afterAnswers([{ kind, wait: a.retryAfter }]);
		this.outbox.noBatch = true;
		return true;
	}

	/** @param {{kind: string, wait: number | null}[]} went */
	async afterAnswers(went) {
		const wait = went.filter(w => w.kind === 'retry');

		if (went.some(w => w.kind === 'ended'))
			this.outbox.sessionEnded = true;
		if (wait.length === 0) {
			this.outbox.failures = 0;
			if (went.some(w => w.kind === 'stale'))
				return this.host.pull();
			return !this.outbox.sessionEnded;
		}
		this.outbox.failures++;
		this.outbox.retryAt = this.host.now() + 1000 * retryDelay(this.outbox.failures,
		    Math.max(...wait.map(w => w.wait ?? 0)), Math.random());
		this.outbox.busy = wait.some(w => w.wait !== null || /** @type {any} */ (w).busy);
		return false;
	}

	/** Reads again what another tab changed.  What this tab creates or finishes
	 * meanwhile stays as it is. */
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

	/** @param {[Op, Answer][]} answers */
	queueAnswers(answers) {
		return this.outbox.serialize(() => this.applyAnswers(answers));
	}

	/** Applies answers.  Those to operations on different records are stored together.
	 * @param {[Op, Answer][]} answers */
	async applyAnswers(answers) {
		/** @type {Required<Result>[]} */
		let results = [];
		const went = [], keys = new Set();
		const store = async () => {
			const one = (/** @type {keyof Result} */ k) =>
				results.flatMap(r => /** @type {any[]} */ (r[k]));
			if (results.length)
				await this.outbox.applyResult(/** @type {any} */ ({
				    changes: one('changes'), drop: one('drop'), put: one('put') }));
			results = [];
			keys.clear();
		};

		for (const [op, a] of answers) {
			const kind = classifyAnswer(op, a), key = keyOf(op.target.kind, op.target.id);
			went.push({ kind, wait: a.retryAfter, busy: a.status >= 429 });
			if (keys.has(key) || kind === 'done' && movesIds(op, a))
				await store();
			// The feed may have brought it meanwhile, and later changes, too.
			if (this.host.store.ops.get(op.id)?.state !== 'waiting' ||
			    kind === 'ended' || kind === 'retry')
				continue;
			results.push({ ...NO_RESULT, ...kind === 'done' ?
			    await this.acknowledge(op, a) : refusal(kind, op, a) });
			keys.add(key);
		}
		await store();
		return went;
	}

	/** Returns what follows from a success.
	 * @param {Op} op @param {Answer} a @returns {Promise<Result>} */
	async acknowledge(op, a) {
		const { store } = this.host, { kind, id } = op.target;
		const r = a.body;

		if (kind === 'tag' && isCreation(op) && r?.id && r.id !== id)
			await this.outbox.renameId(id, r.id);
		// An old answer must not restore what was deleted meanwhile.
		const whole = r?.id && RETURNED_WHOLE.includes(kind) && r.updatedAt &&
		    (isCreation(op) || store.base[kind].has(r.id));
		if (op.next)
			await followSuccessor(this.outbox, op, a.link);
		const alone = op.forward.every(e => e.kind === kind && e.id === id);
		/** @type {import('../data/types').Change[]} */
		const changes = whole ? feedToChanges(store, [{ kind, ...r }]) : [];

		return whole && alone ? { changes, drop: [op] } : { changes,
		    put: [{ ...op, state: 'acked', rev: op.rev + 1 }] };
	}
}

/** What follows from an answer.
 * @typedef {{changes?: import('../data/types').Change[], drop?: Op[], put?: Op[]}} Result */
const NO_RESULT = { changes: [], drop: [], put: [] };

/** Whether an answer may change the ids in other operations.
 * @param {Op} op @param {Answer} a */
const movesIds = (op, a) => !!op.next || op.target.kind === 'tag' && isCreation(op) &&
	a.body?.id !== op.target.id;

/** Returns what follows from a refusal.
 * @param {string} kind @param {Op} op @param {Answer} a @returns {Result} */
function refusal(kind, op, a) {
	if (kind === 'quiet')
		return { drop: [op] };
	return { put: [kind === 'stale' ? { ...op, tried: false, rev: op.rev + 1,
	    stale: (op.stale ?? 0) + 1 } : { ...op, state: 'failed', rev: op.rev + 1,
	    error: { status: a.status, code: a.code ?? 'internal', detail: a.body?.detail,
		errors: a.body?.errors } }] };
}

/** Whether a request needs an Idempotency-Key; DELETE and PUT can be repeated.
 * @param {Op} op */
const needsKey = op => op.method === 'POST' || op.method === 'PATCH';

/** Returns a row of a batch's answer as an answer.
 * @param {any} row @returns {Answer} */
const toAnswer = row => ({ status: row?.status ?? 0, body: row?.body ?? null,
	code: row?.body?.code ?? null, etag: row?.headers?.ETag ?? null,
	link: row?.headers?.Link ?? null,
	retryAfter: +row?.headers?.['Retry-After'] || null });
