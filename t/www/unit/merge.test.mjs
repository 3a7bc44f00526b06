// How changes by two people are merged, row by row of the table in doc/app.md.

import test from 'node:test';
import assert from 'node:assert/strict';
import { canMerge, mergeOps, mergeSet } from '../../../www/js/data/effects.js';
import { MARKER, mergeNotesPatch, mergeText, overriddenValues } from
	'../../../www/js/data/merge.js';
import { Service } from './lib/service.mjs';
import { Client } from './lib/client.mjs';
import { disk } from './lib/memdb.mjs';
import { random } from './lib/random.mjs';
import { uuid } from '../../../www/js/data/uuid.js';
import { createTask, deleteRecord, patchTask, taskPath } from
	'../../../www/js/mutations/operations.js';

const text = (/** @type {string} */ s) => s.replaceAll('|', '\n');
const merged = (/** @type {string} */ b, /** @type {string} */ m,
    /** @type {string} */ t) => {
	const r = mergeText(text(b), text(m), text(t));
	return r.text.replaceAll('\n', '|') + (r.conflict ? ' !' : '');
};

test('notes merge line by line', () => {
	for (const [b, m, t, want] of [
		['', '', '', ''],
		['a|b|c', 'A|b|c', 'a|b|C', 'A|b|C'],
		['a|b|c', 'a|b|c', 'a|b|C', 'a|b|C'],
		['a|b|c', 'A|b|c', 'a|b|c', 'A|b|c'],
		['a|b|c', 'a|c', 'a|b|c|d', 'a|c|d'],
		['a|b', 'a|x|b', 'a|b', 'a|x|b'],
		['a', 'a|m', 'a|t', `a|t|${MARKER}|m !`],
		['a|b|c', 'a|M|c', 'a|T|c', `a|T|${MARKER}|M|c !`],
		['a|b|c', 'a|S|c', 'a|S|c', 'a|S|c'],
		['', 'm', 't', `t|${MARKER}|m !`],
		['a', '', 'b', `b|${MARKER}| !`.replace('| !', ' !')],
	])
		assert.equal(merged(b, m, t), want, [b, m, t].join(' / '));
});

test('no line is lost, whatever is merged', () => {
	const r = random(5);
	for (let n = 0; n < 2000; n++) {
		const base = Array.from({ length: r() * 6 }, () => 'b' + Math.floor(r() * 4));
		const edit = (/** @type {string} */ by) => {
			const l = base.filter(() => r() < 0.8);
			for (let i = r() * 3; i > 0; i--)
				l.splice(Math.floor(r() * (l.length + 1)), 0, by + n + '.' + i);
			return l;
		};
		const m = edit('m'), t = edit('t');
		const out = mergeText(base.join('\n'), m.join('\n'), t.join('\n'))
			.text.split('\n');
		for (const l of [...m, ...t].filter(x => !x.startsWith('b')))
			assert.ok(out.includes(l), `${l} of ${m} and ${t} in ${out}`);
	}
});

test('a long text is merged in time', () => {
	const long = Array.from({ length: 5000 }, (_, i) => 'l' + i % 7);
	const start = Date.now();
	mergeText(long.join('\n'), ['m', ...long].join('\n'), [...long, 't'].join('\n'));
	mergeText(long.join('\n'), [...long].reverse().join('\n'),
	    long.map(x => x + 'x').join('\n'));
	assert.ok(Date.now() - start < 3000);
});

const op = (/** @type {any} */ o) => ({ method: 'PATCH', path: '/lists/l/tasks/t',
	state: 'waiting', tried: false, target: { kind: 'task', id: 't' }, writes: ['t'],
	reads: [], forward: [{ kind: 'task', id: 't', patch: o.body ?? {} }], acts: ['a'],
	at: '2026-01-01T00:00:00.000000Z', base: {}, body: {}, ...o });

