// Completing repeating tasks without the network: the successor is there at once, and is
// the one that the service creates, however late the change is sent.

import test from 'node:test';
import assert from 'node:assert/strict';
import { uuid5 } from '../../../www/js/data/uuid5.js';
import { patchTask, createTask } from '../../../www/js/mutations/operations.js';
import { Client, shown } from './lib/client.mjs';
import { disk } from './lib/memdb.mjs';
import { random } from './lib/random.mjs';
import { Service } from './lib/service.mjs';

const L = '11111111-1111-4111-8111-111111111111';
const T = '22222222-2222-4222-8222-222222222222';
const NEVER = { recurrence: null, recurrenceRule: null, recurrenceFrom: 'due', rotation: null };

/** A client with one repeating task, and what it can do.
 * @param {any} [fields] of the task */
async function home(fields = {}) {
	const service = new Service();

	service.create('list', '', { id: L, title: 'Flat', ownerId: 'u' });
	service.create('task', 'list/' + L, { id: T, title: 'Bins', dueDate: '2027-01-11',
		dueTime: null, dueZone: null, ...NEVER, recurrence: 'daily',
		recurrenceRule: 'FREQ=DAILY', ...fields,
		steps: [{ id: uuid5(T, 's'), title: 'Out' }] });
	const c = await new Client(service, disk(), random(3)).load();
	await c.sync();
	const by = () => ({ me: 'u', now: service.stamp(), today: service.today, zone: 'UTC' });
	return { service, c, get: (/** @type {string} */ id) => c.store.get('task', id),
		/** @param {string} id @param {any} body */
		change: (id, body) => c.outbox.enqueue(patchTask(c.store, c.store.get('task', id),
		    body, by()).forward, 'a' + service.stamp()).committed,
		open: () => [...c.store.view.task.values()].filter(t => !t.done),
		done: () => [...c.store.view.task.values()].filter(t => t.done)
		    .map(t => t.dueDate).sort() };
}

test('the successor is shown at once, and is the service\'s', async () => {
	const { service, c, change, get } = await home({ starred: true, notes: 'n',
		reminderAt: '2027-01-11T07:30:00.000000Z' });

	await change(T, { done: true });
	const id = uuid5(T, '2027-01-15'), before = get(id);
	assert.deepEqual([before.dueDate, before.title, before.starred, before.done,
	    before.recurrence, before.recurrenceRule], ['2027-01-15', 'Bins', true, false, 'daily',
	    'FREQ=DAILY']);
	assert.equal(before.reminderAt, '2027-01-15T07:30:00.000000Z');
	assert.equal(c.store.get('step', uuid5(uuid5(T, 's'), id)).done, false);
	assert.deepEqual([get(T).done, get(T).recurrenceRule], [true, null]);
	assert.equal(c.outbox.countUnsent(), 1);
	await c.sync();
	assert.equal(c.store.ops.size, 0);
	assert.equal(service.get('task', id).dueDate, '2027-01-15');
	assert.equal(get(id).dueDate, '2027-01-15');
	assert.equal(service.live('task').length, 2);
});

test('it can be changed and completed before anything is sent', async () => {
	const { service, c, change, get, open, done } = await home();
	const a = uuid5(T, '2027-01-15'), b = uuid5(a, '2027-01-16');

	await change(T, { done: true });
	await change(a, { title: 'Bins and paper' });
	await change(a, { done: true });
	await change(b, { starred: true });
	assert.equal(get(b).title, 'Bins and paper');
	for (let i = 0; i < 4; i++)
		await c.sync();
	assert.equal(c.store.ops.size, 0);
	assert.deepEqual(open().map(t => [t.id, t.dueDate, t.title, t.starred]),
	    [[b, '2027-01-16', 'Bins and paper', true]]);
	assert.deepEqual(done(), ['2027-01-11', '2027-01-15']);
	assert.equal(service.live('task').length, 3);
});

test('what was completed days ago: the service\'s next date counts, nothing is lost', async () => {
	const { service, c, change, open, done } = await home({ dueDate: '2027-01-15' });
	let id = T;

	/* Completed on each of three days, sent on the fourth, when it was completed, too. */
	for (const day of ['2027-01-15', '2027-01-16', '2027-01-17', '2027-01-18']) {
		service.today = day;
		const [now] = open();
		id = now.id;
		await change(id, { done: true });
	}
	await change(open()[0].id, { title: 'Bins, last' });
	for (let i = 0; i < 5; i++)
		await c.sync();
	assert.equal(c.store.ops.size, 0);
	assert.deepEqual(open().map(t => [t.dueDate, t.title]), [['2027-01-19', 'Bins, last']]);
	assert.deepEqual(done(), ['2027-01-15', '2027-01-16', '2027-01-17', '2027-01-18']);
	const fresh = await new Client(service, disk(), random(4)).load();
	await fresh.sync();
	assert.deepEqual(shown(c.store).task, shown(fresh.store).task);
});

