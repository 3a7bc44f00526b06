// Fetches changes, page after page.  Each page is stored together with its `next`
// before it is shown, while the next page is being fetched.

import { feedToChanges, findOrphans } from '../data/feed-changes.js';
import { keyOf } from '../data/kinds.js';
import { isCreation, MUST_ENROL } from '../outbox/answers.js';

/** @typedef {import('../data/types').Op} Op
 * @typedef {import('../data/types').Answer} Answer
 * @typedef {import('../outbox/outbox.js').Host & {outbox: import('../outbox/outbox.js').Outbox,
 *   onProgress: (fetched: number) => void, onTaskLost: (task: any) => void,
 *   partial: boolean}} PullHost partial: whether the first fetch has not ended */

export class Puller {
	/** @param {PullHost} host @param {string | null} since */
	constructor(host, since) {
		this.host = host;
		this.since = since;
		/** @type {string | null} */
		this.etag = null;
		/** @type {string | null} */
		this.etagSince = null;
		/** @type {Promise<boolean> | null} */
		this.nextRun = null;
		/** Whether a list or task was lost since the end of a fetch. */
		this.mayHaveOrphans = true;
		/** Whether this is the first fetch, of everything. */
		this.first = since === null;
		/** @type {Answer | null} the answer to the last pull, if it failed */
		this.failure = null;
		/** @type {Promise<boolean> | null} */
		this.running = null;
	}

	/** Fetches all changes.  A pull that is running may miss changes made since it
	 * started, so a call meanwhile pulls once more.
	 * @returns {Promise<boolean>} whether it succeeded */
	pull() {
		if (!this.running)
			return this.running = this.pullAll().finally(() =>
			    this.running = null);
		return this.nextRun ??= this.running.then(() => {
			this.nextRun = null;
			return this.pull();
		});
	}

	/** Requests a page.  In the first fetch the service chooses its size.
	 * @param {string | null} since @returns {Promise<Answer>} */
	fetch(since) {
		const query = [this.first ? '' : 'limit=1000', since === null ? '' :
		    'since=' + encodeURIComponent(since)].filter(Boolean).join('&');
		const path = '/me/changes' + (query && '?' + query);

		return this.host.http('GET', path, null, { timeout: 120000,
			ifNoneMatch: since !== null && this.etag && this.etagSince === since ?
			    this.etag : undefined });
	}

	/** @returns {Promise<boolean>} */
	async pullAll() {
		const { store, outbox } = this.host;
		const acked = [...store.ops.values()].filter(o => o.state === 'acked');
		const asked = this.since;
		const first = this.first = asked === null;
		let next = this.fetch(this.since), fetched = 0;

		for (;;) {
			const a = await next;
			if (a.status === 410) {
				await this.restart();
				return this.pullAll();
			}
			if (a.status !== 200 && a.status !== 304) {
				this.failure = a;
				if (a.status === 401 || a.code === MUST_ENROL)
					outbox.sessionEnded = true;
				return false;
			}
			const { items = [], more = false, next: at = this.since } =
			    a.body ?? {};
			if (more)
				next = this.fetch(at);
			fetched += items.length;
			await outbox.serialize(() => this.applyPage(items, at, first,
			    more ? null : acked));
			this.host.onProgress(fetched);
			if (!more) {
				this.failure = null;
				this.first = false;
				this.etag = a.etag;
				this.etagSince = asked === at ? at : null;
				return true;
			}
		}
	}

	/** Stores a page, then shows it.
	 * @param {any[]} items @param {string} at @param {boolean} first
	 * @param {Op[] | null} acked operations that the feed contains by now; null:
	 * more pages follow */
	async applyPage(items, at, first, acked) {
		const { store, db, broadcast, redraw } = this.host;
		const changes = feedToChanges(store, items);

		this.mayHaveOrphans ||= changes.some(([key, r]) => !r &&
		    /^(list|task)\//.test(key));

		const drop = (acked ?? []).filter(o => store.ops.get(o.id)?.state === 'acked')
			.map(o => /** @type {Op} */ (store.ops.get(o.id)));
		const put = this.confirmCreated(new Set(items.map(i =>
		    keyOf(i.kind, i.id ?? ''))));

		const partial = this.host.partial && !acked;
		if (changes.length || drop.length || put.length || at !== this.since ||
		    partial !== this.host.partial) {
			const meta = { since: at, partial };
			if (first)
				await db.appendPage(changes, meta);
			if (!first || drop.length || put.length)
				await db.commit({ changes: first ? [] : changes, drop, put, meta });
			const lost = this.tasksToLose(changes), lists = this.listsToLose(changes);
			store.apply(changes);
			drop.forEach(o => store.drop(o.id));
			put.forEach(o => store.replace(o));
			this.since = at;
			this.host.partial = partial;
			if (!first)
				broadcast({ type: 'done', changes, since: at, partial, add: put,
				    drop: drop.map(o => o.id) });
			lost.filter(t => !store.get('task', t.id)).forEach(this.host.onTaskLost);
			lists.forEach(l => this.host.notify({ kind: 'unshared',
			    listId: l.id, title: l.title }));
			redraw();
		}
		if (acked && this.mayHaveOrphans)
			await this.pruneOrphans();
		if (acked && first)
			broadcast({ type: 'fetched' });
	}

	/** Removes what a lost task or list has left. */
	async pruneOrphans() {
		const { store, db, broadcast } = this.host;
		const changes = findOrphans(store);

		this.mayHaveOrphans = false;
		if (changes.length === 0)
			return;
		await db.commit({ changes });
		store.apply(changes);
		broadcast({ type: 'done', changes });
	}

	/** Returns the shared lists that changes will remove.
	 * @param {import('../data/types').Change[]} changes */
	listsToLose(changes) {
		return changes.filter(([key, r]) => !r && key.startsWith('list/'))
		    .map(([key]) => this.host.store.get('list', key.slice(5)))
		    .filter(l => l && l.role !== 'owner');
	}

	/** Returns the tasks that changes will remove.
	 * @param {import('../data/types').Change[]} changes */
	tasksToLose(changes) {
		const { store } = this.host;

		return changes.length > 2000 ? [] : changes
		    .filter(([key, r]) => !r && key.startsWith('task/'))
		    .map(([key]) => store.raw('task', key.slice(5))).filter(Boolean);
	}

	/** Returns, as acked, the creations of records that the feed contains.  Their answer
	 * was lost.  Sending them again would restore what was deleted since.
	 * @param {Set<string>} keys */
	confirmCreated(keys) {
		return [...this.host.store.ops.values()].filter(o => o.tried &&
		    o.state === 'waiting' && isCreation(o) && keys.has(keyOf(o.target.kind, o.target.id)))
		    .map(o => ({ ...o, state: /** @type {const} */ ('acked'),
			rev: o.rev + 1 }));
	}

	/** Empties the replica because `since` is too old; then everything is fetched. */
	async restart() {
		const { store, db, broadcast } = this.host;

		await db.clear();
		this.since = null;
		this.host.partial = true;
		store.clearBase();
		broadcast({ type: 'empty' });
	}
}
