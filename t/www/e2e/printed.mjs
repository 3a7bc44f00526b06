/* What is printed: the name, boxes, titles, dates, steps and notes of all tasks, and
 * nothing else. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, find, openList, row, serve, signIn, until } from './lib/browser.mjs';

test('printing', async t => {
	const server = await serve(), b = await browse({ colorScheme: 'dark' }), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	const { listId, path } = await find(page, 'Pick up the parcel');
	await call(page, 'PATCH', path, { notes: 'Number 12 on the fridge' });
	await call(page, 'POST', path.replace(/^\/lists\/[^/]+/, '') + '/steps', { id: crypto.randomUUID(), title: 'Find the card',
		position: 'bottom' });
	await call(page, 'POST', '/batch', { requests: Array.from({ length: 90 }, (_, i) => ({
		method: 'POST', path: `/lists/${listId}/tasks`, body: { id: crypto.randomUUID(),
		title: `Printed ${i}`, position: 'bottom' } })) });
	await page.evaluate(() => dispatchEvent(new Event('focus')));
	await openList(page, 'Home');
	await row(page, 'Printed 0').waitFor();
	await page.emulateMedia({ media: 'print' });
	await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
	await row(page, 'Printed 89').waitFor();

	await t.test('every task, not only those in sight', async () => {
		for (let i = 0; i < 90; i++)
			assert.equal(await page.getByText(`Printed ${i}`, { exact: true }).count(), 1);
	});
	await t.test('steps and notes, each once', async () => {
		const parcel = row(page, 'Pick up the parcel');
		assert.equal((await parcel.innerText()).match(/Find the card/g).length, 1);
		assert.equal((await parcel.innerText()).match(/Number 12/g).length, 1);
		assert.equal(await parcel.locator('.flags').isVisible(), false);
	});
	await t.test('on white, without what can be pressed', async () => {
		const seen = await page.evaluate(() => ({
			grounds: [...new Set(['html', 'body', 'main', '.row'].map(s =>
			    getComputedStyle(document.querySelector(s)).backgroundColor)
			    .filter(c => c !== 'rgba(0, 0, 0, 0)'))],
			buttons: [...document.querySelectorAll('button, a, input:not([type=checkbox])')]
			    .filter(el => el.checkVisibility() && !el.matches('.collapse, h1 *') &&
				el.getBoundingClientRect().height).map(el => el.outerHTML.slice(0, 90)),
		}));
		assert.deepEqual(seen.grounds, ['rgb(255, 255, 255)']);
		assert.deepEqual(seen.buttons, []);
	});
	await t.test('boxes and text are aligned', async () => {
		const at = await page.evaluate(() => {
			const start = el => {
				const range = document.createRange();
				range.selectNodeContents(el);
				return Math.round(range.getClientRects()[0].left);
			};
			const top = el => el.getBoundingClientRect();
			return {
				begins: [...new Set([...document.querySelectorAll('h1, .row .title')].map(start))],
				off: [...document.querySelectorAll('.row')].map(r => {
					const tick = top(r.querySelector('input')), range = document.createRange();
					range.selectNodeContents(r.querySelector('.title'));
					const line = range.getClientRects()[0];
					return Math.abs((tick.top + tick.bottom - line.top - line.bottom) / 2);
				}).reduce((a, n) => Math.max(a, n)),
			};
		});
		assert.ok(Math.max(...at.begins) - Math.min(...at.begins) <= 1,
		    'the name and the titles begin at ' + at.begins);
		assert.ok(at.off <= 2, `a box is ${at.off} px off its first line`);
	});
	await page.emulateMedia({ media: null });
	await page.evaluate(() => dispatchEvent(new Event('afterprint')));
	await until(async () => await page.locator('.row').count() < 60, true);
	assert.deepEqual(b.complaints, []);
});
