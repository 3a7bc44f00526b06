// The replica and the outbox on the disk.

import test from 'node:test';
import assert from 'node:assert/strict';
import { IDBFactory } from
	'../../npm/node_modules/fake-indexeddb/build/esm/index.js';
import { Db } from '../../../www/js/replica/idb.js';

/** @param {IDBFactory} [f] */
async function open(f = new IDBFactory()) {
	const db = new Db('docket /api/v1', f);
	await db.open();
	return db;
}
const op = (/** @type {string} */ id, o = {}) => /** @type {any} */ ({ id, key: id,
	acts: [id], tried: false, rev: 0, state: 'waiting', target: { kind: 'task', id: 't' },
	body: { [id]: 1 }, ...o });
const none = () => null;

test('pages and rows are read back as written', async () => {
	const f = new IDBFactory(), db = await open(f);
	const many = Array.from({ length: 600 }, (_, i) => /** @type {any} */ (
	    ['task/' + i, { id: String(i) }]));

	await db.appendPage([...many, ['task/600', null]], { since: 'a' });
	await db.commit({ changes: [['task/3', null], ['task/9', { id: '9', new: true }]],
	    meta: { since: 'b' } });
	const read = async () => {
		const { groups, changes, meta } = await (await open(f)).load();
		const map = new Map(groups.flatMap(g => g.task)
		    .map(r => ['task/' + r.id, r]).concat(/** @type {any} */ (changes)));
		return [map.size, map.get('task/3'), map.get('task/9').new, meta.since];
	};
	assert.deepEqual(await read(), [601, null, true, 'b']);
	assert.equal(db.rows, 2);
	await db.compact(many.filter(c => c[0] !== 'task/3').map(c =>
	    c[0] === 'task/9' ? ['task/9', { id: '9', new: true }] : c));
	assert.deepEqual(await read(), [599, undefined, true, 'b']);
	assert.equal(db.rows, 0);
});

test('ops keep their order, and merge into what was never sent', async () => {
	const db = await open();
	const join = (/** @type {any} */ a, /** @type {any} */ b) => a.tried ? null :
		{ ...a, body: { ...a.body, ...b.body }, rev: a.rev + 1 };
	const [a] = await db.append([op('a')], none, join);
	const [b] = await db.append([op('b')], () => a.seq, join);

	assert.deepEqual(b.merged?.body, { a: 1, b: 1 });
	const now = /** @type {any} */ (b.merged);
	assert.equal(await db.claim([{ op: { ...now, tried: true }, was: 0 }]), false,
	    'it was merged meanwhile');
	assert.equal(await db.claim([{ op: { ...now, tried: true, rev: 2 }, was: 1 }]), true);
	const [c] = await db.append([op('c')], () => a.seq, join);
	assert.equal(c.merged, null, 'it was sent');
	assert.equal(await db.withdraw([{ ...op('a'), seq: a.seq }]), false);
	assert.equal(await db.withdraw([{ ...op('c'), seq: c.seq }]), true);
	assert.deepEqual((await db.load()).ops.map(o => o.id), ['a']);
});

test('the replica can be dropped; the outbox stays', async () => {
	const f = new IDBFactory(), db = await open(f);

	await db.append([op('a')], none, none);
	await db.appendPage([['task/1', { id: '1' }]], { since: 's', user: { id: 'u' } });
	await db.clear();
	let all = await db.load();
	assert.deepEqual([all.groups.length, all.ops.length, all.meta.since,
	    all.meta.user.id], [0, 1, undefined, 'u']);

	await db.appendPage([['task/1', { id: '1' }]], { since: 's' });
	db.close();
	const newer = new Db('docket /api/v1', f);
	f.open = (factory => (/** @type {string} */ name, /** @type {number} */ v) =>
	    factory.call(f, name, v + 1))(f.open);
	await newer.open();
	all = await newer.load();
	assert.deepEqual([all.groups.length, all.ops.length, all.meta.since],
	    [0, 1, undefined], 'a new form of the replica');
});

test('files are stored and deleted with their op', async () => {
	const db = await open(), blob = /** @type {any} */ ({ fake: 'blob' });
	const [{ seq }] = await db.append([op('a')], none, none, new Map([['a', blob]]));

	assert.deepEqual(await db.blob('a'), blob);
	await db.commit({ drop: [{ ...op('a'), method: 'UPLOAD', seq }] });
	assert.equal(await db.blob('a'), undefined);
});

test('signing out leaves nothing', async () => {
	const f = new IDBFactory(), db = await open(f);

	await db.append([op('a')], none, none);
	await db.destroy();
	assert.deepEqual(await f.databases(), []);
});

test('a failed write is reported, and leaves nothing half done', async () => {
	const db = await open();

	await assert.rejects(db.commit({ changes: [['task/1', {}]],
	    put: [/** @type {any} */ ({ seq: () => {} })] }));
	assert.equal((await db.load()).changes.length, 0);
});
