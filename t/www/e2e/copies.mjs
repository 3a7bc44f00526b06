/* A copy of a task and of a list has what the first has; a list that starts again has
 * everything open: in the page, and in the service. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, find, openList, row, serve, signIn, until } from './lib/browser.mjs';

test('copies', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const rows = () => page.locator('main .row:not(.done) .title').allTextContents();
	/* What the menu of a row, or of the open list, does. */
	const act = async (title, name) => {
		if (title)
			await row(page, title).first().click({ button: 'right' });
		else
			await page.getByRole('button', { name: 'List options' }).click();
		await page.locator('dialog').getByRole('button', { name }).click();
	};

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await openList(page, 'Home');
	await row(page, 'Renew').waitFor();

	await t.test('of a task, below it', async () => {
		const first = await find(page, 'Renew the passport'), list = first.listId;
		await call(page, 'PATCH', first.path, { recurrenceRule:
			'FREQ=MONTHLY;BYDAY=-1FR', dueTime: '07:30', notes: 'Both sides' });
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await row(page, 'Renew').getByText('7:30').waitFor();
		const before = await rows();
		await act('Renew', 'Duplicate');
		const at = before.indexOf('Renew the passport');
		await until(rows, before.toSpliced(at, 0, 'Renew the passport'));
		const both = async () => (await call(page, 'GET', `/lists/${list}/tasks`)).items
		    .filter(x => x.title === first.title);
		await until(async () => (await both()).length, 2);
		const all = await both(), copy = all.find(x => x.id !== first.id);
		for (const name of ['dueDate', 'dueTime', 'recurrenceRule', 'notes', 'starred'])
			assert.deepEqual(copy[name], all.find(x => x.id === first.id)[name], name);
		assert.ok(copy.rank > all.find(x => x.id === first.id).rank);
		assert.deepEqual((await call(page, 'GET', `/tasks/${copy.id}/steps`)).items
		    .map(s => s.title), ['Photo', 'Form', 'Appointment']);
		await page.keyboard.press('z');
		await until(rows, before);
		await until(async () => (await both()).length, 1);
	});
	await t.test('of a list', async () => {
		await openList(page, 'Groceries');
		await row(page, 'Coffee').waitFor();
		const before = await rows();
		await act(null, 'Duplicate');
		await page.getByRole('heading', { name: 'Groceries (copy)' }).waitFor();
		assert.deepEqual(await rows(), before);
		await until(async () => (await find(page, 'Coffee')) && (await call(page, 'GET',
			'/lists')).items.filter(l => /^Groc/.test(l.title)).length, 2);
		const copy = (await call(page, 'GET', '/lists')).items.find(l => /copy/.test(l.title));
		await until(async () => (await call(page, 'GET', `/lists/${copy.id}/tasks`)).items
		    .sort((a, z) => a.rank < z.rank ? -1 : 1).map(x => x.title), before);
		assert.deepEqual((await call(page, 'GET', '/me/settings')).items
		    .find(s => s.key === 'list/' + copy.id).value, { icon: 'cart', color: 5 });
	});
	await t.test('a list starts again, and back', async () => {
		await page.getByRole('navigation').getByRole('link', { name: 'Groceries', exact: false })
		    .first().click();
		await row(page, 'Coffee').waitFor();
		const open = async () => (await call(page, 'GET', `/lists/${(await find(page, 'Bread'))
			.listId}/tasks`)).items.filter(x => !x.done).length;
		assert.equal(await open(), 3);
		await act(null, 'Start again');
		await until(open, 4);
		await until(async () => (await rows()).includes('Bread'), true);
		await page.keyboard.press('z');
		await until(open, 3);
	});
	await t.test('a row is completed from its menu', async () => {
		await act('Olive', 'Done');
		await until(async () => (await find(page, 'Olive oil')).done, true);
	});
	assert.deepEqual(b.complaints, []);
});
