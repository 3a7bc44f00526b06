/* Until everything is fetched for the first time, nothing says that something is
 * empty or does not exist: on a slow network, after a fetch that broke off, offline. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { ADA, PASSWORD, browse, row, serve, signIn } from './lib/browser.mjs';

const EMPTY = /fresh day|nothing|no task|not here any more|star what/i;
/* Where something could be missing. */
const SCREENS = ['today', 'starred', 'planned', 'mine', 'all', 'completed', 'tag/green',
	'search?q=passport', 'l/no-such-list', 'l/no-such-list/share'];

/* Goes to every screen; none says that something is missing. */
async function nothingSaysEmpty(page) {
	for (const at of SCREENS) {
		await page.evaluate(hash => location.hash = hash, '#/' + at);
		await page.evaluate(() => new Promise(yes => requestAnimationFrame(() =>
			requestAnimationFrame(yes))));
		assert.doesNotMatch(await page.locator('main').innerText(), EMPTY, at);
	}
}

async function started(t, how = {}) {
	const server = await serve(), b = await browse(how);

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await b.page.goto(server.base);
	await b.page.getByLabel('E-mail').fill(ADA);
	await b.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	return { server, ...b };
}

test('on a slow network', async t => {
	const { page, complaints } = await started(t);
	let go = () => {};
	const held = new Promise(yes => go = yes);

	await page.route('**/me/changes*', async route => {
		await held;
		await route.continue();
	});
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.locator('main [aria-busy=true]').waitFor();
	await nothingSaysEmpty(page);
	await page.evaluate(() => location.hash = '#/today');
	await page.getByText(/Fetching your tasks …/).waitFor();
	go();
	await row(page, 'Renew the passport').waitFor();
	await page.evaluate(() => location.hash = '#/search?q=xyzzy');
	await page.getByText('Nothing found').waitFor();
	assert.deepEqual(complaints, []);
});

test('a fetch that breaks off, and the page loaded again without network', async t => {
	const { page, context, server } = await started(t);
	let pages = 0;

	/* The first page of the feed has the lists alone; the next never comes. */
	await page.route('**/me/changes*', async route => {
		if (pages++)
			return route.abort();
		const r = await route.fetch(), all = await r.json();
		return route.fulfill({ response: r, json: { ...all, more: true,
			items: all.items.filter(x => x.kind === 'list') } });
	});
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.locator('.nav [data-list]').first().waitFor();
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	await nothingSaysEmpty(page);
	await page.goto('about:blank');
	await context.setOffline(true);
	await page.goto(server.base);
	await page.locator('.nav [data-list]').first().waitFor();
	await nothingSaysEmpty(page);
});
