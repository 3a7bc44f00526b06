// One random walk: two pages of one user, a service, a connection that loses and
// reorders requests and replies, pages that are killed and started again.

import assert from 'node:assert/strict';
import { Service } from './service.mjs';
import { Client, shown } from './client.mjs';
import { PARENT } from '../../../../www/js/data/kinds.js';
import { disk } from './memdb.mjs';
import { random } from './random.mjs';
import { createRecord, createTask, deleteRecord, moveTask, neighborsOf,
	patchRecord, patchTask, reorderRecord, taskPath } from
	'../../../../www/js/mutations/operations.js';
import { uuid } from '../../../../www/js/data/uuid.js';

/** @typedef {{key: string, field: string, value: any, by: number, n: number}} Claim */

class Walk {
	/** @param {number} seed */
	constructor(seed) {
		this.random = random(seed);
		this.service = new Service();
		this.disks = [disk(), disk()];
		/** @type {Client[]} */
		this.pages = [];
		/** @type {Promise<any>[]} */
		this.out = [];
		/** @type {Claim[]} what was on the disk */
		this.claims = [];
		/** @type {Claim[]} what may have come to the disk */
		this.tries = [];
		/** @type {Set<string>} deleted by an action, permanently or for a while */
		this.deleted = new Set();
		/** @type {Set<string>} undone */
		this.undone = new Set();
		/** @type {Map<string, any>} actions by their first op */
		this.acts = new Map();
		/** @type {string[]} the notices of pages */
		this.shownNotices = [];
		this.n = 0;
	}

	async begin() {
		for (const id of ['l1', 'l2'])
			this.service.create('list', '', { id, title: id });
		for (const i of [0, 1])
			this.pages[i] = await this.page(i);
		for (const p of this.pages)
			await p.sync();
	}

	/** @param {number} i */
	async page(i) {
		const p = await new Client(this.service, this.disks[i], this.random)
			.load();

		p.faults = 0.3;
		return this.watch(p);
	}

	/** @template T @param {T[]} a @returns {T} */
	any(a) {
		return a[Math.floor(this.random() * a.length)];
	}

	/** Does an action, and remembers what it claims once it is committed.
	 * @param {number} i @param {any} pair
	 * @param {Omit<Claim, 'by' | 'n'>[]} claims @param {boolean} [keep] not undone */
	act(i, pair, claims, keep = false) {
		const page = this.pages[i], n = ++this.n;
		const done = keep ? page.outbox.enqueue(pair.forward, uuid()).committed :
		    page.undo.run([pair], { key: 'x' });

		if (!keep)
			this.acts.set(/** @type {any} */ (page.undo.past.at(-1)).ids[0],
			    { n, pair });
		const all = claims.map(c => ({ ...c, by: i, n }));
		this.tries.push(...all);
		this.out.push(done.then(() => this.claims.push(...all)));
	}

	/** @param {number} i */
	add(i) {
		const s = this.pages[i].store, listId = this.any([...s.view.list.keys()]);
		const id = uuid(), title = 'T' + ++this.n;

		if (!listId)
			return;
		const rows = this.tasks(s, listId);
		const tag = this.random() < 0.3 && this.any([...s.view.tag.keys()]);
		this.act(i, createTask(s, { id, listId, title, position: 'top',
		    ...(tag ? { tagIds: [tag] } : {}), ...(this.random() < 0.3 ?
		    { myDay: '2027-01-15', steps: [{ id: uuid(), title: 's' }] } : {}) },
		    { ...this.by(), rank: rows[0] ? 'Z' + this.n : 'a0' }),
		    [{ key: 'task/' + id, field: 'title', value: title }]);
	}

	by() {
		return { me: 'u', now: this.service.stamp(), rank: '' };
	}

	tasks(s, listId) {
		return [...s.view.task.values()].filter(t => t.listId === listId)
			.sort((a, b) => a.rank < b.rank ? -1 : 1);
	}

	/** @param {number} i @param {(s: any, t: any) => void} fn */
	withTask(i, fn) {
		const s = this.pages[i].store, t = this.any([...s.view.task.values()]);

		if (t)
			fn(s, t);
	}

	/** @param {number} i */
	edit(i) {
		this.withTask(i, (s, t) => {
			const field = this.any(['title', 'dueDate', 'done', 'starred']);
			const value = field === 'title' ? 'E' + ++this.n :
			    field === 'dueDate' ? '2027-02-' + (10 + ++this.n % 18) :
			    !t[field];
			this.act(i, patchTask(s, t, { [field]: value }, this.by()),
			    [{ key: 'task/' + t.id, field, value }]);
		});
	}

