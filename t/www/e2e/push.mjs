/* A push shows a notification in the user's language; a click on it opens the
 * task, its buttons change it, also offline. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, openList, row, serve, signIn, until } from './lib/browser.mjs';

test('notifications', async t => {
	const server = await serve('/tasks/'), b = await browse(), { page } = b;
	const cdp = await b.context.newCDPSession(page);
	const origin = new URL(server.base).origin;
	let registrationId;

	t.after(async () => {
		await b.close();
		await server.stop().catch(() => {});
	});
	await b.context.grantPermissions(['notifications'], { origin });
	const known = new Promise(yes => cdp.on('ServiceWorker.workerRegistrationUpdated',
	    e => e.registrations.forEach(r => r.scopeURL === server.base &&
		yes(registrationId = r.registrationId))));
	await cdp.send('ServiceWorker.enable');
	await signIn(page, server.base);
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	await known;
	const worker = b.context.serviceWorkers()[0] ??
		await b.context.waitForEvent('serviceworker');
	const task = title => page.evaluate(async title => {
		const get = async path => (await (await fetch('./api/v1' + path)).json()).items;
		for (const l of await get('/lists'))
			for (const x of await get(`/lists/${l.id}/tasks`))
				if (x.title === title)
					return x;
	}, title);
	const push = async (x, more = {}) => cdp.send('ServiceWorker.deliverPushMessage',
		{ origin, registrationId, data: JSON.stringify({ type: 'reminder',
		    listId: x.listId, taskId: x.id, title: x.title, ...more }) });
	const shown = async tag => {
		for (let i = 0; i < 100; i++) {
			const some = await worker.evaluate(async () => (await self.registration
			    .getNotifications()).map(n => ({ title: n.title, body: n.body,
				tag: n.tag, actions: n.actions.map(a => a.title) })));
			const one = some.find(n => n.tag === tag);
			if (one)
				return one;
			await new Promise(yes => setTimeout(yes, 50));
		}
		throw new Error('no notification');
	};
	const click = (tag, action = '') => worker.evaluate(async ([tag, action]) => {
		const [n] = await self.registration.getNotifications({ tag });
		self.dispatchEvent(new NotificationEvent('notificationclick',
			{ notification: n, action }));
	}, [tag, action]);

	/* The language of the words that the page has given the worker. */
	const workerLanguage = () => page.evaluate(async () => {
		for (const key of await caches.keys())
			if (/docket words/.test(key))
				return (await (await (await caches.open(key)).match('words')).json())
				    .language.slice(0, 2);
	});
	await until(workerLanguage, 'en');
	await openList(page, 'Home');
	const parcel = await task('Pick up the parcel'), water = await task('Water the plants');
	await t.test('shows what is due, and a click opens it', async () => {
		await push(parcel, { dueDate: '2031-05-17' });
		assert.deepEqual(await shown(parcel.id), { title: 'Pick up the parcel',
			body: 'Due Sat 17 May', tag: parcel.id,
			actions: ['Done', 'In 1 hour'] });
		await click(parcel.id);
		await page.getByRole('complementary', { name: 'Task details' }).waitFor();
		assert.equal(await page.locator('#title').inputValue(), 'Pick up the parcel');
		assert.ok(page.url().endsWith('/t/' + parcel.id));
	});
	await t.test('Done', async () => {
		await push(parcel);
		await shown(parcel.id);
		await click(parcel.id, 'done');
		await page.getByRole('complementary').getByRole('checkbox',
			{ name: 'Pick up the parcel', checked: true }).waitFor();
		assert.equal((await task('Pick up the parcel')).done, true);
	});
	await t.test('In 1 hour', async () => {
		await push(water, { type: 'assignment' });
		assert.equal((await shown(water.id)).body, 'Assigned to you');
		await click(water.id, 'later');
		for (let i = 0; i < 100; i++) {
			const at = Date.parse((await task('Water the plants')).reminderAt);
			if (Math.abs(at - Date.now() - 36e5) < 60000)
				return;
			await page.waitForTimeout(50);
		}
		assert.fail('no reminder in an hour');
	});
	await t.test('Done without network goes when there is one', async () => {
		await push(water);
		await shown(water.id);
		await server.pause();
		await click(water.id, 'done');
		await page.getByText('1 to send').waitFor();
		await server.start();
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await page.getByText('Up to date').waitFor();
		assert.equal((await task('Water the plants')).done, true);
	});
	await t.test('in the language of the page', async () => {
		await page.goto(server.base + '#/settings/look');
		await Promise.all([page.waitForEvent('load'),
			page.locator('[data-choice=language]').selectOption('de')]);
		await until(workerLanguage, 'de');
		await push(parcel, { type: 'assignment' });
		const n = await shown(parcel.id);
		assert.equal(n.body, 'Ihnen zugewiesen');
		assert.deepEqual(n.actions, ['Erledigt', 'In 1 Stunde']);
	});
	assert.deepEqual(b.complaints.filter(c => !/ERR_CONNECTION_REFUSED|ERR_FAILED/
		.test(c)), []);
});
