/* A shared list says who has it, and what others did since the user last left it. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { ADA, GRACE, browse, call, openList, row, serve, signIn } from './lib/browser.mjs';

test('news of a shared list', async t => {
	const server = await serve(), ada = await browse(), grace = await browse();
	const page = ada.page, other = grace.page;
	const fetched = () => page.evaluate(() => dispatchEvent(new Event('focus')));
	const entry = page.getByRole('navigation').locator('[data-list]').filter({ hasText: 'Journey' });
	const dot = entry.getByRole('img', { name: 'Something new' });
	const line = page.locator('.fresh');

	t.after(async () => {
		await ada.close();
		await grace.close();
		await server.stop();
	});
	await signIn(page, server.base, ADA);
	await signIn(other, server.base, GRACE);
	const { id } = (await call(page, 'GET', '/lists')).items.find(l => l.title === 'Journey');
	const tasks = async () => (await call(other, 'GET', `/lists/${id}/tasks`)).items;
	const add = title => call(other, 'POST', `/lists/${id}/tasks`,
		{ id: crypto.randomUUID(), title });

	await t.test('its head has the faces, and says whose list it is', async () => {
		await openList(page, 'Journey');
		await page.getByText('Your list, shared with Grace').waitFor();
		assert.equal(await page.locator('.faces .who').count(), 2);
		await openList(other, 'Journey');
		await other.getByText('Ada shares this list with you').waitFor();
		assert.equal(await line.count(), 0, 'what was there is not news');
	});
	await t.test('what another did is marked while the user is elsewhere', async () => {
		await openList(page, 'Home');
		await add('Sage');
		await add('Thyme');
		const bought = (await tasks()).find(x => x.title === 'Buy train tickets');
		await call(other, 'PATCH', `/lists/${id}/tasks/${bought.id}`, { done: true });
		await fetched();
		await dot.waitFor();
		await openList(page, 'Journey');
		assert.equal((await line.locator('.grow').textContent()).split(' · ')[0],
			'Grace: 2 tasks added and “Buy train tickets” completed');
		for (const title of ['Sage', 'Thyme'])
			await row(page, title).getByRole('img', { name: 'New' }).waitFor();
		assert.equal(await row(page, 'Pack').getByRole('img', { name: 'New' }).count(), 0);
	});
	await t.test('it stays while a task is opened, and Show goes to it', async () => {
		await row(page, 'Pack').click();
		await page.locator('.details').waitFor();
		await page.keyboard.press('Escape');
		await line.getByRole('button', { name: 'Show' }).click();
		await page.waitForFunction(() => /Sage|Thyme/.test(
			document.activeElement.closest('[data-row]')?.textContent));
	});
	await t.test('it is gone after the user was elsewhere, on all devices', async () => {
		await openList(page, 'Home');
		await dot.waitFor({ state: 'detached' });
		await openList(page, 'Journey');
		await row(page, 'Sage').waitFor();
		assert.equal(await line.count(), 0);
		const { value } = (await call(page, 'GET', '/me/settings')).items
		    .find(s => s.key === 'list/' + id);
		assert.ok(value.seen && value.icon === 'plane', 'beside the icon');
	});
	await t.test('what users did themselves is no news; × puts it away', async () => {
		await add('Salt');
		await fetched();
		await line.waitFor();
		await line.getByRole('button', { name: 'Close' }).click();
		await line.waitFor({ state: 'detached' });
		await other.goto(server.base + '#/starred');
		await openList(other, 'Journey');
		await row(other, 'Salt').waitFor();
		assert.equal(await other.locator('.fresh').count(), 0);
	});
	assert.deepEqual([...ada.complaints, ...grace.complaints], []);
});