	/** Adds a line to the notes: at either end, or in the middle.
	 * @param {number} i */
	note(i) {
		this.withTask(i, (s, t) => {
			const lines = t.notes ? t.notes.split('\n') : [];
			const line = 'N' + ++this.n;
			lines.splice(Math.floor(this.random() * (lines.length + 1)), 0, line);
			this.act(i, patchTask(s, t, { notes: lines.join('\n') }, this.by()),
			    [{ key: 'task/' + t.id, field: 'line', value: line }], true);
		});
	}

	/** @param {number} i */
	remove(i) {
		this.withTask(i, (s, t) => {
			this.deleted.add('task/' + t.id);
			this.act(i, deleteRecord(s, 'task', t, taskPath(t),
			    ['list/' + t.listId]), []);
		});
	}

	/** @param {number} i */
	move(i) {
		this.withTask(i, (s, t) => {
			const to = this.any([...s.view.list.keys()].filter(l =>
			    l !== t.listId));
			if (to)
				this.act(i, moveTask(s, t, to, { position: 'top' },
				    { eligible: true, rank: 'Y' + ++this.n },
				    neighborsOf(this.tasks(s, t.listId), t.id)), []);
		});
	}

	/** @param {number} i */
	order(i) {
		this.withTask(i, (s, t) => {
			const rows = this.tasks(s, t.listId).filter(r => r !== t);
			const at = Math.floor(this.random() * rows.length);
			if (rows.length)
				this.act(i, reorderRecord(s, 'task', t, taskPath(t),
				    { beforeId: rows[at].id, afterId: rows[at + 1]?.id },
				    neighborsOf(this.tasks(s, t.listId), t.id),
				    { writes: ['task/' + t.id, 'order/' + t.listId],
					reads: ['list/' + t.listId] }), []);
		});
	}

	/** @param {number} i */
	tag(i) {
		const s = this.pages[i].store, name = this.any(['x', 'y', 'z']);
		let id = [...s.view.tag.values()].find(t => t.name === name)?.id;

		if (!id) {
			id = uuid();
			this.act(i, createRecord('tag', { id, name }, '/me/tags', { id, name },
			    [{ kind: 'tag', id, put: { id, name } }], [], []), [], true);
		}
		this.withTask(i, (s2, t) => {
			const has = s2.get('taskTags', t.id)?.tagIds.includes(id);
			const one = (/** @type {string[]} */ add,
			    /** @type {string[]} */ remove) => ({ method: 'PUT',
				path: `/tasks/${t.id}/tags`, body: { tagIds: [] },
				target: { kind: 'taskTags', id: t.id },
				writes: ['task/' + t.id], reads: ['tag/' + id],
				forward: [{ kind: 'taskTags', id: t.id,
				    tags: { add, remove } }] });
			this.act(i, has ? { forward: [one([], [id])], back: [one([id], [])] } :
			    { forward: [one([id], [])], back: [one([], [id])] }, []);
		});
	}

	/** @param {number} i */
	day(i) {
		this.withTask(i, (s, t) => {
			const on = s.get('myDay', t.id);
			const one = (/** @type {boolean} */ put) => ({
				method: put ? 'PUT' : 'DELETE', path: '/me/my-day/' + t.id,
				body: put ? { addedOn: '2027-01-15' } : null,
				target: { kind: 'myDay', id: t.id }, writes: ['task/' + t.id],
				reads: [], forward: [put ? { kind: 'myDay', id: t.id, set: {
				    taskId: t.id, addedOn: '2027-01-15' } } :
				    { kind: 'myDay', id: t.id, del: true }] });
			this.act(i, { forward: [one(!on)], back: [one(!!on)] }, []);
		});
	}

	/** @param {number} i */
	list(i) {
		const s = this.pages[i].store, l = this.any([...s.view.list.values()]);
		const title = 'L' + ++this.n;

		if (!l || this.random() < 0.4) {
			const id = uuid(), row = { id, title, groupId: null, rank: 'b' };
			return this.act(i, createRecord('list', row, '/lists', { id, title },
			    [{ kind: 'list', id, put: row }], ['order/lists'], []),
			    [{ key: 'list/' + id, field: 'title', value: title }]);
		}
		if (this.random() < 0.4) {
			for (const t of s.view.task.values())
				if (t.listId === l.id)
					this.deleted.add('task/' + t.id);
			this.deleted.add('list/' + l.id);
			return this.act(i, deleteRecord(s, 'list', l, '/lists/' + l.id, []), []);
		}
		this.act(i, patchRecord('/lists/' + l.id, { kind: 'list', id: l.id }, l,
		    { title }, { title }, { writes: ['list/' + l.id], reads: [] }, 'x'),
		    [{ key: 'list/' + l.id, field: 'title', value: title }]);
	}

	/** @param {number} i */
	undo(i) {
		this.out.push(this.pages[i].undo.undo());
	}

