/* A reminder, from the task to the screen: the page asks and subscribes, Docket
 * pushes, Chromium decrypts the message, the worker shows it on the desktop, and a
 * click there opens the task, also if no window is open. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, find, openList, row, serve, signIn, until }
	from './lib/browser.mjs';
import { desktop } from './lib/desktop.mjs';
import { pushService } from './lib/pushservice.mjs';

test('a reminder', async t => {
	const service = await pushService(), screen = await desktop();
	const server = await serve('/tasks/', { DOCKET_PUSH_ALLOW: '127.0.0.1',
	    CURL_CA_BUNDLE: service.ca });
	const b = await browse({ flags: service.flags, env: screen.env });
	const { context, page } = b, { origin } = new URL(server.base);

	t.after(async () => {
		await b.close();
		screen.stop();
		service.stop();
		await server.stop();
	});
	/* The browser's address of a subscription is Google's: the same here. */
	await context.route('**/me/push-subscriptions', (route, request) => {
		const body = request.postDataJSON();
		return route.continue(body ? { postData: JSON.stringify({ ...body,
			endpoint: service.here(body.endpoint) }) } : {});
	});
	/* The server's own job pushes what is due. */
	const due = x => call(page, 'PATCH', x.path, { reminderAt: new Date().toISOString() });

	await signIn(page, server.base);
	await page.evaluate(() => navigator.serviceWorker.ready);
	await openList(page, 'Home');
	const parcel = await find(page, 'Pick up the parcel');
	const water = await find(page, 'Water the plants');

	await t.test('the first reminder asks, once', async () => {
		await row(page, 'parcel').click();
		await page.getByRole('button', { name: 'Remind me' }).click();
		await page.getByRole('button', { name: 'Tomorrow 9:00' }).click();
		const ask = page.getByRole('dialog', { name: 'Reminders on this device' });
		await ask.waitFor();
		await context.grantPermissions(['notifications'], { origin });
		await Promise.all([page.waitForResponse(r => r.url().endsWith(
		    '/me/push-subscriptions') && r.status() === 201),
		    ask.getByRole('button', { name: 'Turn on' }).click()]);
		const mine = await call(page, 'GET', '/me/push-subscriptions');
		assert.equal(mine.items.length, 1);
	});
	await t.test('is shown, and a click shows the task in the open window', async () => {
		await page.goto(server.base + '#/planned');
		await due(parcel);
		const n = await screen.next();
		assert.equal(n.title, 'Pick up the parcel');
		assert.match(n.body, /Due Tomorrow|Due \w+ \d+ \w+/);
		assert.deepEqual(Object.keys(n.actions).filter(a => /Done|hour/.test(a)),
		    ['Done', 'In 1 hour']);
		screen.click(n);
		await page.getByRole('complementary', { name: 'Task details' }).waitFor();
		assert.equal(await page.locator('#title').inputValue(), 'Pick up the parcel');
		assert.equal(context.pages().length, 1, 'in no new window');
	});
	await t.test('Done, on the desktop', async () => {
		await due(water);
		const n = await screen.next();
		assert.equal(n.title, 'Water the plants');
		screen.click(n, 'Done');
		await until(async () => (await call(page, 'GET', water.path)).done, true);
	});
	await t.test('with no window left, a click opens one', async () => {
		await due(parcel);
		await page.goto('about:blank');
		const n = await screen.next();
		assert.equal(n.title, 'Pick up the parcel');
		const [opened] = await Promise.all([context.waitForEvent('page'),
			screen.click(n)]);
		await opened.getByRole('complementary', { name: 'Task details' }).waitFor();
		assert.equal(await opened.locator('#title').inputValue(), 'Pick up the parcel');
		assert.ok(opened.url().startsWith(server.base));
	});
	assert.deepEqual(b.complaints, []);
});
