/* Rows, lists and groups can be dragged with a mouse, and moved without one. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, openHome, openList, row, serve } from './lib/browser.mjs';

test('dragging', async t => {
	const server = await serve('/tasks/'), b = await browse(), { page } = b;
	const titles = () => page.locator('.row .title').allTextContents();
	const button = name => page.getByRole('button', { name, exact: true });
	const nav = page.getByRole('navigation');
	const entry = name => nav.locator('[data-list]').filter({ hasText: name });
	const sent = () => page.waitForFunction(() => !document.querySelector('.unsent') &&
		/Up to date/.test(document.body.innerText));

	/* From the middle of one to a part of another. */
	const drag = async (from, to, part = 0.5, drop = true) => {
		const a = await from.boundingBox(), z = await to.boundingBox();
		await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
		await page.mouse.down();
		await page.mouse.move(a.x + a.width / 2 + 3, a.y + a.height / 2 + 8);
		await page.mouse.move(z.x + z.width / 2, z.y + z.height * part, { steps: 5 });
		if (drop)
			await page.mouse.up();
	};

	const is = (what, names) => page.waitForFunction(([w, x]) => [...document
		.querySelectorAll(w + ' .name')].map(e => e.textContent)
		.filter(n => x.includes(n)).join() === x, [what, names]);
	const order = names => is('.nav [data-list]', names);
	const groups = names => is('.nav .group', names);
	const family = nav.locator('.group').filter({ hasText: 'Family' });
	const make = async (what, name) => {
		await button(what).click();
		await page.getByRole('dialog').getByLabel('Name').fill(name);
		await page.getByRole('dialog').getByLabel('Name').press('Enter');
		await nav.getByText(name).waitFor();
	};

	await openHome(t, b, server);
	const before = await titles();

	await t.test('a row moves to another place, and back', async () => {
		await drag(row(page, before[0]), row(page, before[2]), 0.9);
		const now = [before[1], before[2], before[0], ...before.slice(3)];
		await page.waitForFunction(x => document.querySelectorAll('.row .title')[2]
		    .textContent === x, before[0]);
		assert.deepEqual(await titles(), now);
		assert.equal(await page.locator('.details').count(), 0, 'it is not opened');
		await sent();
		await page.reload();
		await row(page, 'Water').waitFor();
		assert.deepEqual(await titles(), now, 'and stays there');
		await page.keyboard.press('Home');
		await page.keyboard.press('j');
		await page.keyboard.press('j');
		await page.keyboard.press('Alt+Home');
		await page.waitForFunction(x => document.querySelector('.row .title')
		    .textContent === x, before[0]);
		assert.deepEqual(await titles(), before);
	});
	await t.test('below the last row means to the end', async () => {
		const a = await row(page, before[0]).boundingBox();
		await page.mouse.move(a.x + 200, a.y + 10);
		await page.mouse.down();
		await page.mouse.move(a.x + 200, a.y + 40);
		await page.mouse.move(a.x + 200, 760, { steps: 4 });
		await page.mouse.up();
		await page.waitForFunction(x => [...document.querySelectorAll(
		    '.rows .title')].findIndex(r => r.textContent === x) > 3, before[0]);
		await page.keyboard.press('z');
		await page.waitForFunction(x => document.querySelector('.row .title')
		    .textContent === x, before[0]);
	});
	await t.test('Escape cancels', async () => {
		await drag(row(page, before[0]), row(page, before[3]), 0.9, false);
		await page.locator('.lifted').waitFor();
		await page.keyboard.press('Escape');
		await page.mouse.up();
		assert.equal(await page.locator('.lifted, .line').count(), 0);
		assert.deepEqual(await titles(), before);
	});
	await t.test('a row can be dropped on a list or on My Day', async () => {
		await drag(row(page, 'Water'), entry('Work'));
		await row(page, 'Water').waitFor({ state: 'detached' });
		await page.keyboard.press('z');
		await row(page, 'Water').waitFor();
		await drag(row(page, 'parcel'), nav.getByRole('link', { name: 'My Day' }));
		await row(page, 'parcel').getByText('My Day').waitFor({ state: 'attached' });
		await page.keyboard.press('z');
		await row(page, 'parcel').getByText('My Day').waitFor({ state: 'detached' });
	});
	await t.test('the menu of a row moves it', async () => {
		await row(page, 'Water').click({ button: 'right' });
		await button('Move down').click();
		await page.waitForFunction(x => document.querySelector('.row .title')
		    .textContent === x, before[1]);
		await row(page, 'Water').click({ button: 'right' });
		await button('Move up').click();
		await page.waitForFunction(x => document.querySelector('.row .title')
		    .textContent === x, before[0]);
		await row(page, 'Water').click({ button: 'right' });
		await button('Move to list L').or(page.getByRole('dialog')
		    .getByRole('button', { name: 'Move to list' })).first().click();
		await page.getByRole('dialog').getByRole('button', { name: 'Work' }).click();
		await row(page, 'Water').waitFor({ state: 'detached' });
		await page.keyboard.press('z');
		await row(page, 'Water').waitFor();
	});
	await t.test('lists move between others, into a group and out of it', async () => {
		await make('New list', 'Garden');
		await make('New group', 'Family');
		await order('Home,Work,Garden');
		await drag(entry('Garden'), entry('Home'), 0.2);
		await order('Garden,Home,Work');
		await page.keyboard.press('z');
		await order('Home,Work,Garden');
		await drag(entry('Home'), family);
		await family.locator('..').locator('[data-list]').filter({ hasText: 'Home' }).waitFor();
		await order('Work,Garden,Home');
		await drag(entry('Work'), entry('Home'), 0.2);
		await order('Garden,Work,Home');
		assert.equal(await family.locator('..').locator('[data-list]').count(), 2);
		await sent();
		await page.reload();
		await order('Garden,Work,Home');
		assert.equal(await family.locator('..').locator('[data-list]').count(), 2);
		await drag(entry('Home'), entry('Garden'), 0.8);
		await order('Garden,Home,Work');
		assert.equal(await family.locator('..').locator('[data-list]').count(), 1);
		await page.keyboard.press('z');
		await order('Garden,Work,Home');
		await sent();
		await page.reload();
		await order('Garden,Work,Home');
	});
	await t.test('groups move', async () => {
		await make('New group', 'Club');
		const group = name => nav.locator('.group').filter({ hasText: name });
		await drag(group('Club').locator('.collapse'), group('Family'), 0.1);
		await groups('Club,Family');
		await page.keyboard.press('z');
		await groups('Family,Club');
	});
	await t.test('keys move lists and groups', async () => {
		await entry('Home').getByRole('link').focus();
		await page.keyboard.press('Alt+ArrowUp');
		await order('Garden,Home,Work');
		assert.ok(await entry('Home').getByRole('link').evaluate(e =>
			e === document.activeElement), 'focus stays');
		await page.keyboard.press('Alt+End');
		await order('Garden,Work,Home');
		await nav.getByRole('button', { name: 'Club', exact: true }).focus();
		await page.keyboard.press('Alt+Home');
		await groups('Club,Family');
	});
	await t.test('menus move lists and groups', async () => {
		await openList(page, 'Home');
		await button('List options').click();
		await button('Move up').click();
		await order('Garden,Home,Work');
		await nav.getByRole('button', { name: 'Club', exact: true }).focus();
		await page.keyboard.press('Alt+End');
		await groups('Family,Club');
		await button('Options of Club').click();
		await button('Move up').click();
		await groups('Club,Family');
	});
	await sent();
	await page.reload();
	await groups('Club,Family');
	await order('Garden,Home,Work');
	assert.deepEqual(b.complaints, []);
});