test('completed days ago, and not since', async () => {
	const { service, c, change, open } = await home({ dueDate: '2027-01-15' });

	await change(T, { done: true });
	const [predicted] = open();
	await change(predicted.id, { title: 'Bins, changed' });
	service.today = '2027-01-20';
	for (let i = 0; i < 4; i++)
		await c.sync();
	assert.equal(c.store.ops.size, 0);
	assert.deepEqual(open().map(t => [t.dueDate, t.title]), [['2027-01-20', 'Bins, changed']]);
	assert.notEqual(open()[0].id, predicted.id);
});

test('undo takes the successor back, sent or not', async () => {
	for (const sent of [false, true]) {
		const { service, c, get, open } = await home();
		const pair = patchTask(c.store, get(T), { done: true }, { me: 'u',
			now: service.stamp(), today: service.today, zone: 'UTC' });
		await c.undo.run([pair], { key: 'x' });
		if (sent)
			await c.sync();
		assert.equal(open()[0].dueDate, '2027-01-15');
		await c.undo.undo();
		assert.deepEqual(open().map(t => [t.id, t.recurrenceRule]), [[T, 'FREQ=DAILY']]);
		await c.sync();
		assert.deepEqual(open().map(t => [t.id, t.recurrenceRule]), [[T, 'FREQ=DAILY']]);
		assert.equal(service.live('task').length, 1);
		await c.undo.redo();
		await c.sync();
		assert.deepEqual(open().map(t => t.dueDate), ['2027-01-15']);
	}
});

test('two clients complete it at once: one successor', async () => {
	const { service, c, change, open } = await home();
	const d = await new Client(service, disk(), random(9)).load();

	await d.sync();
	await change(T, { done: true });
	await d.outbox.enqueue(patchTask(d.store, d.store.get('task', T), { done: true },
	    { me: 'v', now: service.stamp(), today: service.today, zone: 'UTC' }).forward, 'b').committed;
	await d.sync();
	await c.sync();
	await d.sync();
	assert.equal(open().length, 1);
	assert.deepEqual(shown(c.store), shown(d.store));
});

test('turns go round; who is not among them counts as before the first', async () => {
	for (const [assigneeId, want] of [['a', 'b'], ['b', 'u'], ['u', 'a'], ['x', 'a'], [null, 'a']]) {
		const { change, open } = await home({ rotation: ['a', 'b', 'u'], assigneeId });
		await change(T, { done: true });
		assert.equal(open()[0].assigneeId, want);
		assert.equal(open()[0].assignedToMe, want === 'u');
		assert.deepEqual(open()[0].rotation, ['a', 'b', 'u']);
	}
});

test('the last date has no successor', async () => {
	for (const recurrenceRule of ['FREQ=DAILY;COUNT=1', 'FREQ=DAILY;UNTIL=20270112']) {
		const { change, open, get } = await home({ recurrence: null, recurrenceRule });
		await change(T, { done: true });
		assert.deepEqual(open(), []);
		assert.equal(get(T).recurrenceRule, null);
	}
});

test('a change sends whole values', async () => {
	const { c, get } = await home({ dueTime: '15:00', dueZone: 'Europe/Berlin',
		dueDate: '2027-01-31', recurrence: 'monthly',
		recurrenceRule: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1' });
	const body = (/** @type {any} */ b) => patchTask(c.store, get(T), b,
		{ me: 'u', now: '', today: '2027-01-15', zone: 'UTC' }).forward[0];

	assert.deepEqual(body({ dueDate: '2027-02-05' }).body,
	    { dueDate: '2027-02-05', dueTime: '15:00', dueZone: 'Europe/Berlin' });
	assert.equal(body({ dueDate: '2027-02-05' }).forward[0].patch.recurrenceRule, 'FREQ=MONTHLY');
	assert.deepEqual(body({ dueTime: null }).body,
	    { dueDate: '2027-01-31', dueTime: null, dueZone: 'Europe/Berlin' });
	assert.deepEqual(body({ dueDate: null }).body, { dueDate: null, dueTime: null, dueZone: null,
	    recurrence: null, recurrenceRule: null, recurrenceFrom: 'due' });
	assert.deepEqual(body({ recurrenceRule: 'FREQ=WEEKLY;INTERVAL=2' }).body,
	    { recurrence: null, recurrenceRule: 'FREQ=WEEKLY;INTERVAL=2', recurrenceFrom: 'due' });
	assert.deepEqual(body({ recurrenceRule: null }).forward[0].patch.rotation, null);
	assert.deepEqual(body({ title: 'x' }).body, { title: 'x' });
	assert.deepEqual(createTask(c.store, { id: 'n', listId: L, title: 'N' }, { me: 'u', now: '',
	    rank: 'b' }).forward[0].body, { id: 'n', title: 'N' });
});
