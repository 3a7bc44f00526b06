// A small service with the contract's rules as far as the replica sees them:
// unique stamps, the feed with tombstones, ranks, idempotency keys, If-Match,
// batches.  One user.

import { between } from '../../../../www/js/data/rank.js';
import { idOf, parentKey } from '../../../../www/js/data/kinds.js';
import { following } from '../../../../www/js/data/series.js';
import { uuid5 } from '../../../../www/js/data/uuid5.js';

const kinds = { lists: 'list', groups: 'group', tasks: 'task', steps: 'step',
	tags: 'tag' };
const no = (status, code) => ({ status, body: { status, code } });

export class Service {
	constructor() {
		/** @type {Map<string, any>} kind/id → record with deletedAt or without */
		this.records = new Map();
		/** @type {Map<string, {print: string, answer: any}>} */
		this.keys = new Map();
		/** What was ever so: "key field value". @type {Set<string>} */
		this.history = new Set();
		/** @type {Map<string, string[]>} tasks of deleted tags */
		this.sets = new Map();
		this.clock = 0;
		this.today = '2027-01-15';
		/** Of completed tasks: the successor, and the repetition before. @type {Map<string, any>} */
		this.successors = new Map();
		this.requests = 0;
		this.since = '';
	}

	stamp() {
		this.clock += 7;
		return new Date(1.8e12 + Math.floor(this.clock / 1000)).toISOString()
			.replace('Z', String(this.clock % 1000).padStart(3, '0') + 'Z');
	}

	now() {
		return 1.8e12 + Math.floor(this.clock / 1000);
	}

	get(kind, id) {
		const r = this.records.get(kind + '/' + id);

		return r && !r.deletedAt && this.reached(kind, r) ? r : undefined;
	}

	reached(kind, r) {
		const up = parentKey(kind, r);

		return !up || !!this.get(...up.split('/'));
	}

	save(kind, r) {
		const key = kind + '/' + idOf(kind, r);

		for (const [f, v] of Object.entries(r))
			this.history.add(key + ' ' + f + ' ' + JSON.stringify(v));
		if (r.taskId)
			r = { ...r, listId: this.records.get('task/' + r.taskId).listId };
		r = { ...r, updatedAt: this.stamp() };
		this.records.set(key, r);
		return r;
	}

	live(kind) {
		return [...this.records].filter(([k, r]) => k.startsWith(kind + '/') &&
		    !r.deletedAt && this.reached(kind, r)).map(([, r]) => r);
	}

	/** Puts the children of a record into the feed again. */
	touch(kind, id) {
		for (const [k, r] of [...this.records]) {
			const of = k.slice(0, k.indexOf('/'));
			if (!r.deletedAt && parentKey(of, r) === kind + '/' + id)
				this.save(of, r), this.touch(of, idOf(of, r));
		}
	}

	rank(kind, on, at, position, self) {
		const rows = this.live(kind).filter(r => (parentKey(kind, r) ?? '') === on &&
		    r.id !== self).sort((a, b) => a.rank < b.rank ? -1 : 1);
		const i = at?.beforeId ? rows.findIndex(r => r.id === at.beforeId) + 1 :
		    at?.afterId ? rows.findIndex(r => r.id === at.afterId) :
		    position === 'top' ? 0 : rows.length;

		if (at?.beforeId && i === 0 || at?.afterId && i < 0)
			return null;
		return between(rows[i - 1]?.rank ?? null, rows[i]?.rank ?? null);
	}

	changes(since) {
		if (since && since < this.since)
			return no(410, 'since-expired');
		// A task that went out of reach is sent as a tombstone: it may have
		// been moved there.
		const items = [...this.records].map(([k, r]) =>
		    ({ kind: k.slice(0, k.indexOf('/')), ...r })).map(r =>
		    r.kind === 'task' && !r.deletedAt && !this.reached('task', r) ?
			{ ...r, deletedAt: r.updatedAt } : r)
		    .filter(r => since ? r.updatedAt > since && (r.deletedAt ||
			this.reached(r.kind, r)) : !r.deletedAt &&
			this.reached(r.kind, r))
		    .sort((a, b) => a.updatedAt < b.updatedAt ? -1 : 1);
		const some = items.slice(0, this.limit ?? 1000);

		return { status: 200, body: { items: some, more: some.length < items.length,
		    next: some.length < items.length ? some.at(-1).updatedAt :
		    this.stamp() } };
	}

