// The shortest path: a task created offline reaches the service once.

import test from 'node:test';
import assert from 'node:assert/strict';
import { Service } from './lib/service.mjs';
import { Client } from './lib/client.mjs';
import { disk } from './lib/memdb.mjs';
import { random } from './lib/random.mjs';
import { createTask } from '../../../www/js/mutations/operations.js';
import { uuid } from '../../../www/js/data/uuid.js';

const by = { me: 'u', now: '2026-01-01T00:00:00.000000Z', rank: 'a0' };

async function world() {
	const service = new Service(), hard = disk();
	service.create('list', '', { id: 'l', title: 'Flat' });
	const page = await new Client(service, hard, random(1)).load();
	await page.sync();
	return { service, hard, page };
}

test('a task created offline is shown at once and sent once', async () => {
	const { service, hard, page } = await world();
	const id = uuid();

	page.online = false;
	const { committed } = page.outbox.enqueue(createTask(page.store,
	    { id, listId: 'l', title: 'Milk', position: 'top' }, by).forward, 'a');
	assert.equal(page.store.get('task', id).title, 'Milk');
	assert.ok(page.store.unsaved.has('task/' + id), 'not yet on the disk');
	await committed;
	assert.ok(!page.store.unsaved.has('task/' + id), 'on the disk');
	assert.ok(page.store.unsent.has('task/' + id), 'not yet sent');
	await page.sync();
	assert.equal(page.outbox.countUnsent(), 1);

	page.kill();
	const next = await new Client(service, hard, random(2)).load();
	assert.equal(next.store.get('task', id).title, 'Milk');
	assert.equal(await next.sync(), true);
	assert.equal(service.get('task', id).title, 'Milk');
	assert.equal(next.outbox.countUnsent(), 0);
	assert.equal(next.store.ops.size, 0);
	assert.equal(next.store.get('task', id).createdAt,
	    service.get('task', id).createdAt);
});

test('a change that the browser cannot store is undone and reported', async () => {
	const { page } = await world();

	page.db.full = true;
	const { committed } = page.outbox.enqueue(createTask(page.store,
	    { id: 't', listId: 'l', title: 'Milk' }, by).forward, 'a');
	await assert.rejects(committed);
	assert.equal(page.store.get('task', 't'), undefined);
	assert.equal(page.notices[0].problem.code, 'device-full');
});

test('a lost reply does not make a second task', async () => {
	const { service, page } = await world();
	const handle = service.handle.bind(service);

	service.handle = (...a) => {
		const r = handle(...a);
		return a[0] === 'POST' && !service.lost ? (service.lost = true,
		    { status: 0, body: null }) : r;
	};
	await page.outbox.enqueue(createTask(page.store, { id: 't', listId: 'l',
	    title: 'Milk', steps: [{ id: 's', title: 'Buy' }], myDay: '2026-01-01',
	    position: 'top' }, by).forward, 'a').committed;
	assert.equal(await page.sync(), false);
	assert.equal(await page.sync(), true);
	assert.equal(page.store.ops.size, 0);
	assert.equal(page.store.get('step', 's').title, 'Buy');
	assert.equal(page.store.get('myDay', 't').addedOn, '2026-01-01');
	assert.equal(service.live('task').length, 1);
});
