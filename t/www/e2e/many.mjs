/* A long list: only the rows in the window are in the page. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, openList, row, serve, signIn } from './lib/browser.mjs';

test('a thousand tasks', async t => {
	const server = await serve(), b = await browse(), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	const total = 1000 + await page.evaluate(async () => {
		const api = './api/v1', lists = await (await fetch(api + '/lists')).json();
		const id = lists.items.find(l => l.title === 'Work').id;
		const { items } = await (await fetch(`${api}/lists/${id}/tasks`)).json();
		for (let i = 0; i < 1000; i += 20)
			await Promise.all(Array.from({ length: 20 }, (_, j) =>
				fetch(`${api}/lists/${id}/tasks`, { method: 'POST',
				    headers: { 'Content-Type': 'application/json' },
				    body: JSON.stringify({ id: crypto.randomUUID(),
				    title: 'Number ' + (i + j), position: 'bottom' }) })));
		return items.filter(x => !x.done).length;
	});
	await openList(page, 'Work');
	await page.evaluate(() => dispatchEvent(new Event('focus')));
	await page.waitForFunction(() => document.querySelector('.rows.fixed'));
	const window = Math.ceil(800 / 56);
	const inPage = () => page.locator('main [role=row]').count();

	assert.ok(await inPage() <= window + 16, 'at the top');
	await page.locator('main').evaluate(m => m.scrollTop = 20000);
	await page.waitForTimeout(200);
	assert.ok(await inPage() <= window + 16, 'in the middle');
	assert.ok(await row(page, 'Number').count() > 10, 'rows are there');
	assert.deepEqual(await page.evaluate(async () => {
		const main = document.querySelector('main'), counts = [];
		const seen = new MutationObserver(all => counts.push(all.flatMap(m =>
			[...m.addedNodes]).filter(n => n.dataset?.row).length));
		seen.observe(main, { childList: true, subtree: true });
		main.scrollTop = 40000;
		for (let i = 0; i < 30; i++)
			await new Promise(requestAnimationFrame);
		return [counts.length > 1, Math.max(...counts) <= 5];
	}), [true, true], 'no frame has to make many rows');
	assert.ok(await inPage() > window, 'the window is full');
	await page.keyboard.press('End');
	await page.waitForTimeout(300);
	const at = await page.evaluate(() => document.activeElement
	    .getAttribute('aria-rowindex'));
	assert.equal(+at, total, 'the last has the focus, and its number');
	await page.keyboard.press('Home');
	await page.waitForTimeout(300);
	assert.equal(await page.evaluate(() => document.activeElement
	    .getAttribute('aria-rowindex')), '1');

	await page.evaluate(async () => {
		const api = './api/v1', lists = await (await fetch(api + '/lists')).json();
		const { id } = lists.items.find(l => l.title === 'Work');
		const tasks = await (await fetch(`${api}/lists/${id}/tasks`)).json();
		const some = tasks.items.filter(x => /^Number/.test(x.title)).slice(3);
		for (let i = 0; i < some.length; i += 100)
			await fetch(api + '/batch', { method: 'POST',
			    headers: { 'Content-Type': 'application/json' },
			    body: JSON.stringify({ requests: some.slice(i, i + 100).map(x => ({
				method: 'PATCH', path: `/lists/${id}/tasks/${x.id}`,
				body: { done: true } })) }) });
		dispatchEvent(new Event('focus'));
	});
	await page.getByRole('button', { name: /^Completed 99\d/ }).click();
	await row(page, 'Number').nth(10).waitFor();
	const height = () => page.locator('main').evaluate(m => m.scrollHeight);
	const before = await height();

	await page.locator('main').evaluate(m => m.scrollTop = 20000);
	await page.waitForTimeout(300);
	assert.ok(await page.locator('main [role=row]').evaluateAll(rows => rows.filter(r =>
		r.getBoundingClientRect().top > 0 && r.getBoundingClientRect().bottom < 800)
	    .length) > 10, 'in the second section, rows are in the window');
	assert.ok(Math.abs(await height() - before) < 100, 'the page is as high as before');
	assert.deepEqual(b.complaints, []);
});
