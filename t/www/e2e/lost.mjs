/*
 * The data in the browser is lost, or cannot be opened: the app says so, and
 * fetches everything again.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { faults } from './lib/axe.mjs';
import { browse, openList, profile, row, serve, signIn } from './lib/browser.mjs';

/** The folder of the browser's databases of the service's origin.
 * @param {string} dir the browser's profile @param {{port: number}} server */
const databases = (dir, { port }) =>
	`${dir}/Default/IndexedDB/http_127.0.0.1_${port}.indexeddb.leveldb`;

const LOST = /lost its copy of your tasks/;

/** Nobody is shut out of the screen: wide and light, narrow and dark.
 * @param {any} page */
async function accessible(page) {
	for (const [width, colorScheme] of [[1280, 'light'], [320, 'dark']]) {
		await page.setViewportSize({ width, height: 740 });
		await page.emulateMedia({ colorScheme });
		assert.deepEqual(await faults(page), []);
	}
	await page.setViewportSize({ width: 1280, height: 800 });
}

test('the browser has lost the data', async t => {
	const server = await serve(), dir = profile();
	const open = async () => {
		const b = await browse({ dir, bypassCSP: true });
		await b.page.goto(server.base);
		return b;
	};
	let b = await open();

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(b.page, server.base);
	await b.close({ keep: true });

	await t.test('lost', async () => {
		fs.rmSync(databases(dir, server), { recursive: true });
		b = await open();
		await openList(b.page, 'Home');
		await row(b.page, 'Water').waitFor();
		const bar = b.page.locator('.bar').filter({ hasText: LOST });
		await bar.waitFor();
		await accessible(b.page);
		await bar.getByRole('button', { name: 'Close' }).click();
		await bar.waitFor({ state: 'detached' });
		await b.page.reload();
		await b.page.getByText('Up to date').waitFor();
		assert.equal(await b.page.getByText(LOST).count(), 0);
		await b.close({ keep: true });
	});

	await t.test('it cannot be opened', async () => {
		const kept = databases(dir, server);
		fs.renameSync(kept, dir + '/aside');
		fs.writeFileSync(kept, '');
		b = await open();
		const title = b.page.getByRole('heading',
			{ name: 'cannot open its copy of your tasks' });
		await title.waitFor();
		await accessible(b.page);
		await Promise.all([b.page.waitForEvent('load'),
		    b.page.getByRole('button', { name: 'Start over' }).click()]);
		await title.waitFor();
		fs.rmSync(kept);
		fs.renameSync(dir + '/aside', kept);
		await b.page.getByRole('button', { name: 'Try again' }).click();
		await row(b.page, 'Water').waitFor();
		await b.page.getByText('Up to date').waitFor();
		assert.equal(await b.page.getByText(LOST).count(), 0);
	});
});
