// Fetching what has changed: page after page, each stored with the place to go
// on from before it is shown.  The next page is fetched meanwhile.

import { keyOf } from './kinds.js';
import { creates } from './queue.js';
import { orphans, plan } from './plan.js';

/** @typedef {import('./types').Op} Op
 * @typedef {import('./http.js').Answer} Answer
 * @typedef {import('./outbox.js').Host & {outbox: import('./outbox.js').Outbox,
 *   progress: (fetched: number) => void, gone: (task: any) => void}} PullHost */

export class Puller {
	/** @param {PullHost} host @param {string | null} since
	 * @param {boolean} [loose] whether something may hang on nothing */
	constructor(host, since, loose = true) {
		this.host = host;
		this.since = since;
		/** @type {string | null} */
		this.etag = null;
		/** @type {string | null} */
		this.tagged = null;
		/** @type {Promise<boolean> | null} */
		this.more = null;
		this.loose = loose;
		/** Whether all is fetched, for the first time. */
		this.first = since === null;
		/** @type {Answer | null} the last that was no success */
		this.trouble = null;
		/** @type {Promise<boolean> | null} */
		this.running = null;
	}

	/** Fetches all there is.  A pull that has begun may have missed what was
	 * done since: whoever asks meanwhile gets one more.
	 * @returns {Promise<boolean>} whether it got through */
	pull() {
		if (!this.running)
			return this.running = this.all().finally(() =>
			    this.running = null);
		return this.more ??= this.running.then(() => {
			this.more = null;
			return this.pull();
		});
	}

	/** The first time, pages are as large as the service makes them.
	 * @param {string | null} since @returns {Promise<Answer>} */
	fetch(since) {
		const query = [this.first ? '' : 'limit=1000', since === null ? '' :
		    'since=' + encodeURIComponent(since)].filter(Boolean).join('&');
		const path = '/me/changes' + (query && '?' + query);

		return this.host.http('GET', path, null, { timeout: 120000,
			ifNoneMatch: since !== null && this.etag && this.tagged === since ?
			    this.etag : undefined });
	}

	/** @returns {Promise<boolean>} */
	async all() {
		const { store, outbox } = this.host;
		const acked = [...store.ops.values()].filter(o => o.state === 'acked');
		const asked = this.since;
		const first = this.first = asked === null;
		let next = this.fetch(this.since), fetched = 0;

		for (;;) {
			const a = await next;
			if (a.status === 410) {
				await this.over();
				return this.all();
			}
			if (a.status !== 200 && a.status !== 304) {
				this.trouble = a;
				if (a.status === 401)
					outbox.ended = true;
				return false;
			}
			const { items = [], more = false, next: at = this.since } =
			    a.body ?? {};
			if (more)
				next = this.fetch(at);
			fetched += items.length;
			await outbox.inTurn(() => this.page(items, at, first,
			    more ? null : acked));
			this.host.progress(fetched);
			if (!more) {
				this.trouble = null;
				this.first = false;
				this.etag = a.etag;
				this.tagged = asked === at ? at : null;
				return true;
			}
		}
	}

	/** Stores and shows a page.
	 * @param {any[]} items @param {string} at @param {boolean} first
	 * @param {Op[] | null} acked which the feed has told of by now; null: there
	 * is more to come */
	async page(items, at, first, acked) {
		const { store, db, tell, changed } = this.host;
		const changes = plan(store, items);

		this.loose ||= first || changes.some(([key, r]) => !r &&
		    /^(list|task)\//.test(key));
		const drop = (acked ?? []).filter(o => store.ops.get(o.id)?.state === 'acked')
			.map(o => /** @type {Op} */ (store.ops.get(o.id)));
		const put = this.proven(new Set(items.map(i =>
		    keyOf(i.kind, i.id ?? ''))));

		if (changes.length || drop.length || put.length || at !== this.since) {
			if (first)
				await db.page(changes, { since: at, loose: this.loose });
			if (!first || drop.length || put.length)
				await db.settle({ changes: first ? [] : changes, drop, put,
				    meta: { since: at, loose: this.loose } });
			const gone = this.losing(changes), lists = this.unshared(changes);
			store.apply(changes);
			drop.forEach(o => store.drop(o.id));
			put.forEach(o => store.replace(o));
			this.since = at;
			if (!first)
				tell({ type: 'done', changes, since: at, add: put,
				    drop: drop.map(o => o.id) });
			gone.filter(t => !store.get('task', t.id)).forEach(this.host.gone);
			lists.forEach(l => this.host.notice({ kind: 'unshared',
			    listId: l.id, title: l.title }));
			changed();
		}
		if (acked && this.loose)
			await this.prune(first);
		if (acked && first)
			tell({ type: 'fetched' });
	}

	/** Drops what went with what it hung on.
	 * @param {boolean} first */
	async prune(first) {
		const { store, db, tell } = this.host;
		const changes = orphans(store), gone = first ? [] : this.losing(changes);

		await db.settle({ changes, meta: { loose: false } });
		store.apply(changes);
		this.loose = false;
		tell({ type: 'done', changes });
		gone.forEach(this.host.gone);
	}

	/** Lists of others that are about to be lost.
	 * @param {import('./types').Change[]} changes */
	unshared(changes) {
		return changes.filter(([key, r]) => !r && key.startsWith('list/'))
		    .map(([key]) => this.host.store.get('list', key.slice(5)))
		    .filter(l => l?.role === 'member');
	}

	/** Tasks that are about to be lost.
	 * @param {import('./types').Change[]} changes */
	losing(changes) {
		const { store } = this.host;

		return changes.length > 2000 ? [] : changes
		    .filter(([key, r]) => !r && key.startsWith('task/'))
		    .map(([key]) => store.raw('task', key.slice(5))).filter(Boolean);
	}

	/** What the feed names was made, whether the answer came or not: it is not
	 * sent again, lest it rise from the dead.
	 * @param {Set<string>} keys */
	proven(keys) {
		return [...this.host.store.ops.values()].filter(o => o.tried &&
		    o.state === 'waiting' && creates(o) && keys.has(keyOf(o.target.kind, o.target.id)))
		    .map(o => ({ ...o, state: /** @type {const} */ ('acked'),
			rev: o.rev + 1 }));
	}

	/** The place to go on from is too old: all is fetched again. */
	async over() {
		const { store, db, tell } = this.host;

		await db.empty();
		this.since = null;
		store.empty();
		tell({ type: 'empty' });
	}
}
