/* The shortest path: sign in, a list, add by keyboard, tick, undo. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, openList, row, serve, signIn } from './lib/browser.mjs';

for (const prefix of ['/', '/tasks/'])
	test('sign in, add, tick, undo at ' + prefix, async t => {
		const server = await serve(prefix), b = await browse(), { page } = b;

		t.after(async () => {
			await b.close();
			await server.stop();
		});
		await page.goto(server.base + '#/planned');
		await page.getByRole('button', { name: 'Sign in' }).waitFor();
		await signIn(page, server.base + '#/planned');
		assert.match(page.url(), /#\/planned$/, 'what was asked for first');
		await openList(page, 'Home');
		await page.keyboard.press('n');
		await page.keyboard.type('Buy milk !!');
		await page.keyboard.press('Enter');
		for (let i = 0; i < 20; i++) {
			await page.keyboard.type('Fast ' + i);
			await page.keyboard.press('Enter');
		}
		await page.keyboard.press('Escape');
		await row(page, 'Fast 19').waitFor();
		for (let i = 0; i < 20; i++)
			assert.equal(await page.getByRole('checkbox', { name: 'Fast ' + i,
				exact: true }).count(), 1, 'Fast ' + i);
		const milk = page.getByRole('checkbox', { name: 'Buy milk' });
		await milk.check();
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.waitForFunction(() => ![...document.querySelectorAll(
			'.row input:checked')].length);
		assert.equal(await milk.isChecked(), false, 'undone');
		assert.ok(await page.evaluate(() => document.activeElement
			.closest('[role=row]')), 'focus is on a row');
		await page.reload();
		await row(page, 'Fast 7').waitFor();
		assert.match(await page.title(), /^\(\d+\) Home – Docket$/);
		assert.deepEqual(b.complaints, []);
	});
