// Which requests are sent when, and what their answers do.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { classifyAnswer, retryDelay } from '../../../www/js/outbox/answers.js';
import { selectBatch, selectNext } from
	'../../../www/js/outbox/next-requests.js';
import { Service } from './lib/service.mjs';
import { Client } from './lib/client.mjs';
import { disk } from './lib/memdb.mjs';
import { build } from '../targets.mjs';
import { random } from './lib/random.mjs';
import { createRecord, createTask, moveTask, patchTask } from
	'../../../www/js/mutations/operations.js';

const op = (/** @type {string} */ name, /** @type {string[]} */ writes,
    /** @type {string[]} */ reads = [], o = {}) => /** @type {any} */ ({ name, writes,
	reads, method: 'PATCH', path: '/', target: { kind: 'task', id: name }, body: {},
	...o });
const names = (/** @type {any[]} */ ops) => ops.map(o => o.name).join(' ');

test('no request overtakes another of the same record', () => {
	assert.equal(names(selectNext([op('list', ['l']), op('a', ['t'], ['l']),
	    op('b', ['u'], ['m'])])), 'list b');
	assert.equal(names(selectNext([op('a', ['t'], ['l']), op('b', ['t'], ['l']),
	    op('c', ['u'], ['l'])])), 'a c');
	assert.equal(names(selectNext([op('a', ['t'], ['l']), op('drop', ['l'])])), 'a');
});

test('a batch ends before a request that depends on an answer', () => {
	const tag = op('tag', ['tag/x']), use = op('use', ['t'], ['tag/x']);
	const notes = (/** @type {string} */ n) => op(n, ['t'], [], { body: { notes: n } });

	assert.equal(names(selectBatch([op('a', ['u']), tag, use])), 'a tag');
	assert.equal(names(selectBatch([notes('a'), op('b', ['u']), notes('c')])), 'a b');
	assert.equal(selectBatch(Array.from({ length: 150 }, (_, i) => op('o' + i, ['k' + i])))
		.length, 100);
	const big = op('big', ['b'], [], { body: { title: 'x'.repeat(300000) } });
	assert.equal(selectBatch([big, { ...big, writes: ['c'] }]).length, 1);
});

test('each answer is handled', () => {
	const p = op('p', []), d = op('d', [], [], { method: 'DELETE' });
	const rank = op('r', [], [], { path: '/lists/l/tasks/t/rank' });
	for (const [o, status, code, want] of /** @type {[any, number, any, string][]} */ ([
		[p, 200, null, 'done'], [d, 204, null, 'done'], [p, 0, null, 'retry'],
		[p, 401, 'no-session', 'ended'], [p, 404, 'task-not-found', 'failed'],
		[d, 404, 'task-not-found', 'done'], [p, 409, 'id-in-use', 'failed'],
		[p, 412, 'precondition-failed', 'stale'], [p, 413, 'body-too-large', 'failed'],
		[p, 422, 'validation-failed', 'failed'], [p, 422, 'unknown-tag', 'stale'],
		[p, 424, 'not-attempted', 'retry'], [p, 429, 'rate-limited', 'retry'],
		[p, 500, 'internal', 'retry'], [p, 503, 'busy', 'retry'],
		[p, 507, 'storage-full', 'failed'], [rank, 422, 'invalid-neighbors', 'quiet'],
		[rank, 404, 'task-not-found', 'quiet']]))
		assert.equal(classifyAnswer(o, /** @type {any} */ ({ status, code })), want,
		    o.name + status);
	assert.equal(classifyAnswer({ ...p, stale: 5 }, /** @type {any} */ ({ status: 412 })),
	    'failed', 'not for ever');
});

test('answers mean what the document says', () => {
	const means = { done: ['done', 'gone'], later: ['retry'], 'sign in': ['ended'],
		sync: ['stale'], ask: ['failed'], drop: ['failed'] };
	const text = JSON.parse(readFileSync(`${build}/gen/openapi.json`,
	    'utf8')).info.description;
	const rows = text.split('# Queued changes')[1].split('\n# ')[0].split('\n')
		.filter(l => /^\| (?!Answer|---)/.test(l)).map(l => l.split(' | '));
	const others = [400, 403, 404, 405, 409, 413, 415, 422].join();
	const seen = new Set();

	for (const [answer, then] of rows) {
		const word = /** @type {any} */ (/\*\*(.*)\*\*/.exec(then))[1];
		const method = / to DELETE/.test(answer) ? 'DELETE' : 'PATCH';
		const given = answer.replace('2xx', '200, 201, 204')
			.replace('none', '0').replace('any other 4xx', others);
		for (const [one] of given.matchAll(/\b\d+\b|`[a-z-]+`/g)) {
			const code = one.startsWith('`') ? one.slice(1, -1) : null;
			const got = classifyAnswer(/** @type {any} */ ({ method, path: '/x' }),
			    /** @type {any} */ ({ status: code ? 422 : +one, code }));
			assert.ok(means[word].includes(got), `${one}: ${got}, not ${word}`);
			seen.add(word);
		}
	}
	assert.deepEqual([...seen].sort(), Object.keys(means).sort());
});

