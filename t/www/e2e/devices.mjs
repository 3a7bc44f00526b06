/* Two devices of one user, and the real service: settings, the account, files,
 * the trash and restored lists get from one to the other. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, openList, row, serve, signIn, until } from './lib/browser.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: true });
const pull = page => page.evaluate(() => dispatchEvent(new Event('focus')));
const sent = page => page.waitForFunction(() =>
    /Up to date/.test(document.body.textContent ?? '') &&
    !document.querySelector('.unsent'));
/** What the service says. */
const api = (page, path) => page.evaluate(async path =>
    (await fetch('api/v1' + path)).json(), path);

test('two devices', async t => {
	const server = await serve('/tasks/'), a = await browse(), b = await browse();
	const one = a.page, two = b.page;

	t.after(async () => {
		await a.close();
		await b.close();
		await server.stop().catch(() => {});
	});
	await signIn(one, server.base);
	await signIn(two, server.base);

	await t.test('settings', async () => {
		await one.goto(server.base + '#/settings/look');
		await one.getByLabel('Colours').selectOption('dark');
		await one.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
		await one.goto(server.base + '#/today');
		await sent(one);
		await pull(two);
		await two.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
		const { items } = await api(one, '/me/settings');
		assert.equal(items.find(s => s.key === 'ui').value.theme, 'dark');
	});
	await t.test('the icon of a list', async () => {
		await button(one, 'New list').click();
		await one.getByLabel('Name').fill('Garden');
		await one.getByRole('button', { name: 'Leaf' }).click();
		await one.getByLabel('Name').press('Enter');
		await one.getByRole('heading', { level: 1, name: 'Garden' }).waitFor();
		await sent(one);
		await pull(two);
		const link = two.getByRole('navigation').getByRole('link', { name: 'Garden' });
		await link.locator('use[href="#i-leaf"]').waitFor();
		const { items } = await api(two, '/me/settings');
		assert.ok(items.some(s => s.key.startsWith('list/') && s.value.icon === 'leaf'));
	});
	await t.test('the account: its name and notifications', async () => {
		await one.goto(server.base + '#/settings/account');
		await one.locator('[name=displayName]').fill('Ada King');
		await one.locator('[name=displayName]').press('Enter');
		await one.goto(server.base + '#/settings/notifications');
		await one.getByRole('checkbox', { name: 'Tasks assigned to me' }).uncheck();
		await one.goto(server.base + '#/today');
		await sent(one);
		await pull(two);
		await two.goto(server.base + '#/settings/account');
		await two.waitForFunction(() => /** @type {any} */ (document.querySelector(
			'[name=displayName]'))?.value === 'Ada King');
		await two.goto(server.base + '#/settings/notifications');
		await two.getByRole('checkbox', { name: 'Reminders', checked: true }).waitFor();
		await two.getByRole('checkbox', { name: 'Tasks assigned to me', checked: false })
		    .waitFor();
		await two.goto(server.base + '#/today');
	});
	await t.test('files, also those attached offline', async () => {
		const attach = (name, text = 'words of ' + name) => one.locator('#file')
			.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

		await openList(one, 'Home');
		await row(one, 'Water').click();
		await attach('on.txt');
		await one.getByRole('link', { name: 'on.txt' }).waitFor();
		await server.pause();
		await attach('off.txt');
		await one.getByText('Offline – 1 to send').waitFor().catch(async e => {
			t.diagnostic(await one.locator('body').innerText());
			throw e;
		});
		await server.start();
		await one.evaluate(() => dispatchEvent(new Event('online')));
		await one.getByRole('link', { name: 'off.txt' }).waitFor();
		await attach('too.exe', 'MZ' + '\0'.repeat(200));
		await one.getByText('Not sent: ').waitFor();
		await button(one, 'Try again').click();
		await one.getByText('Not sent: ').waitFor();
		await button(one, 'Cancel too.exe').click();
		await one.getByText('too.exe').waitFor({ state: 'detached' });
		await pull(two);
		await openList(two, 'Home');
		await row(two, 'Water').click();
		const link = two.getByRole('link', { name: 'off.txt' });
		const href = await link.getAttribute('href');
		assert.equal(await two.evaluate(async h => (await fetch(h)).text(), href),
		    'words of off.txt');
		const gone = await two.getByRole('link', { name: 'on.txt' }).getAttribute('href');
		await button(two, 'Delete on.txt').click();
		await two.getByRole('link', { name: 'on.txt' }).waitFor({ state: 'detached' });
		await until(() => two.evaluate(async h => (await fetch(h)).status, gone), 404);
		await pull(one);
		await one.getByRole('link', { name: 'on.txt' }).waitFor({ state: 'detached' });
	});
	await t.test('a deleted list is restored with its tasks', async () => {
		await one.goto(server.base + '#/today');
		await openList(one, 'Work');
		const titles = await one.locator('.row .title').allTextContents();
		assert.ok(titles.length);
		await button(one, 'List options').click();
		await button(one, 'Delete the list').click();
		await button(one, 'Undo').waitFor();
		await one.waitForTimeout(1000);
		await pull(two);
		await two.getByRole('navigation').getByRole('link', { name: 'Work' })
		    .waitFor({ state: 'detached' });
		await two.goto(server.base + '#/trash');
		const item = two.locator('.item', { hasText: 'Work' });
		await item.getByRole('button', { name: 'Restore' }).click();
		await openList(two, 'Work');
		await row(two, titles[0]).waitFor();
		await sent(two);
		await pull(one);
		await openList(one, 'Work');
		await row(one, titles[0]).waitFor();
		assert.deepEqual(await one.locator('.row .title').allTextContents(), titles);
		await two.goto(server.base + '#/trash');
		await two.locator('.item', { hasText: 'on.txt' }).getByRole('button',
			{ name: 'Restore' }).click();
		await sent(two);
		await pull(one);
		await openList(one, 'Home');
		await row(one, 'Water').click();
		await one.getByRole('link', { name: 'on.txt' }).waitFor();
	});
	assert.deepEqual([...a.complaints, ...b.complaints].filter(c =>
		!/ERR_CONNECTION_REFUSED|ERR_FAILED|status of 4\d\d/.test(c)), []);
});
