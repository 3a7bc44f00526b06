/* Everything by the keyboard: each key of the table does what it says. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, openList, row, serve, signIn } from './lib/browser.mjs';

test('the keyboard', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const focused = () => page.evaluate(() => document.activeElement
	    .closest('[data-row]')?.querySelector('.title')?.textContent ?? null);
	const press = async (...keys) => {
		for (const k of keys)
			await page.keyboard.press(k);
		await page.waitForTimeout(80);
	};
	const titles = () => page.locator('.row .title').allTextContents();

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await openList(page, 'Home');
	await row(page, 'Water').waitFor();

	await t.test('moving', async () => {
		await press('j');
		assert.equal(await focused(), 'Water the plants');
		await press('ArrowDown', 'j', 'k');
		assert.equal(await focused(), 'Call the dentist');
		await press('End');
		assert.equal(await focused(), 'Pick up the parcel');
		await press('Home');
		assert.equal(await focused(), 'Water the plants');
	});
	await t.test('order', async () => {
		await press('Alt+ArrowDown');
		assert.deepEqual((await titles()).slice(0, 2),
		    ['Call the dentist', 'Water the plants']);
		await press('Alt+Home');
		assert.equal((await titles())[0], 'Water the plants');
		assert.equal(await focused(), 'Water the plants');
	});
	await t.test('done, and focus goes on; undo', async () => {
		await press('j', 'Space');
		assert.equal(await focused(), 'Renew the passport');
		assert.ok(await page.getByRole('checkbox', { name: 'Call the dentist' })
		    .first().isChecked());
		await press('z');
		await page.waitForFunction(() => !document.querySelector(
			'.row input:checked'));
		await press('Shift+z');
		await row(page, 'dentist').waitFor({ state: 'detached' });
		await press('z');
		await row(page, 'dentist').waitFor();
	});
	await t.test('star, My Day, due', async () => {
		await press('End', 's');
		assert.equal(await row(page, 'parcel').getByRole('button', { name:
		    'Star Pick up the parcel' }).getAttribute('aria-pressed'), 'true');
		await press('m');
		await row(page, 'parcel').getByText('My Day').waitFor({ state: 'attached' });
		await press('t');
		await row(page, 'parcel').getByText('Today').first().waitFor();
	});
	for (const [key, dialog] of [['d', 'due'], ['r', 'remind'], ['l', 'list'],
	    ['#', 'tags'], ['?', 'keys']])
		await t.test(key + ' opens a dialog, Escape closes it', async () => {
			await press(key);
			await page.locator(`dialog[data-dialog=${dialog}][open]`).waitFor();
			await press('Escape');
			await page.locator('dialog').waitFor({ state: 'detached' });
			assert.equal(await focused(), 'Pick up the parcel');
		});
	await t.test('a chip applies and closes', async () => {
		await press('d');
		await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).click();
		await row(page, 'parcel').getByText('Tomorrow').waitFor();
		assert.equal(await page.locator('dialog').count(), 0);
	});
	await t.test('open, edit, step back', async () => {
		await press('End', 'Enter');
		await page.getByRole('complementary', { name: 'Task details' }).waitFor();
		assert.equal(await focused(), 'Pick up the parcel');
		await press('Enter');
		assert.equal(await page.evaluate(() => document.activeElement.id), 'title');
		await page.keyboard.type('!');
		await press('Enter');
		await row(page, 'parcel!').waitFor();
		await page.getByRole('textbox', { name: 'Add a step' }).focus();
		await page.keyboard.type('One');
		await press('Enter');
		await page.keyboard.type('Two');
		await press('Enter', 'Escape');
		await row(page, '0 of 2').waitFor();
		await page.evaluate(() => document.activeElement.blur());
		await press('Escape');
		await page.waitForFunction(() => !document.querySelector('.details'));
		assert.equal(await focused(), 'Pick up the parcel!');
	});
	await t.test('many at once', async () => {
		await press('Home', 'x', 'Shift+ArrowDown');
		assert.equal(await page.getByText('2 selected').count() > 0, true);
		await press('Delete');
		assert.equal(await row(page, 'Water').count(), 0);
		await press('z');
		await row(page, 'Water').waitFor();
		await press('Control+a');
		await page.getByText('6 selected').first().waitFor({ state: 'attached' });
		await press('Escape');
		assert.equal(await page.locator('.bulk').count(), 0);
	});
	await t.test('places', async () => {
		for (const [key, hash] of [['d', 'today'], ['s', 'starred'],
		    ['p', 'planned'], ['m', 'mine'], ['a', 'all'], ['c', 'completed']]) {
			await press('g', key);
			assert.ok(page.url().endsWith('#/' + hash), hash);
		}
		await press('2');
		assert.equal(await page.getByRole('heading', { level: 1 })
		    .textContent(), 'Work');
		await press('/');
		await page.waitForTimeout(100);
		await page.keyboard.type('train');
		await row(page, 'Buy train tickets').waitFor();
	});
	assert.deepEqual(b.complaints, []);
});