test('retries: 1, 2, 4 … 60 s with jitter, and never before Retry-After', () => {
	assert.deepEqual([1, 2, 3, 7, 20].map(n => retryDelay(n, null, 1)), [1, 2, 4, 60, 60]);
	assert.equal(retryDelay(1, null, 0), 0.5);
	assert.equal(retryDelay(1, 20, 0), 20);
});

const by = { me: 'u', now: '2026-01-01T00:00:00.000000Z', rank: 'a0' };

async function page() {
	const service = new Service();
	service.create('list', '', { id: 'l', title: 'Flat' });
	const p = await new Client(service, disk(), random(3)).load();
	await p.sync();
	/** @type {string[]} */
	const log = [];
	const handle = service.handle.bind(service);
	service.handle = (...a) => {
		log.push(a[0] + ' ' + a[1]);
		return handle(...a);
	};
	return { service, p, log };
}

test('many changes go in two requests at most, in order', async () => {
	const { service, p, log } = await page();

	await Promise.all(Array.from({ length: 100 }, (_, i) => p.outbox.enqueue(
	    createTask(p.store, { id: 't' + i, listId: 'l', title: 'T' + i,
		position: 'top' }, by).forward, 'a' + i).committed));
	assert.equal(p.outbox.countUnsent(), 100);
	const { db } = p.outbox.host, commit = db.commit.bind(db);
	let commits = 0;
	db.commit = b => {
		commits++;
		return commit(b);
	};
	await p.outbox.flush();
	assert.equal(commits, 1, 'their answers are stored together');
	assert.deepEqual(log.filter(l => l.startsWith('POST /batch')).length, 1);
	assert.deepEqual(service.live('task').sort((a, b) => a.rank < b.rank ? -1 : 1)
		.map(t => t.title), Array.from({ length: 100 }, (_, i) => 'T' + (99 - i)));
});

test('a task waits for its list; changes after a move use the new list', async () => {
	const { service, p } = await page();
	const row = { id: 'm', title: 'New', groupId: null, rank: 'b', role: 'owner' };

	p.outbox.enqueue(createRecord('list', row, '/lists', { id: 'm', title: 'New' },
	    [{ kind: 'list', id: 'm', put: row }], ['order/lists'], []).forward, 'a');
	p.outbox.enqueue(createTask(p.store, { id: 't', listId: 'l', title: 'T' },
	    by).forward, 'b');
	p.outbox.enqueue(moveTask(p.store, p.store.get('task', 't'), 'm',
	    { position: 'top' }, { eligible: true, rank: 'a0' },
	    { beforeId: null, afterId: null }).forward, 'c');
	await p.outbox.enqueue(patchTask(p.store, p.store.get('task', 't'),
	    { title: 'Moved' }, by).forward, 'd').committed;
	assert.equal(await p.sync(), true);
	assert.equal(p.store.ops.size, 0);
	assert.deepEqual([service.get('task', 't').listId, service.get('task', 't').title],
	    ['m', 'Moved']);
});

test('an ended session stops sending and keeps everything', async () => {
	const { service, p } = await page();
	const handle = service.handle.bind(service);

	service.handle = () => ({ status: 401, body: { code: 'no-session' } });
	await p.outbox.enqueue(createTask(p.store, { id: 't', listId: 'l', title: 'T' },
	    by).forward, 'b').committed;
	assert.equal(await p.outbox.flush(), false);
	assert.equal(p.outbox.sessionEnded, true);
	assert.equal(p.outbox.countUnsent(), 1);
	service.handle = handle;
	p.outbox.sessionEnded = false;
	assert.equal(await p.sync(), true);
	assert.equal(service.live('task').length, 1);
});

test('after 410 the replica is fetched again, and the outbox stays', async () => {
	const { service, p } = await page();

	service.create('task', 'list/l', { id: 'old', title: 'Old' });
	await p.sync();
	p.online = false;
	await p.outbox.enqueue(createTask(p.store, { id: 't', listId: 'l', title: 'T' },
	    by).forward, 'b').committed;
	service.records.delete('task/old');
	service.since = service.stamp();
	p.online = true;
	assert.equal(await p.sync(), true);
	assert.deepEqual([...p.store.view.task.keys()], ['t']);
	assert.equal(p.store.ops.size, 0);
});

test('the feed is fetched in pages, and continues where it stopped', async () => {
	const { service, p } = await page();

	for (let i = 0; i < 25; i++)
		service.create('task', 'list/l', { id: 't' + i, title: 'T' + i });
	service.limit = 10;
	await p.puller.pull();
	assert.equal(p.store.view.task.size, 25);
	assert.equal(p.db.d.rows.size, 26);
});