test('a second PATCH is merged into the first; if that is in flight it queues', () => {
	const a = op({ body: { title: 'x', dueDate: '2026-01-01' }, base: { title: 'w' } });
	const b = op({ body: { dueDate: null, notes: 'n' }, base: { dueDate: '2026-01-01' },
		acts: ['b'] });
	const c = mergeOps(a, b);

	assert.ok(canMerge(a, b));
	assert.ok(!canMerge({ ...a, tried: true }, b));
	assert.ok(!canMerge(a, { ...b, path: a.path + '/rank', method: 'PATCH' }));
	assert.deepEqual(c.body, { title: 'x', dueDate: null, notes: 'n' });
	assert.deepEqual(c.forward[0].patch, c.body);
	assert.equal(c.base.title, 'w');
	assert.deepEqual(c.acts, ['a', 'b']);
});

test('the later change wins, as the devices timed it', () => {
	const mine = op({ body: { title: 'mine', starred: true },
		base: { title: 'old', starred: false } });
	const now = { title: 'theirs', starred: false,
		updatedAt: '2026-01-02T00:00:00.000000Z' };

	assert.deepEqual(overriddenValues(mine, now), [['title']]);
	assert.deepEqual(overriddenValues({ ...mine, at: '2026-01-03T00:00:00.000000Z' }, now), []);
	assert.deepEqual(overriddenValues(mine, { ...now, title: 'mine' }), []);
	assert.deepEqual(overriddenValues(op({ body: { reminderAt: '2026-01-05T09:00:00Z' },
	    base: { reminderAt: '2026-01-04T09:00:00Z' } }), { ...now,
	    reminderAt: '2026-01-04T09:00:00.000000Z' }), [], 'in another form');
});

test('fields that are one value win or lose together', () => {
	const now = (/** @type {any} */ o) => ({ dueDate: '2026-01-05', dueTime: null, dueZone: null,
		recurrence: 'daily', recurrenceRule: 'FREQ=DAILY', recurrenceFrom: 'due',
		updatedAt: '2026-01-02T00:00:00.000000Z', ...o });
	const date = ['dueDate', 'dueTime', 'dueZone'];
	const rule = ['recurrence', 'recurrenceRule', 'recurrenceFrom'];
	const mine = op({ body: { dueDate: '2026-01-09', dueTime: null, dueZone: null },
		base: { dueDate: '2026-01-05', dueTime: null, dueZone: null } });
	const repeat = op({ body: { recurrence: null, recurrenceRule: 'FREQ=DAILY;INTERVAL=2',
		recurrenceFrom: 'due' }, base: now({}) });

	assert.deepEqual(overriddenValues(mine, now({})), []);
	assert.deepEqual(overriddenValues(mine, now({ dueTime: '15:00' })), [date]);
	assert.deepEqual(overriddenValues(mine, now({ dueDate: '2026-01-09' })), []);
	assert.deepEqual(overriddenValues(mine, now({ recurrenceFrom: 'completion' })), []);
	assert.deepEqual(overriddenValues(repeat, now({ recurrenceFrom: 'completion' })), [rule]);
	assert.deepEqual(overriddenValues(repeat, now({ dueTime: '15:00' })), []);
	assert.deepEqual(overriddenValues(op({ body: { rotation: ['a', 'b'] },
	    base: { rotation: null } }), now({ rotation: ['a', 'c'] })), [['rotation']]);
	assert.deepEqual(overriddenValues(op({ body: { rotation: ['a', 'b'] },
	    base: { rotation: null } }), now({ rotation: ['a', 'b'] })), []);
});

test('tags are merged as a set', () => {
	assert.deepEqual(mergeSet(['a', 'b'], ['c'], ['a']), ['b', 'c']);
	assert.deepEqual(mergeSet(['c'], ['c'], ['x']), ['c']);
});

test('notes that nobody else changed are not merged', () => {
	const mine = op({ body: { notes: 'b' }, base: { notes: 'a', notesUpdatedAt: '1' } });

	assert.equal(mergeNotesPatch(mine, { notes: 'a', notesUpdatedAt: '1' }), null);
	assert.equal(mergeNotesPatch(mine, { notes: 'b', notesUpdatedAt: '2' }), null);
	assert.ok('taskId' in /** @type {any} */ (mergeNotesPatch(mine,
	    { notes: 'c', notesUpdatedAt: '2' })));
});

