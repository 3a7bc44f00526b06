/* What somebody clicks and types before the scripts are there that do it is done as
 * soon as they are, in order; nothing of it is lost or taken for something else. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { ADA, browse, find, openHome, PASSWORD, row, serve, until } from './lib/browser.mjs';

test('what is done before the scripts are there', async t => {
	const server = await serve(), b = await browse({ serviceWorkers: 'block' }), { page } = b;
	/* The page at an address, with a script that comes when go() is called. */
	const late = async (script, hash, shown) => {
		let go = () => {};
		const held = new Promise(yes => go = yes);
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		await page.route(`**/${script}-*.js`, async route => {
			await held;
			await route.continue();
		});
		await page.goto('about:blank');
		await page.goto(server.base + hash);
		await page.getByText(shown).first().waitFor();
		return go;
	};

	await openHome(t, b, server);
	const home = page.url().replace(/.*#/, '#');

	await t.test('a tick, and a task typed', async () => {
		const go = await late('bundle-commands', home, 'Water the plants');
		await page.getByRole('checkbox', { name: 'Call the dentist' }).click();
		await page.keyboard.press('n');
		await page.keyboard.type('Typed early !!');
		await page.keyboard.press('Enter');
		await page.keyboard.type('Half');
		await page.waitForTimeout(300);
		go();
		await row(page, 'Typed early').waitFor();
		await until(() => page.locator('#quick').inputValue(), 'Half');
		await until(async () => (await find(page, 'Call the dentist'))?.done, true);
		assert.equal((await find(page, 'Typed early')).starred, true);
		assert.equal((await find(page, 'Water the plants')).starred, false);
	});
	await t.test('a form, sent', async () => {
		const go = await late('bundle-commands', home, 'Water the plants');
		await page.locator('#quick').fill('By the button');
		await page.locator('.quick .btn').click();
		go();
		await row(page, 'By the button').waitFor();
		assert.doesNotMatch(page.url(), /\?/, 'the form did not leave the page');
	});
	await t.test('a search, typed after /', async () => {
		const go = await late('bundle-commands', home, 'Water the plants');
		await page.keyboard.type('/parcel zz');
		go();
		await until(() => page.locator('#search').inputValue(), 'parcel zz');
		await page.getByText('Nothing found').waitFor();
	});
	await t.test('a sign-in', async () => {
		const other = await browse({ serviceWorkers: 'block' }), theirs = other.page;
		let go = () => {}, asked = 0;
		const held = new Promise(yes => go = yes);
		await theirs.route('**/bundle-commands-*.js', async route => {
			await held;
			await route.continue();
		});
		theirs.on('request', r => asked += r.url().endsWith('/api/v1/service'));
		await theirs.goto(server.base + '#/starred');
		await theirs.getByLabel('E-mail').fill(ADA);
		await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await theirs.keyboard.press('Enter');
		await theirs.waitForTimeout(300);
		assert.equal(asked, 1);
		go();
		await theirs.getByRole('heading', { level: 1, name: 'Starred' }).waitFor();
		assert.equal(asked, 2, 'once before, once after');
		assert.deepEqual(other.complaints.filter(c => !/blocked by Playwright/.test(c)), []);
		await other.close();
	});
	for (const [script, act, shown] of [
	    ['bundle-dialogs', p => p.getByRole('button', { name: 'List options' }).click(),
		'Move up'],
	    ['bundle-dialogs', p => row(p, 'Water').click(), 'Attach a file'],
	    ['bundle-pages', p => p.getByRole('button', { name: 'New list' }).click(), 'Colour'],
	    ['bundle-pages', p => p.keyboard.press('?'), 'One step back'],
	    ['bundle-pages', p => p.getByRole('button', { name: 'Settings' }).click(),
		'Your name']])
		await t.test(`${script}: ${shown}`, async () => {
			const go = await late(script, home, 'Water the plants');
			await page.getByText('Up to date').waitFor({ state: 'attached' });
			await act(page);
			await page.waitForTimeout(300);
			go();
			await page.getByText(shown).or(page.getByLabel(shown)).first().waitFor();
		});
	assert.deepEqual(b.complaints.filter(c => !/blocked by Playwright/.test(c)), []);
});
