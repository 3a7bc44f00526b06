/* The shortest path: sign in, a list, add by keyboard, tick, undo. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, openList, row, serve, signIn, until } from './lib/browser.mjs';

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

/* By each screen and each way of adding, again and again: the list that the line names is
 * where the task is.  Home is the list for what is added outside of a list. */
test('tasks go where the line says', async t => {
	const server = await serve('/'), b = await browse(), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base + '#/today');
	const { items } = (await call(page, 'GET', '/lists'));
	const line = page.getByLabel('Add a task');
	const titled = title => items.find(l => l.title === title);
	const goes = async (title, list) => until(async () => (await call(page, 'GET',
		'/me/tasks?limit=200')).items.filter(x => x.title === title)
	    .map(x => x.listId), [titled(list).id]);
	const type = async title => {
		await line.fill(title);
		const named = await page.locator('.goes').innerText();
		await line.press('Enter');
		return named.replace(/^→\s*/, '').trim();
	};
	let n = 0;

	for (const [screen, list] of [['l/' + titled('Work').id, 'Work'], ['today', 'Home'],
	    ['l/' + titled('Journey').id, 'Journey'], ['planned', 'Home'], ['starred', 'Home'],
	    ['l/' + titled('Groceries').id, 'Groceries'], ['mine', 'Home']])
		await t.test(screen, async () => {
			await page.goto(server.base + '#/' + screen);
			await page.locator(`[data-screen=${screen.replace(/^l\/.*/, 'list')}]`)
			    .waitFor();
			for (let i = 0; i < 3; i++) {
				const title = 'Typed ' + ++n;
				assert.equal(await type(title), list, 'the line says so');
				await goes(title, list);
			}
			const pasted = [++n, ++n].map(x => 'Pasted ' + x);
			await line.focus();
			await page.evaluate(text => {
				const data = new DataTransfer();
				data.setData('text/plain', text);
				document.activeElement.dispatchEvent(new ClipboardEvent('paste',
				    { clipboardData: data, bubbles: true, cancelable: true }));
			}, pasted.join('\n'));
			await page.getByRole('button', { name: 'Add 2 tasks' }).click();
			for (const title of pasted)
				await goes(title, list);
			const after = 'After ' + ++n;
			assert.equal(await type(after), list, 'and again');
			await goes(after, list);
		});
	assert.deepEqual(b.complaints, []);
});
