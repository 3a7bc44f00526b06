/* What is done with several tasks at once comes back as it was, also after it was sent:
 * on the service each task has its list, its place and its fields, and nothing is
 * refused. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, openList, row, serve, signIn, until } from './lib/browser.mjs';

const TITLES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
/* Keys, with what is typed after them. */
const ACTS = { 'move to a list': ['l', 'Work'], 'done': ['Space'], 'star': ['s'],
	'My Day': ['m'], 'a date': ['d', 'tomorrow'], 'a tag': ['#', 'green'], 'delete': ['Delete'] };
const PARTS = { 'the first': [0, 1], 'those in the middle': [1, 2, 3], 'every other': [0, 2, 4],
	'the last': [4, 5], 'all': [0, 1, 2, 3, 4, 5] };

test('several tasks, undone', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const id = crypto.randomUUID();
	const sent = () => page.waitForFunction(() => !document.querySelector('.unsent') &&
		/Up to date/.test(document.body.textContent));
	const now = async () => {
		const { items } = await call(page, 'GET', `/lists/${id}/tasks`);
		const tags = (await call(page, 'GET', '/me/changes')).items
		    .filter(x => x.kind === 'taskTags' || x.kind === 'myDay').map(x =>
			[x.taskId, x.addedOn ?? x.tagIds]).filter(x => x[1].length).sort();
		return [items.map(x => [x.title, x.done, x.starred, x.dueDate]), tags
		    .filter(([task]) => items.some(x => x.id === task))];
	};
	const select = async some => {
		await row(page, TITLES[some[0]]).focus();
		await page.keyboard.press('Escape');
		for (const i of some)
			await row(page, TITLES[i]).locator('.title').click({ modifiers: ['Control'] });
		await until(() => page.locator('.row.on').count(), some.length);
	};

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await call(page, 'POST', '/lists', { id, title: 'Numbers' });
	for (const title of TITLES)
		await call(page, 'POST', `/lists/${id}/tasks`, { id: crypto.randomUUID(), title,
			position: 'bottom' });
	await page.evaluate(() => dispatchEvent(new Event('focus')));
	await openList(page, 'Numbers');
	await row(page, 'Six').waitFor();
	const before = await now();
	for (const [act, [key, words]] of Object.entries(ACTS))
		for (const [part, some] of Object.entries(PARTS))
			await t.test(`${act}: ${part}`, async () => {
				await select(some);
				await page.keyboard.press(key);
				if (words) {
					await page.locator('dialog[open]').waitFor();
					await page.keyboard.type(words);
					await page.keyboard.press('Enter');
					if (key === '#')
						await page.keyboard.press('Escape');
					await page.locator('dialog').waitFor({ state: 'detached' });
				}
				await sent();
				assert.notDeepEqual(await now(), before, 'something was done');
				await page.keyboard.press('z');
				await until(now, before);
				assert.equal(await page.locator('.bar.bad').count(), 0, 'nothing is refused');
				await until(() => page.locator('main .row:not(.done) .title').allTextContents(),
				    TITLES);
			});
	await t.test('a neighbour that has gone', async () => {
		await select([1]);
		await page.keyboard.press('l');
		await page.locator('dialog[open]').waitFor();
		await page.keyboard.type('Work');
		await page.keyboard.press('Enter');
		await sent();
		for (const x of (await call(page, 'GET', `/lists/${id}/tasks`)).items)
			if (['One', 'Three'].includes(x.title))
				await call(page, 'DELETE', `/lists/${id}/tasks/${x.id}`);
		await page.keyboard.press('z');
		await until(async () => (await now())[0].map(x => x[0]), ['Two', 'Four', 'Five', 'Six']);
		await sent();
		assert.equal(await page.locator('.bar.bad').count(), 0, 'nothing is refused');
	});
	assert.deepEqual(b.complaints.filter(c => !/status of 422/.test(c)), []);
});