async function two() {
	const service = new Service();
	service.create('list', '', { id: 'l', title: 'Flat' });
	service.create('task', 'list/l', { id: 't', title: 'old', notes: 'a\nb\nc' });
	const pages = await Promise.all([1, 2].map(n =>
	    new Client(service, disk(), random(n)).load()));
	for (const p of pages)
		await p.sync();
	const change = (/** @type {Client} */ p, /** @type {any} */ body) => {
		service.clock += 1e7;
		return p.outbox.enqueue(patchTask(p.store, p.store.get('task', 't'), body,
		    { me: 'u', now: service.stamp() }).forward, 'a').committed;
	};
	return { service, a: pages[0], b: pages[1], change };
}

test('changes of different fields are both kept', async () => {
	const { service, a, b, change } = await two();

	await change(a, { title: 'A' });
	await change(b, { dueDate: '2026-05-05' });
	await a.sync();
	await b.sync();
	const { title, dueDate } = service.get('task', 't');
	assert.deepEqual([title, dueDate], ['A', '2026-05-05']);
});

test('of two changes of a field the later stays, and the other user gets a notice', async () => {
	const { service, a, b, change } = await two();

	await change(a, { title: 'early' });
	await change(b, { title: 'late' });
	await b.sync();
	await a.sync();
	assert.equal(service.get('task', 't').title, 'late');
	assert.equal(a.store.get('task', 't').title, 'late');
	assert.deepEqual(a.notices, [{ kind: 'theirs', taskId: 't', field: 'title',
	    value: 'late', mine: { title: 'early' } }]);
});

test('changes of notes are both kept, with a conflict only if lines clash', async () => {
	const { service, a, b, change } = await two();

	await change(a, { notes: 'A\nb\nc' });
	await change(b, { notes: 'a\nb\nB' });
	await a.outbox.flush();
	await b.outbox.flush();
	assert.equal(service.get('task', 't').notes, 'A\nb\nB');
	assert.equal(b.conflicts.length, 0);
	await a.sync();
	await change(a, { notes: 'A\nmine\nB' });
	await change(b, { notes: 'A\ntheirs\nB' });
	await b.outbox.flush();
	await a.outbox.flush();
	assert.equal(service.get('task', 't').notes, `A\ntheirs\n${MARKER}\nmine\nB`);
	assert.equal(a.conflicts[0].mine, 'A\nmine\nB');
	assert.equal(a.conflicts[0].theirs, 'A\ntheirs\nB');
});

test('an edit of a deleted task goes to review', async () => {
	const { a, b, change } = await two();

	await b.outbox.enqueue(deleteRecord(b.store, 'task', b.store.get('task', 't'),
	    taskPath(b.store.get('task', 't')), []).forward, 'd').committed;
	await b.sync();
	await change(a, { title: 'mine' });
	await a.sync();
	const [failed] = [...a.store.ops.values()];
	assert.equal(failed.state, 'failed');
	assert.equal(failed.error?.code, 'task-not-found');
	assert.equal(a.store.get('task', 't'), undefined);
	assert.equal(a.outbox.countUnsent(), 0);
});

test('two deletions are one', async () => {
	const { a, b } = await two();

	for (const p of [a, b])
		await p.outbox.enqueue(deleteRecord(p.store, 'task', p.store.get('task', 't'),
		    '/lists/l/tasks/t', []).forward, 'd').committed;
	await b.sync();
	await a.sync();
	assert.equal(a.store.ops.size, 0);
});

test('two tags of one name become one', async () => {
	const { service, a, b } = await two();
	const [x, y] = [uuid(), uuid()];
	const make = (/** @type {Client} */ p, /** @type {string} */ id,
	    /** @type {string} */ task) =>
		p.outbox.enqueue([{ method: 'POST', path: '/me/tags', body: { id,
		    name: 'home' }, target: { kind: 'tag', id }, writes: ['tag/' + id],
		    reads: [], forward: [{ kind: 'tag', id, put: { id, name: 'home' } }] },
		    ...createTask(p.store, { id: task, listId: 'l', title: 'T',
			tagIds: [id] }, { me: 'u', now: '', rank: 'b' }).forward], 'a').committed;

	await make(a, x, 'ta');
	await make(b, y, 'tb');
	await b.sync();
	await a.sync();
	assert.equal(service.live('tag').length, 1);
	assert.deepEqual(a.store.get('taskTags', 'ta').tagIds, [y]);
	assert.deepEqual([...a.store.view.tag.keys()], [y]);
	assert.equal(a.store.ops.size, 0);
});
