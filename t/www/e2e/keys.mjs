/* Each key of the table of keyboard shortcuts does what the table says. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, find, openHome, openList, row, serve, until } from './lib/browser.mjs';

test('the keyboard', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const focused = () => page.evaluate(() => document.activeElement
	    .closest('[data-row]')?.querySelector('.title')?.textContent ?? null);
	/* What follows from a key is drawn in the next frame, or after that one. */
	const press = async (...keys) => {
		for (const k of keys)
			await page.keyboard.press(k);
		await page.evaluate(() => new Promise(yes => requestAnimationFrame(() =>
			requestAnimationFrame(() => setTimeout(yes)))));
	};
	const titles = () => page.locator('.row .title').allTextContents();

	await openHome(t, b, server);

	await t.test('moving', async () => {
		await press('j');
		await until(focused, 'Water the plants');
		await press('ArrowDown', 'j', 'k');
		await until(focused, 'Call the dentist');
		await press('End');
		await until(focused, 'Pick up the parcel');
		await press('Home');
		await until(focused, 'Water the plants');
	});
	await t.test('order', async () => {
		await press('Alt+ArrowDown');
		await until(async () => (await titles()).slice(0, 2),
		    ['Call the dentist', 'Water the plants']);
		await press('Alt+Home');
		await until(async () => (await titles())[0], 'Water the plants');
		await until(focused, 'Water the plants');
	});
	await t.test('done moves the focus on; undo', async () => {
		await press('j', 'Space');
		await until(focused, 'Renew the passport');
		await until(() => page.getByRole('checkbox', { name: 'Call the dentist' })
		    .first().isChecked(), true);
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
		await until(() => row(page, 'parcel').getByRole('button', { name:
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
			await until(focused, 'Pick up the parcel');
		});
	await t.test('a chip applies and closes', async () => {
		await press('d');
		await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).click();
		await row(page, 'parcel').getByText('Tomorrow').waitFor();
		await until(() => page.locator('dialog').count(), 0);
	});
	await t.test('a move to another list moves the focus on', async () => {
		await press('Home');
		const [first, second] = await titles();
		await press('l');
		await page.getByRole('dialog').getByRole('button', { name: 'Work' }).click();
		await row(page, first).waitFor({ state: 'detached' });
		await until(focused, second);
		await press('z');
		await row(page, first).waitFor();
	});
	await t.test('open, edit, step back', async () => {
		await press('End', 'Enter');
		await page.getByRole('complementary', { name: 'Task details' }).waitFor();
		await until(focused, 'Pick up the parcel');
		await press('Enter');
		await page.waitForFunction(() => document.activeElement.id === 'title');
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
		await until(focused, 'Pick up the parcel!');
	});
	await t.test('many at once', async () => {
		await press('Home', 'x', 'Shift+ArrowDown');
		await page.getByText('2 selected').first().waitFor({ state: 'attached' });
		await press('Delete');
		await until(() => row(page, 'Water').count(), 0);
		await press('z');
		await row(page, 'Water').waitFor();
		await press('Control+a');
		await page.getByText('6 selected').first().waitFor({ state: 'attached' });
		await press('Escape');
		await until(() => page.locator('.bulk').count(), 0);
	});
	await t.test('places', async () => {
		for (const [key, hash] of [['d', 'today'], ['s', 'starred'],
		    ['p', 'planned'], ['m', 'mine'], ['a', 'all'], ['c', 'completed']]) {
			await press('g', key);
			await until(() => page.url().replace(/.*#/, ''), '/' + hash);
		}
		await press('2');
		await until(() => page.getByRole('heading', { level: 1 }).textContent(), 'Work');
		await press('/');
		await page.waitForFunction(() => document.activeElement.id === 'search');
		await page.keyboard.type('train');
		await row(page, 'Buy train tickets').waitFor();
	});
	await t.test('commands', async () => {
		await openList(page, 'Home');
		await row(page, 'Water').waitFor();
		await press('End', '/');
		await page.waitForFunction(() => document.activeElement.id === 'search');
		await page.keyboard.type('>settings app');
		const dialog = page.getByRole('dialog', { name: 'Commands' });
		await until(() => page.locator('#command').inputValue(), 'settings app');
		await dialog.getByRole('button', { name: 'Settings: Appearance' }).waitFor();
		await until(() => dialog.locator('.option').count(), 1);
		await press('Enter');
		await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).waitFor();
		await openList(page, 'Home');
		await row(page, 'Water').waitFor();
		await press('End', '/');
		await page.waitForFunction(() => document.activeElement.id === 'search');
		await page.keyboard.type('>');
		await dialog.waitFor();
		await page.keyboard.type('due');
		await press('ArrowDown');
		await until(() => page.evaluate(() => document.activeElement.textContent
		    .trim()), 'Due date: Pick up the parcel!');
		await press('Enter');
		await page.locator('dialog[data-dialog=due][open]').waitFor();
		await press('Escape');
		await page.locator('dialog').waitFor({ state: 'detached' });
		await until(focused, 'Pick up the parcel!');
	});
	await t.test('N, Q with a list, Shift Enter', async () => {
		await press('n');
		await until(() => page.evaluate(() => document.activeElement.id), 'quick');
		await press('Escape', 'q');
		await until(() => page.locator('#quick').inputValue(), '/');
		await page.keyboard.type('wo');
		await page.getByRole('option', { name: '/Work' }).waitFor();
		await press('Tab');
		await page.keyboard.type('Sharpen pencils');
		await press('Enter');
		await page.getByText('Added to Work').first().waitFor();
		await page.keyboard.type('Opened at once');
		await press('Shift+Enter');
		await page.getByRole('complementary', { name: 'Task details' }).waitFor();
		await until(() => page.locator('#title').inputValue(), 'Opened at once');
		await press('Escape', 'Escape');
		await page.waitForFunction(() => !document.querySelector('.details'));
		await press('z', 'z');
	});
	await t.test('A assigns, in a list that is shared', async () => {
		const shared = await page.locator('.nav [data-list]').filter({ has:
		    page.getByText('Shared') }).first().locator('.name').textContent();
		await openList(page, shared);
		await page.getByRole('heading', { level: 1, name: shared }).waitFor();
		await press('Home', 'a');
		await page.locator('dialog[data-dialog=assign][open]').waitFor();
		await page.getByRole('button', { name: 'Grace' }).click();
		await page.locator('.row').first().getByText(/Assigned to Grace/)
		    .waitFor({ state: 'attached' });
		await press('z');
	});
	await t.test('W is the first day of next week, Alt End, [', async () => {
		await openList(page, 'Home');
		await row(page, 'Water').waitFor();
		await press('Home', 'j', 'w');
		const monday = new Date(Date.now() + 864e5 * (8 - (new Date().getUTCDay() || 7)))
		    .toISOString().slice(0, 10);
		await until(async () => (await find(page, 'Call the dentist')).dueDate, monday);
		await press('z');
		await press('Home', 'Alt+End');
		await page.waitForFunction(() => [...document.querySelectorAll('.rows')][0]
		    .querySelector('.row:last-child .title').textContent === 'Water the plants');
		await until(focused, 'Water the plants');
		await press('z', '[');
		await until(() => page.getByRole('navigation').isVisible(), false);
		await press('Alt+[');	// as a German Mac types it
		await until(() => page.getByRole('navigation').isVisible(), true);
	});
	await t.test('a key pressed as the address changes opens its dialog', async () => {
		await page.evaluate(() => new Promise(yes => {
			addEventListener('popstate', () => dispatchEvent(
				new KeyboardEvent('keydown', { key: '?' })), { once: true });
			addEventListener('hashchange', yes, { once: true });
			location.hash = '#/planned';
		}));
		await page.getByRole('heading', { level: 1, name: 'Planned' }).waitFor();
		await page.locator('dialog[data-dialog=keys][open]').waitFor();
		await press('Escape');
	});
	assert.deepEqual(b.complaints, []);
});
