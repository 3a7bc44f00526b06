/* Trouble: a session that was ended elsewhere, a busy server, a refused change,
 * notes that two people changed. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { GRACE, PASSWORD, browse, call, find, openList, row, serve, signIn, until }
    from './lib/browser.mjs';

const add = async (page, title) => {
	await page.keyboard.press('n');
	await page.keyboard.type(title);
	await page.keyboard.press('Enter');
	await page.keyboard.press('Escape');
};
const sent = page => page.waitForFunction(() =>
	/Up to date/.test(document.body.textContent ?? '') &&
	!document.querySelector('.unsent'), null, { timeout: 30000 });
const details = page => page.getByRole('complementary', { name: 'Task details' });

test('trouble', async t => {
	const server = await serve('/tasks/'), b = await browse(), c = await browse();
	const { page } = b, other = c.page;
	const button = name => page.getByRole('button', { name, exact: true });

	t.after(async () => {
		await b.close();
		await c.close();
		await server.stop().catch(() => {});
	});
	t.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
	await signIn(page, server.base);
	await signIn(other, server.base);
	await openList(page, 'Home');
	await row(page, 'Water').waitFor();

	await t.test('a session that was ended elsewhere', async () => {
		const { items } = await call(other, 'GET', '/me/sessions');
		for (const s of items.filter(s => !s.current))
			await call(other, 'DELETE', '/me/sessions/' + s.id);
		await add(page, 'Written after the end');
		await page.getByText('Sign in again to send 1 change').waitFor();
		await row(page, 'Written after').waitFor();
		await add(page, 'And another');
		await page.getByText('Sign in again to send 2 changes').waitFor();
		await page.reload();
		await page.getByText('Sign in again to send 2 changes').waitFor();
		await row(page, 'And another').focus();
		await page.keyboard.press('Space');
		await button('Undo').click();
		await page.getByText('Undone: ').first().waitFor();
		await page.getByRole('link', { name: 'Sign in' }).click();
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		assert.equal(await page.locator('.toast').count(), 0, 'the sign-in tells of no task');
		assert.equal(await page.getByLabel('E-mail').inputValue(), 'ada@example.org');
		await button('Sign in').click();
		await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
		await row(page, 'And another').waitFor();
		await sent(page);
		assert.equal(await page.getByText('Sign in again').count(), 0);
		assert.ok(await find(other, 'Written after the end'));
		assert.ok(await find(other, 'And another'));
	});
	for (const status of [429, 503])
		await t.test(status + ' is waited for', async () => {
			let asked = 0;
			await page.route('**/api/v1/lists/**', (route, r) => r.method() === 'GET' ?
				route.continue() : (asked++, route.fulfill({ status,
				    headers: { 'Retry-After': '3' },
				    contentType: 'application/problem+json', body: JSON.stringify({
					type: 'about:blank', title: 'Busy', status,
					code: status === 429 ? 'rate-limited' : 'busy' }) })));
			await add(page, 'While busy ' + status);
			await page.getByText(/Server busy, trying again in [1-4] s/).waitFor();
			await page.getByText('Server busy, trying again in 1 s').waitFor();
			assert.equal(await page.locator('dialog').count(), 0);
			assert.ok(asked <= 2, asked + ' tries');
			await page.unroute('**/api/v1/lists/**');
			await sent(page);
			assert.ok(await find(other, 'While busy ' + status));
		});
	await t.test('a change that is refused', async () => {
		const x = await find(page, 'Fix the garden gate');
		await row(page, 'garden gate').click();
		await details(page).waitFor();
		await page.route('**/api/v1/lists/*/tasks/*', (route, r) => r.method() ===
			'PATCH' ? route.abort() : route.continue());
		await page.locator('#notes').fill('Buy new hinges');
		await page.locator('#notes').press('Escape');
		await page.getByText('1 to send').first().waitFor();
		await call(other, 'DELETE', x.path);
		await page.unroute('**/api/v1/lists/*/tasks/*');
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await page.getByText('1 change could not be applied').waitFor();
		assert.equal(await details(page).count(), 0, 'the details are closed');
		await page.getByRole('link', { name: 'Review' }).click();
		await page.getByText('Buy new hinges').waitFor();
		await page.getByText('The task was deleted').waitFor();
		await button('Restore and apply').click();
		await page.getByText('Every change was applied').waitFor();
		await openList(page, 'Home');
		await row(page, 'garden gate').waitFor();
		await sent(page);
		assert.equal((await find(other, 'Fix the garden gate')).notes, 'Buy new hinges');
	});
	await t.test('a refused change is dropped', async () => {
		await page.route('**/api/v1/lists/*/tasks/*', (route, r) => r.method() ===
			'PATCH' ? route.fulfill({ status: 422, contentType:
			    'application/problem+json', body: JSON.stringify({ status: 422,
			    code: 'validation-failed', type: 'about:blank', title: 'No' }) }) :
			route.continue());
		await row(page, 'garden gate').getByRole('button', { name: /^Star/ }).click();
		await page.getByText('1 change could not be applied').waitFor();
		assert.equal(await row(page, 'garden gate').getByRole('button',
			{ name: /^Star/ }).getAttribute('aria-pressed'), 'false', 'as the server has it');
		await page.unroute('**/api/v1/lists/*/tasks/*');
		await page.getByRole('link', { name: 'Review' }).click();
		await page.getByText('A task: “Fix the garden gate”').waitFor();
		await page.getByRole('main').getByText('Star', { exact: true }).waitFor();
		await button('Drop').click();
		await page.getByText('Every change was applied').waitFor();
		await openList(page, 'Home');
		assert.equal(await page.getByText('could not be applied').count(), 0);
	});
	await t.test('a date that two changed: a toast shows theirs and offers mine', async () => {
		await page.context().setOffline(true);
		await row(page, 'garden gate').focus();
		await page.keyboard.press('t');
		await page.getByText('1 to send').first().waitFor();
		const x = await find(other, 'Fix the garden gate'), mine = x.dueDate;
		await call(other, 'PATCH', x.path, { dueDate: '2031-12-04' });
		await page.context().setOffline(false);
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await page.getByText('“Thu 4 Dec 2031” on another device').last().waitFor();
		await sent(page);
		assert.equal((await find(other, x.title)).dueDate, '2031-12-04');
		await button('Use mine').click();
		await until(async () => [mine, '2031-12-04'].includes((await find(other,
		    x.title)).dueDate), false);
	});
	for (const how of ['Keep both', 'Mine', 'Theirs'])
		await t.test('notes that two have changed: ' + how, async () => {
			const title = 'Notes ' + how;
			await add(page, title);
			await row(page, title).waitFor();
			await sent(page);
			const x = await find(page, title);
			await call(page, 'PATCH', x.path, { notes: 'At first' });
			await page.evaluate(() => dispatchEvent(new Event('focus')));
			await row(page, title).click();
			await page.waitForFunction(() => document.getElementById('notes')
			    ?.value === 'At first');
			await page.context().setOffline(true);
			await page.locator('#notes').fill('Mine now');
			await page.locator('#notes').press('Escape');
			await page.getByText('1 to send').first().waitFor();
			await call(other, 'PATCH', x.path, { notes: 'Theirs now' });
			await page.context().setOffline(false);
			await page.evaluate(() => dispatchEvent(new Event('online')));
			const clash = page.getByRole('group', { name: 'Two versions of the notes' });
			await clash.waitFor();
			await clash.getByText('Theirs now').waitFor();
			await clash.getByText('Mine now').waitFor();
			await clash.getByRole('button', { name: how, exact: true }).click();
			await clash.waitFor({ state: 'detached' });
			await sent(page);
			const text = { 'Keep both': 'Theirs now\n– – –\nMine now', Mine: 'Mine now',
				Theirs: 'Theirs now' }[how];
			assert.equal((await find(other, title)).notes, text);
			assert.equal(await page.locator('#notes').inputValue(), text);
			await button('Close').first().click();
		});
	await t.test('another user signs in where changes wait', async () => {
		await server.pause();
		await add(page, 'Mine alone');
		await page.getByText('1 to send').first().waitFor();
		await server.start();
		const { items } = await call(other, 'GET', '/me/sessions');
		for (const s of items.filter(s => !s.current))
			await call(other, 'DELETE', '/me/sessions/' + s.id);
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await page.getByText('Sign in again to send 1 change').waitFor();
		await page.getByRole('link', { name: 'Sign in' }).click();
		await page.getByLabel('E-mail').fill(GRACE);
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await button('Sign in').click();
		await page.getByText('1 change by Ada is still waiting here').waitFor();
		await page.goto(server.base + '#/review');
		await button('Drop them').click();
		await sent(page);
		await page.goto(server.base + '#/all');
		assert.equal(await row(page, 'Mine alone').count(), 0);
		assert.equal(await find(other, 'Mine alone'), null);
	});
	assert.deepEqual(b.complaints.filter(x =>
		!/status of [45]|ERR_FAILED|ERR_INTERNET|ERR_CONNECTION/.test(x)), []);
});