	/** Remembers what an undo takes back, should the page die over it.
	 * @param {Client} p */
	watch(p) {
		const withdraw = p.outbox.withdraw.bind(p.outbox);

		p.outbox.withdraw = ids => {
			const { n, pair } = this.acts.get(ids[0]);
			this.undone.add(n);
			for (const o of pair.back)
				if (o.method === 'DELETE')
					this.deleted.add(o.target.kind + '/' + o.target.id);
			return withdraw(ids);
		};
		return p;
	}

	/** @param {number} i */
	async restart(i) {
		const old = this.pages[i];

		old.kill();
		this.shownNotices.push(...old.notices.map(n => JSON.stringify(n)));
		this.pages[i] = await this.page(i);
	}

	async step() {
		const i = this.random() < 0.5 ? 0 : 1, r = this.random();
		const table = /** @type {[number, (i: number) => any][]} */ ([
			[0.16, this.add], [0.3, this.edit], [0.38, this.note],
			[0.42, this.remove], [0.46, this.move], [0.5, this.order],
			[0.55, this.tag], [0.59, this.day], [0.62, this.list],
			[0.66, this.undo], [0.7, this.restart],
			[0.95, j => { this.out.push(this.pages[j].sync()); }],
			[1, j => { this.pages[j].online = !this.pages[j].online; }]]);

		await /** @type {any} */ (table.find(([p]) => r < p))[1].call(this, i);
		for (let k = this.random() * 12; k > 0; k--)
			await null;
		if (this.random() < 0.3)
			await new Promise(yes => setImmediate(yes));
	}

	/** All faults end, and all that waits goes. */
	async rest() {
		const now = new Promise(yes => setTimeout(yes, 2));

		await now;
		for (const p of this.pages)
			p.faults = 0, p.online = true;
		for (let k = 0; k < 6; k++)
			for (const p of this.pages) {
				await p.outbox.committing;
				await p.sync();
			}
		for (const p of this.pages)
			await p.puller.pull();
	}

	check() {
		const [a, b] = this.pages.map(p => shown(p.store));
		const failed = this.pages.flatMap(p => [...p.store.ops.values()]);

		for (const o of failed)
			assert.equal(o.state, 'failed', 'nothing waits: ' +
			    JSON.stringify(o));
		assert.deepEqual(a, b, 'the pages agree');
		for (const { base } of this.pages.map(p => p.store))
			for (const [kind, up] of Object.entries(PARENT))
				for (const [id, r] of base[kind])
					assert.ok(base[up.kind].has(r[up.by]),
					    `${kind} ${id} hangs on nothing`);
		const s = Object.fromEntries(Object.keys(a).map(kind => [kind,
		    this.service.live(kind)]));
		for (const kind of ['list', 'task', 'step', 'tag', 'myDay'])
			assert.deepEqual(new Map(a[kind].map(([id, r]) => [id, r.title])),
			    new Map(s[kind].map(r => [r.id ?? r.taskId, r.title])
				.sort((x, y) => x[0] < y[0] ? -1 : 1)), 'the service agrees');
		this.kept(failed);
	}

	/** No change that was on the disk is missing.
	 * @param {any[]} failed */
	kept(failed) {
		const notices = this.shownNotices.concat(this.pages.flatMap(p =>
		    p.notices.map(n => JSON.stringify(n)))).join('\n');
		const review = JSON.stringify(failed);

		for (const c of this.claims) {
			const later = this.tries.some(d => d.n > c.n && d.by === c.by &&
			    d.key === c.key && d.field === c.field);
			const had = c.field === 'line' ? this.line(c) :
			    this.service.history.has(c.key + ' ' + c.field + ' ' +
				JSON.stringify(c.value)) || later;
			assert.ok(had || this.undone.has(c.n) || this.deleted.has(c.key) ||
			    review.includes(JSON.stringify(c.value).slice(1, -1)) &&
			    review.includes(c.key.split('/')[1]) ||
			    notices.includes(c.key.split('/')[1]) &&
			    notices.includes(`"${c.field}":${JSON.stringify(c.value)}`),
			    'missing: ' + JSON.stringify(c));
		}
	}

	/** A line of notes is there still, if its task is.
	 * @param {Claim} c */
	line(c) {
		const t = this.service.records.get(c.key);

		return t && (t.deletedAt || !this.service.reached('task', t) ||
		    (t.notes ?? '').split('\n').includes(c.value));
	}
}

/** @param {number} seed @param {number} [steps] */
export async function walk(seed, steps = 40) {
	const w = new Walk(seed);

	await w.begin();
	for (let i = 0; i < steps; i++)
		await w.step();
	await w.rest();
	w.check();
	return w;
}
