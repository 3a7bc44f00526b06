/* A new version of the app: the old page goes on until somebody takes it, or
 * nobody is typing; what waited to be sent arrives once, from the new page. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { browse, call, openList, remove, row, serve, signIn } from './lib/browser.mjs';
import { build } from '../targets.mjs';

const NEXT = '0123abcd';

/* A build with a version of its own in the names of its files, in `to`. */
function built(to, next) {
	const from = build + '/www';
	const [, version] = /main-(\w+)\.js/.exec(fs.readFileSync(from + '/index.html', 'utf8'));
	const renamed = text => next ? text.replaceAll(version, next) : text;

	fs.rmSync(to, { recursive: true, force: true });
	fs.cpSync(from + '/icons', to + '/icons', { recursive: true });
	for (const name of fs.readdirSync(from).filter(f => /\.(js|css|json|html|webmanifest)$/.test(f))) {
		const text = renamed(fs.readFileSync(`${from}/${name}`, 'utf8'));
		fs.writeFileSync(`${to}/${renamed(name)}`, text);
		fs.writeFileSync(`${to}/${renamed(name)}.gz`, zlib.gzipSync(text));
	}
}

test('a new version', async t => {
	const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'docket-www-built-'));
	built(dir + '/www');
	const server = await serve('/', {}, ['--www', dir + '/www']);
	const b = await browse(), { page } = b;
	const isNew = p => p.waitForSelector(`script[src*="${NEXT}"]`, { state: 'attached' });
	const isOld = async p => assert.equal(await p.locator(`script[src*="${NEXT}"]`).count(), 0);

	t.after(async () => {
		await b.close();
		await server.stop();
		remove(dir);
	});
	await signIn(page, server.base);
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	const other = await b.context.newPage();
	await other.goto(server.base);
	await other.waitForFunction(() => navigator.serviceWorker.controller);
	await other.getByLabel('Add a task').fill('Half a sen');
	await page.bringToFront();
	await openList(page, 'Home');
	for (const p of [page, other])
		await p.route('**/api/v1/**', r => r.abort());
	await page.getByLabel('Add a task').fill('Waits for the network');
	await page.getByLabel('Add a task').press('Enter');
	await page.getByText('1 to send').first().waitFor();

	/* As if German had been chosen. */
	await page.evaluate(async () => {
		const version = /main-(\w+)/.exec(document.head.innerHTML)[1];
		for (const f of [`words-de-${version}.json`, `quick-de-${version}.js`])
			await fetch(f);
	});
	built(dir + '/www', NEXT);
	await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
	const update = page.getByRole('button', { name: 'Update ready' });
	await update.waitFor();
	await page.setViewportSize({ width: 768, height: 800 });
	const { height } = await page.locator('.foot .state').boundingBox();
	assert.ok(height < 40, `how sync stands is one line, of ${height} px`);
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.getByLabel('Add a task').fill('Not yet done');
	await update.click();
	await page.getByText('First save or clear what you are typing').last().waitFor();
	await row(page, 'Waits').waitFor();
	await isOld(page);
	await page.getByLabel('Add a task').fill('');
	/* The fields of this page have text that is not lost. */
	await page.evaluate(() => location.hash = '#/settings/account');
	await page.getByLabel('Your name').waitFor();
	await update.click();
	await isNew(page);
	await openList(page, 'Home');
	await row(page, 'Waits').waitFor();
	assert.deepEqual(await page.evaluate(async () => (await caches.keys())
	    .filter(k => k.includes('shell')).length), 1, 'the old files are gone');
	assert.deepEqual(await page.evaluate(async names => Promise.all(names.map(async n =>
	    await caches.match(n) !== undefined)), [`words-de-${NEXT}.json`,
	    `quick-de-${NEXT}.js`]), [true, true], 'the language came with it');

	/* The other tab keeps what is being typed there. */
	await isOld(other);
	assert.equal(await other.getByLabel('Add a task').inputValue(), 'Half a sen');
	await other.bringToFront();
	await other.getByLabel('Add a task').fill('');
	await other.getByLabel('Add a task').blur();
	await isNew(other);

	for (const p of [page, other])
		await p.unroute('**/api/v1/**');
	await page.evaluate(() => dispatchEvent(new Event('online')));
	await page.waitForFunction(() => !document.querySelector('.unsent'));
	const { items } = await call(page, 'GET', '/me/tasks?limit=1000');
	assert.equal(items.filter(x => x.title === 'Waits for the network').length, 1);
	assert.deepEqual(b.complaints.filter(c => !/ERR_FAILED/.test(c)), []);
});
