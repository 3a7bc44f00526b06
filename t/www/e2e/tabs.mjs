/* Two tabs of one browser: one uses the network.  What is typed in the other, after
 * the first was closed, or without a server, is sent once. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, openList, row, serve, signIn } from './lib/browser.mjs';

const add = async (page, title) => {
	await page.bringToFront();
	await page.keyboard.press('n');
	await page.keyboard.type(title);
	await page.keyboard.press('Enter');
	await page.keyboard.press('Escape');
};
const sent = page => page.waitForFunction(() => !document.querySelector('.unsent') &&
	/Up to date/.test(document.body.innerText), null, { timeout: 30000 });

test('two tabs, then one, then no server', async t => {
	const server = await serve('/tasks/'), b = await browse(), one = b.page;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await one.goto(server.base + '#/today');
	await one.getByRole('button', { name: 'Sign in' }).waitFor();
	const two = await b.context.newPage();
	await two.goto(server.base + '#/planned');
	await signIn(one, server.base + '#/today');
	await two.getByText('Renew the passport').waitFor();
	await two.getByText('Up to date').waitFor({ state: 'attached' });
	await openList(one, 'Home');
	await openList(two, 'Home');
	await add(two, 'From the second');
	await row(one, 'From the second').waitFor();
	await add(one, 'From the first');
	await row(two, 'From the first').waitFor();

	await one.close();
	await add(two, 'After the first was closed');
	await row(two, 'After the first').waitFor();
	await sent(two);
	await server.pause();
	for (let i = 0; i < 12; i++)
		await add(two, 'Offline ' + i);
	const waiting = () => two.waitForFunction(() =>
		/12 to send/.test(document.body.innerText));
	await waiting();
	await two.reload();
	await row(two, 'Offline 11').waitFor();
	await waiting();
	await server.start();
	await two.evaluate(() => dispatchEvent(new Event('online')));
	await sent(two);
	const titles = await two.evaluate(async () => {
		const get = async path => (await (await fetch('./api/v1' + path)).json()).items;
		const all = await Promise.all((await get('/lists')).map(l =>
			get(`/lists/${l.id}/tasks`)));
		return all.flat().map(x => x.title).filter(x => /^(Offline|From|After)/.test(x));
	});
	assert.equal(titles.length, 15);
	assert.equal(new Set(titles).size, 15);
	assert.deepEqual(b.complaints.filter(c => !/ERR_CONNECTION|ERR_FAILED|from the Manifest/.test(c)), []);
});