	handle(method, path, body, o = {}) {
		this.requests++;
		if (path.startsWith('/me/changes'))
			return this.changes(new URL('http://h' + path).searchParams
				.get('since'));
		if (path === '/batch')
			return { status: 200, body: { responses: body.requests.map(r => {
				const a = this.handle(r.method, r.path, r.body ?? null,
				    { key: r.idempotencyKey, ifMatch: r.ifMatch });
				return { status: a.status, body: a.body,
				    headers: a.link ? { Link: a.link } : {} };
			}) } };
		const print = method + path + JSON.stringify(body);
		const had = o.key && this.keys.get(o.key);
		if (had)
			return had.print === print ? had.answer :
			    no(409, 'idempotency-key-reused');
		const answer = structuredClone(this.route(method, path, body, o));
		if (o.key && answer.status < 300)
			this.keys.set(o.key, { print, answer });
		return answer;
	}

	route(method, path, body, o) {
		const p = path.slice(1).split('/').map(decodeURIComponent);

		if (p[0] === 'me' && p[1] === 'my-day')
			return this.myDay(method, p[2], body);
		if (p[0] === 'me' && p[1] === 'settings')
			return this.setting(method, p.slice(2).join('/'), body);
		if (p[0] === 'me')
			p.shift();
		let on = '';
		if ((p[0] === 'lists' || p[0] === 'tasks') && p.length > 2 &&
		    (kinds[p[2]] || p[0] === 'tasks')) {
			on = kinds[p[0]] + '/' + p[1];
			if (!this.get(kinds[p[0]], p[1]))
				return no(404, kinds[p[0]] + '-not-found');
			p.splice(0, 2);
		}
		if (p[0] === 'tags' && on)
			return this.tagSet(on.slice(5), body);
		return p.length === 1 ? this.create(kinds[p[0]], on, body) :
		    this.one(method, kinds[p[0]], p[1], p[2], on, body, o);
	}

	create(kind, on, b) {
		const have = this.records.get(kind + '/' + b.id);
		const same = kind === 'tag' && this.live('tag').find(t =>
		    t.name.toLowerCase() === b.name.toLowerCase());

		if (have && (have.deletedAt || (parentKey(kind, have) ?? '') !== on))
			return no(409, 'id-in-use');
		if (have || same)
			return { status: 200, body: have ?? same };
		if (b.tagIds?.some(t => !this.get('tag', t)))
			return no(422, 'unknown-tag');
		const { tagIds, steps, myDay, position, ...f } = b;
		const rest = kind === 'task' ? { done: false, starred: false,
			dueDate: null, dueTime: null, dueZone: null, notes: null,
			notesUpdatedAt: b.notes ? this.stamp() : null, reminderAt: null,
			recurrence: null, recurrenceRule: null, recurrenceFrom: 'due', rotation: null,
			assigneeId: null, listId: on.slice(5) } :
		    kind === 'step' ? { taskId: on.slice(5), done: false } :
		    kind === 'list' ? { groupId: null, role: 'owner' } : {};
		const rank = this.rank(kind, on, null, position ??
		    (kind === 'task' ? 'top' : 'bottom'));
		const r = this.save(kind, { ...rest, ...f, rank,
			createdAt: this.stamp() });
		if (tagIds)
			this.save('taskTags', { taskId: b.id, tagIds });
		steps?.forEach(s => this.create('step', 'task/' + b.id, s));
		if (myDay)
			this.save('myDay', { taskId: b.id, addedOn: myDay });
		return { status: 201, body: r };
	}

