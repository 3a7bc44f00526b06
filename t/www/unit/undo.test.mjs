// Undo restores the state before every action: on the screen at once, and in the
// service when it is sent.

import test from 'node:test';
import assert from 'node:assert/strict';
import { Service } from './lib/service.mjs';
import { Client, shown } from './lib/client.mjs';
import { disk } from './lib/memdb.mjs';
import { random } from './lib/random.mjs';
import * as state from '../../../www/js/data/state.js';
import * as copies from '../../../www/js/mutations/copies.js';
import * as lists from '../../../www/js/mutations/lists.js';
import { lastUndo, redo, setOutbox, undo } from
	'../../../www/js/mutations/mutate.js';
import { queues } from '../../../www/js/mutations/queues.js';
import * as steps from '../../../www/js/mutations/steps.js';
import * as tags from '../../../www/js/mutations/tags.js';
import * as tasks from '../../../www/js/mutations/tasks.js';
import { Outbox } from '../../../www/js/outbox/outbox.js';

const text = JSON.stringify;
const { store } = state;
const actions = { ...tasks, ...copies, ...steps, ...lists, ...tags, undo, redo, lastUndo };

/** The actions, on the page's own store. */
async function page(sent = false) {
	const service = new Service();
	for (const id of ['l', 'm'])
		service.create('list', '', { id, title: id, ownerId: 'u' });
	service.create('group', '', { id: 'g', title: 'G' });
	service.create('tag', '', { id: 'x', name: 'home' });
	for (const id of ['t', 'u', 'v'])
		service.create('task', 'list/l', { id, title: id, notes: 'n', tagIds: ['x'],
			steps: [{ id: 's' + id, title: 'S' }, { id: 'r' + id, title: 'R' }],
			dueDate: '2026-05-05', myDay: id === 'v' ? undefined : '2027-01-15' });
	service.create('task', 'list/m', { id: 'd', title: 'Done', done: true });
	const c = new Client(service, disk(), random(7));
	store.clear();
	state.indices.clear();
	c.store = store;
	const host = c.outbox.host;
	host.store = store;
	c.puller.host.store = store;
	await c.load();
	await c.sync();
	c.online = sent;
	setOutbox(new Outbox(host));
	c.outbox = /** @type {any} */ (queues.outbox);
	c.puller.host.outbox = c.outbox;
	state.state.today = '2027-01-15';
	return { service, c };
}

/** @type {Record<string, () => any>} */
const ACTIONS = {
	addTask: () => actions.addTask({ listId: 'l', title: 'New', starred: true,
		tagNames: ['home', 'fresh'], steps: ['a', 'b'], myDay: true, notes: 'x' }),
	addTasks: () => actions.addTasks([{ listId: 'l', title: '1' },
		{ listId: 'l', title: '2' }]),
	setTask: () => actions.setTask(['t', 'u'], { title: 'T', notes: null,
		dueDate: null, starred: true, reminderAt: '2027-02-01T09:00:00.000000Z' }),
	setDone: () => actions.setDone(['t', 'u'], true),
	deleteTasks: () => actions.deleteTasks(['t', 'v']),
	duplicateTasks: () => actions.duplicateTasks(['t', 'v']),
	duplicateList: () => actions.duplicateList('l', 'Copy'),
	startAgain: () => actions.startAgain('m'),
	moveTasks: () => actions.moveTasks(['u', 't'], 'm'),
	reorder: () => actions.reorderTask('t', { beforeId: 'v', afterId: 'u' }),
	setMyDay: () => actions.setMyDay(['t', 'v'], true),
	notMyDay: () => actions.setMyDay(['u'], false),
	setTags: () => actions.setTags(['t', 'u'], { remove: ['x'], addNames: ['new'] }),
	addStep: () => actions.addStep('t', 'Step'),
	addSteps: () => actions.addSteps('t', [{ title: 'one' }, { title: 'two', done: true },
		{ title: 'three' }]),
	setStep: () => actions.setStep('st', { done: true, title: 'Z' }),
	deleteStep: () => actions.deleteStep('st'),
	reorderStep: () => actions.reorderStep('rt', { afterId: 'st' }),
	addList: () => actions.addList({ title: 'List', groupId: 'g' }),
	setList: () => actions.setList('l', { title: 'L2', groupId: 'g' }),
	deleteList: () => actions.deleteList('l'),
	reorderList: () => actions.reorderList('m', { afterId: 'l' }),
	addGroup: () => actions.addGroup('Group'),
	setGroup: () => actions.setGroup('g', { title: 'G2' }),
	deleteGroup: () => actions.deleteGroup('g'),
	renameTag: () => actions.renameTag('x', 'away'),
	deleteTag: () => actions.deleteTag('x'),
};

