// A page without a window: replica, outbox and sync, with a disk and a service.

import { Store } from '../../../../www/js/data/store.js';
import { Outbox } from '../../../../www/js/outbox/outbox.js';
import { Puller } from '../../../../www/js/sync/pull.js';
import { Undo } from '../../../../www/js/outbox/undo.js';
import { uuid } from '../../../../www/js/data/uuid.js';
import { MemDb } from './memdb.mjs';

const never = new Promise(() => {});

export class Client {
	/** @param {import('./service.mjs').Service} service
	 * @param {import('./memdb.mjs').Disk} disk @param {() => number} random */
	constructor(service, disk, random) {
		this.service = service;
		this.random = random;
		this.store = new Store();
		this.db = new MemDb(disk, random);
		/** @type {any[]} */
		this.notices = [];
		/** @type {any[]} */
		this.conflicts = [];
		this.faults = 0;
		this.online = true;
		const host = { store: this.store, db: /** @type {any} */ (this.db),
			http: this.http.bind(this), now: () => service.now(),
			redraw: () => {}, broadcast: () => {}, onProgress: () => {},
			onTaskLost: () => {}, notify: n => this.notices.push(n),
			saveConflict: async c => void this.conflicts.push(c),
			pull: () => this.puller.pull() };
		this.outbox = new Outbox(/** @type {any} */ (host));
		this.undo = new Undo(this.outbox, uuid);
		this.puller = new Puller(/** @type {any} */ (Object.assign(host,
		    { outbox: this.outbox })), null);
	}

	async load() {
		const { changes, ops, meta } = await this.db.load();

		this.store.apply(/** @type {any} */ (changes));
		ops.forEach(o => this.store.add(o));
		this.puller.since = meta.since ?? null;
		return this;
	}

	async ticks() {
		for (let i = this.random() * 8; i > 0; i--)
			await null;
		if (this.db.dead)
			await never;
	}

	async http(method, path, body, o = {}) {
		const none = { status: 0, body: null, code: null, etag: null, link: null,
			retryAfter: null };
		const text = JSON.stringify(body ?? null);

		await this.ticks();
		const luck = this.random();
		if (!this.online || luck < this.faults / 3)
			return none;
		if (luck < this.faults / 2)
			return { ...none, status: 503, code: 'busy' };
		const a = this.service.handle(method, path, JSON.parse(text), o);
		await this.ticks();
		if (luck < this.faults)
			return none;
		return { ...none, ...structuredClone(a), code: a.body?.code ?? null };
	}

	/** Fetches, sends, and fetches what came of it. */
	async sync() {
		this.outbox.retryAt = 0;
		if (!await this.puller.pull())
			return false;
		return await this.outbox.flush() && this.puller.pull();
	}

	/** The page is gone, with what it had not committed. */
	kill() {
		this.db.dead = true;
	}
}

/** What a store shows, to be compared.
 * @param {Store} store */
export const shown = store => Object.fromEntries(Object.entries(store.view)
	.map(([kind, map]) => [kind, [...map].filter(([, r]) => kind !== 'taskTags' ||
	    r.tagIds.length).map(([id, { updatedAt: _, ...r }]) => [id,
	    kind === 'taskTags' ? { ...r, tagIds: [...r.tagIds].sort() } : r])
	    .sort((a, b) => a[0] < b[0] ? -1 : 1)]));