	one(method, kind, id, verb, on, b, o) {
		const dead = this.records.get(kind + '/' + id);

		if (verb === 'restore' && dead?.deletedAt && this.reached(kind, dead)) {
			const { deletedAt: _, ...r } = dead;
			const taken = this.live(kind).some(x => x.rank === r.rank &&
			    parentKey(kind, x) === parentKey(kind, r));
			const now = this.save(kind, taken ? { ...r, rank:
			    this.rank(kind, parentKey(kind, r) ?? '', null, 'top') } : r);
			this.touch(kind, id);
			this.retag(id, this.sets.get(id) ?? [], true);
			return { status: 200, body: now };
		}
		const r = this.get(kind, id);
		if (!r || verb === 'restore' || (parentKey(kind, r) ?? '') !== on)
			return no(404, kind + '-not-found');
		if (o.ifMatch && o.ifMatch !== `"${r.updatedAt}"`)
			return no(412, 'precondition-failed');
		if (method === 'DELETE') {
			if (kind === 'tag')
				this.retag(id, this.live('taskTags').filter(x =>
				    x.tagIds.includes(id)).map(x => x.taskId), false);
			this.save(kind, { ...r, deletedAt: this.stamp() });
			return { status: 204, body: null };
		}
		if (verb === 'rank') {
			const rank = this.rank(kind, on, b, 'top', id);
			return rank === null ? no(422, 'invalid-neighbors') :
			    { status: 200, body: this.save(kind, { ...r, rank }) };
		}
		if (verb === 'move') {
			if (!this.get('list', b.listId))
				return no(404, 'list-not-found');
			const rank = this.rank('task', 'list/' + b.listId, b,
			    b.position ?? 'top', id);
			if (rank === null)
				return no(422, 'invalid-neighbors');
			const moved = this.save('task', { ...r, rank, listId: b.listId });
			this.touch('task', id);
			return { status: 200, body: moved };
		}
		const notes = 'notes' in b && b.notes !== r.notes ?
		    { notesUpdatedAt: this.stamp() } : {};
		const now = this.save(kind, { ...r, ...b, ...notes });
		return kind === 'task' && 'done' in b && b.done !== r.done ?
			this.repeat(now, r) : { status: 200, body: now };
	}

	/** Creates the successor of a completed task, or takes it back. */
	repeat(t, was) {
		const old = this.successors.get(t.id);

		if (!t.done) {
			if (old && this.get('task', old.id)?.updatedAt === old.updatedAt)
				this.save('task', { ...this.get('task', old.id), deletedAt: this.stamp() });
			return { status: 200, body: this.save('task', { ...t, ...old?.repetition }) };
		}
		const next = was.recurrenceRule && following(was.recurrenceRule, was.dueDate,
			this.today, was.recurrenceFrom);
		const { recurrence, recurrenceRule, recurrenceFrom, rotation } = was;
		const body = this.save('task', { ...t, recurrence: null, recurrenceRule: null,
			recurrenceFrom: 'due', rotation: null });
		if (!next)
			return { status: 200, body };
		const id = uuid5(t.id, next.dueDate);
		if (!this.get('task', id)) {
			const s = this.save('task', { ...t, recurrence, recurrenceFrom, rotation, ...next, id, done: false,
				createdAt: this.stamp(), rank: this.rank('task', 'list/' + t.listId,
				{ beforeId: t.id }, '', id) });
			this.live('step').filter(x => x.taskId === t.id).forEach(x => this.save('step',
			    { ...x, id: uuid5(x.id, id), taskId: id, done: false }));
			this.successors.set(t.id, { id, updatedAt: s.updatedAt, repetition:
			    { recurrence, recurrenceRule, recurrenceFrom, rotation } });
		}
		return { status: 200, body, link: `</api/v1/lists/${t.listId}/tasks/${id}>; rel="next"` };
	}

	/** A tag goes off the tasks it is on, and comes back to them. */
	retag(id, tasks, on) {
		this.sets.set(id, tasks);
		for (const taskId of tasks) {
			const now = this.get('taskTags', taskId)?.tagIds;
			if (now)
				this.save('taskTags', { taskId, tagIds: now.filter(t =>
				    t !== id).concat(on ? id : []) });
		}
	}

	tagSet(taskId, b) {
		if (b.tagIds.some(t => !this.get('tag', t)))
			return no(422, 'unknown-tag');
		this.save('taskTags', { taskId, tagIds: b.tagIds });
		return { status: 200, body: { taskId, tagIds: b.tagIds } };
	}

	myDay(method, taskId, b) {
		const r = this.get('myDay', taskId);

		if (!this.get('task', taskId) || method === 'DELETE' && !r)
			return no(404, 'task-not-found');
		if (method === 'DELETE') {
			this.save('myDay', { ...r, deletedAt: this.stamp() });
			return { status: 204, body: null };
		}
		return { status: 200, body: this.save('myDay',
		    { taskId, addedOn: b.addedOn }) };
	}

	setting(method, key, b) {
		const r = this.get('setting', key);

		if (method === 'DELETE') {
			if (!r)
				return no(404, 'setting-not-found');
			this.save('setting', { ...r, value: null,
				deletedAt: this.stamp() });
			return { status: 204, body: null };
		}
		return { status: 200, body: this.save('setting',
		    { key, value: b.value, createdAt: this.stamp() }) };
	}
}