/** Ranks may differ, so long as the order does not; that of My Day may be stored.
 * @param {any} s */
function order(s) {
	const by = (/** @type {any} */ a, /** @type {any} */ b) =>
		a.rank < b.rank ? -1 : 1;
	const v = structuredClone(s);

	for (const kind of ['task', 'step', 'list', 'group']) {
		const rows = v[kind].map((/** @type {any} */ r) => r[1]).sort(by);
		rows.forEach((/** @type {any} */ r, /** @type {number} */ i) => {
			r.rank = i;
			// The small service does not keep these.
			delete r.notesUpdatedAt;
			delete r.completedAt;
			delete r.completedBy;
			delete r.assignedToMe;
		});
	}
	// A move that is not sent does not change it.
	for (const kind of ['step', 'taskTags', 'attachment', 'myDay'])
		for (const [, r] of v[kind])
			delete r.listId;
	v.setting = v.setting.filter((/** @type {any} */ [key]) => key !== 'my-day/order');
	v.day = state.myDay(state.state.today).map(t => t.id);
	return v;
}

for (const [name, act] of Object.entries(ACTIONS)) {
	test(`${name}: undone before it was sent, nothing is sent`, async () => {
		const { c } = await page();
		const before = text(shown(store));

		act();
		const during = text(shown(store));
		assert.notEqual(during, before, 'it does something');
		await actions.undo();
		assert.equal(text(shown(store)), before);
		assert.equal(store.ops.size, 0);
		await actions.redo();
		assert.equal(text(shown(store)).replace(/"20[^"]*Z"/g, ''),
		    during.replace(/"20[^"]*Z"/g, ''));
		await c.outbox.committing;
	});

	test(`${name}: undone after it was sent, the service agrees`, async () => {
		const { c } = await page(true);
		const before = order(shown(store));

		act();
		await c.outbox.committing;
		assert.equal(await c.sync(), true);
		assert.equal(store.ops.size, 0, text([...store.ops.values()]));
		const during = order(shown(store));
		await actions.undo();
		const shownBack = order(shown(store));
		await c.outbox.committing;
		await c.sync();
		assert.deepEqual([...store.ops.values()], []);
		assert.deepEqual(order(shown(store)), before);
		assert.deepEqual(shownBack, before, 'and at once');
		await actions.redo();
		await c.outbox.committing;
		await c.sync();
		assert.deepEqual(order(shown(store)), during);
	});
}

test('what undoes a sent action can be sent at once, and what does it again', async () => {
	const { c } = await page(true);
	let ready = -1;

	await actions.setDone(['t'], true);
	await c.sync();
	queues.requestSend = () => ready = c.outbox.waiting().length;
	await actions.undo();
	assert.equal(ready, 1);
	await c.sync();
	await actions.redo();
	assert.equal(ready, 1);
	await c.sync();
	queues.requestSend = () => {};
});

test('twenty actions can be undone, and several as one', async () => {
	const { c } = await page();

	for (let i = 0; i < 25; i++)
		actions.setTask('t', { title: 'T' + i });
	await c.outbox.committing;
	let n = 0;
	while (await actions.undo())
		n++;
	assert.equal(n, 20);
	actions.setDone(['t', 'u', 'v'], true);
	assert.deepEqual(actions.lastUndo(), { key: 'did.done', holes: { n: 3,
	    title: store.get('task', 't').title } });
});
