/* Pickers: where they open, and that letters, arrows and Enter do everything in them. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, find, openHome, openList, row, serve, signIn, until }
	from './lib/browser.mjs';

const plus = days => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10);
const KEYS = { due: 'd', remind: 'r', list: 'l', tags: '#' };
const picker = page => page.locator('dialog.picker[open]');
const closed = page => picker(page).waitFor({ state: 'detached' });
const box = locator => locator.evaluate(el => {
	const { left, top, right, bottom } = el.getBoundingClientRect();
	return { left, top, right, bottom };
});
const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top ||
	b.bottom <= a.top;

test('pickers', async t => {
	const server = await serve(), b = await browse({ reducedMotion: 'reduce' }), { page } = b;
	const press = async (...keys) => {
		for (const k of keys) {
			await page.keyboard.press(k);
			await page.evaluate(() => new Promise(yes => requestAnimationFrame(() =>
				requestAnimationFrame(() => setTimeout(yes)))));
		}
	};
	const focused = () => page.evaluate(() => document.activeElement.closest('[data-row]')
	    ?.querySelector('.title').textContent ?? document.activeElement.textContent.trim());
	const due = async title => (await find(page, title))?.dueDate;

	await openHome(t, b, server);
	const { listId } = await find(page, 'Pick up the parcel');
	for (let i = 0; i < 10; i++)
		await call(page, 'POST', `/lists/${listId}/tasks`, { id: crypto.randomUUID(),
			title: 'Item ' + i, position: 'bottom', dueDate: plus(i) });
	await page.evaluate(() => dispatchEvent(new Event('focus')));
	await row(page, 'Item 9').waitFor();

	await t.test('a window of another size has the picker within it', async () => {
		for (const name of ['due', 'repeat']) {
			await page.setViewportSize({ width: 1280, height: 800 });
			await row(page, 'Item 9').first().click();
			await page.locator('.details').getByRole('button', { name: name === 'due' ?
				/^Due/ : /^Repeat/ }).click();
			for (const [width, height] of [[360, 740], [740, 360], [1280, 500], [360, 740]]) {
				await page.setViewportSize({ width, height });
				await until(() => box(picker(page)).then(at => at.left >= 0 && at.top >= 0 &&
					at.right <= width && at.bottom <= height && (width > 700 || at.bottom ===
					height)), true);
			}
			await page.keyboard.press('Escape');
			await closed(page);
			await page.keyboard.press('Escape');
		}
	});
	for (const [width, height] of [[1280, 800], [1280, 500], [1000, 800], [760, 700]])
		await t.test(`${width} × ${height}: no picker covers its row`, async () => {
			await page.setViewportSize({ width, height });
			const rows = page.locator('main .row');
			for (let i = 0; i < await rows.count(); i += 3)
				for (const [name, key] of Object.entries(KEYS)) {
					await rows.nth(i).focus();
					await press(key);
					await picker(page).waitFor();
					const at = await box(picker(page));
					assert.ok(apart(at, await box(rows.nth(i))), `${name} of row ${i}`);
					assert.ok(at.top >= 0 && at.left >= 0 && at.right <= width &&
					    at.bottom <= height, `${name} of row ${i} is in the window`);
					await press('Escape');
					await closed(page);
				}
		});
	await page.setViewportSize({ width: 1280, height: 800 });
	await t.test('in the open task: below the property, and not over its row', async () => {
		await row(page, 'Item 2').click();
		for (const name of [/^Due/, /^Repeat/, /^Remind/, /^List/]) {
			const of = page.locator('.details').getByRole('button', { name });
			await of.click();
			await picker(page).waitFor();
			assert.ok(apart(await box(picker(page)), await box(of)), String(name));
			assert.ok(apart(await box(picker(page)), await box(row(page, 'Item 2'))), String(name));
			await press('Escape');
			await closed(page);
		}
		await press('Escape');
	});
	await t.test('a date is typed', async () => {
		await row(page, 'Item 5').focus();
		await press('d');
		await page.keyboard.type('in 9 days');
		await picker(page).getByRole('button', { name: /day|\d/ }).first().waitFor();
		await press('Enter');
		await closed(page);
		await until(() => due('Item 5'), plus(9));
		await until(focused, 'Item 5');
		await press('d');
		await page.keyboard.type('sometime');
		await picker(page).getByText('Not understood: sometime').waitFor();
		await press('Enter', 'Escape');
		await until(() => due('Item 5'), plus(9));
		await press('d');
		await page.keyboard.type('tom');
		await press('Enter');
		await until(() => due('Item 5'), plus(1));
	});
	await t.test('arrows go through the choices into the grid, and through its weeks', async () => {
		await press('d', 'ArrowDown', 'ArrowDown');
		await until(() => focused().then(x => x.startsWith('Tomorrow')), true);
		for (let i = 0; i < 5 && !await page.evaluate(() =>
			document.activeElement.matches('.cell')); i++)
			await press('ArrowDown');
		assert.equal(await page.evaluate(() => document.activeElement.dataset.id), plus(1));
		await press('ArrowDown', 'ArrowRight', 'PageDown');
		await until(() => page.evaluate(() => document.activeElement.dataset.id), plus(44));
		await press('Enter');
		await closed(page);
		await until(() => due('Item 5'), plus(44));
		await press('z');
		await until(() => due('Item 5'), plus(1));
	});
	await t.test('letters on a day go into the field', async () => {
		await press('d', 'ArrowDown');
		await page.keyboard.type('today');
		assert.equal(await picker(page).locator('[data-input=picker]').inputValue(), 'today');
		await press('Enter');
		await until(() => due('Item 5'), plus(0));
	});
	await t.test('a reminder is typed', async () => {
		await press('r');
		await page.keyboard.type('tomorrow 7:30');
		await press('Enter');
		await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
		    .catch(() => {});
		await until(async () => (await find(page, 'Item 5')).reminderAt,
		    plus(1) + 'T07:30:00.000000Z');
	});
	await t.test('a task is postponed from its own day; several are not', async () => {
		for (const [words, day] of [['One day later', 10], ['One week later', 17]]) {
			await row(page, 'Item 9').focus();
			await press('d');
			const choice = picker(page).getByRole('button', { name: words });
			assert.match(await choice.textContent(), new RegExp(`[^0-9]${
				+plus(day).slice(8)} [A-Z]`), 'the month, too');
			await choice.click();
			await closed(page);
			await until(() => due('Item 9'), plus(day));
		}
		await row(page, 'Item 3').focus();
		await press('x', 'Shift+ArrowDown', 'd');
		await picker(page).waitFor();
		assert.equal(await picker(page).getByRole('button', { name: /later/ }).count(), 0);
		await press('Escape');
		await closed(page);
		await press('Escape');
		await until(() => page.locator('.row.on').count(), 0);
	});
	await t.test('a reminder comes in two hours, or this evening if that is to come', async () => {
		await row(page, 'Item 3').focus();
		await press('r');
		const evening = new Date().getUTCHours() < 19;
		assert.equal(await picker(page).getByRole('button', { name: 'This evening' }).count(),
		    +evening);
		await picker(page).getByRole('button', { name: 'In 2 hours' }).click();
		await page.locator('dialog[open]').waitFor({ state: 'detached', timeout: 2000 })
		    .catch(() => press('Escape'));
		await until(async () => Math.abs(Date.parse((await find(page, 'Item 3')).reminderAt) -
		    Date.now() - 2 * 36e5) < 12e4, true);
	});
	await t.test('a list is found by a few letters; a new one is made', async () => {
		await row(page, 'Item 6').focus();
		await press('l');
		await page.keyboard.type('our');
		await until(() => picker(page).locator('.choice').first().textContent()
		    .then(x => x.trim()), 'Journey');
		await press('Enter');
		await until(() => row(page, 'Item 6').count(), 0);
		await row(page, 'Item 7').focus();
		await press('l');
		await page.keyboard.type('Attic');
		await picker(page).getByRole('button', { name: 'New list “Attic”' }).waitFor();
		await press('Enter');
		await page.getByRole('navigation').getByRole('link', { name: 'Attic' }).waitFor();
		await until(async () => (await call(page, 'GET', '/lists')).items.some(l =>
			l.title === 'Attic'), true);
		await until(async () => (await find(page, 'Item 7')).path.includes(
			(await call(page, 'GET', '/lists')).items.find(l => l.title === 'Attic').id), true);
	});
	await t.test('tags are found, made and taken away', async () => {
		await row(page, 'Item 8').focus();
		await press('#');
		await page.keyboard.type('gre');
		await press('Enter');
		await page.keyboard.type('attic');
		await press('Enter', 'Escape');
		await closed(page);
		await row(page, 'Item 8').getByText('attic').waitFor();
		await row(page, 'Item 8').getByText('green').waitFor();
		await until(focused, 'Item 8');
		await press('#');
		await page.keyboard.type('att');
		await press('Enter', 'Escape');
		await row(page, 'Item 8').getByText('attic').waitFor({ state: 'detached' });
	});
	await t.test('a person is found by a few letters', async () => {
		await openList(page, 'Journey');
		await row(page, 'Pack').focus();
		await press('a');
		await page.keyboard.type('gra');
		await press('Enter');
		await row(page, 'Pack').getByText(/Assigned to Grace/).waitFor({ state: 'attached' });
	});
	await t.test('the foot of the date says how the task repeats', async () => {
		const rule = { recurrenceRule: 'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR' };
		const words = 'Repeat: Every 2 months on the last Friday';
		const foot = picker(page).locator('[data-command=due-repeat]');
		await openList(page, 'Home');
		for (const title of ['Item 0', 'Item 1'])
			await call(page, 'PATCH', (await find(page, title)).path, rule);
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await until(() => page.locator('main .row use[href="#i-repeat"]').count(), 4);
		const said = async (title, ...keys) => {
			await row(page, title).focus();
			await press(...keys);
			await foot.waitFor();
			const text = (await foot.textContent()).replace(/\s+/g, ' ').trim();
			const { right, bottom } = await box(foot), of = await box(picker(page));
			assert.ok(right <= of.right && bottom <= of.bottom, 'it has its place');
			await press('Escape');
			await closed(page);
			return text;
		};
		assert.equal(await said('Item 0', 'd'), words);
		assert.equal(await said('Item 2', 'd'), 'Repeat');
		assert.equal(await said('Item 0', 'x', 'Shift+ArrowDown', 'd'), words, 'of two alike');
		await press('Shift+ArrowDown');
		assert.equal(await said('Item 2', 'd'), 'Repeat', 'of some that differ');
		await press('Escape');
	});
	await t.test('the dialog is named, and a day says its whole date', async () => {
		await press('d');
		const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric',
			month: 'long', timeZone: 'UTC' }).format(new Date(plus(3))).replace(',', '');
		await page.getByRole('dialog', { name: 'Due' }).getByRole('button', { name: day }).waitFor();
		await press('Escape');
	});
	assert.deepEqual(b.complaints, []);
});

test('on a phone a picker is a sheet, without a keyboard', async t => {
	const server = await serve(), b = await browse({ viewport: { width: 360, height: 740 },
	    hasTouch: true, isMobile: true, reducedMotion: 'reduce' }), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await row(page, 'Renew').first().tap();
	const details = page.locator('.details');
	for (const name of [/^Due/, /^Repeat/, /^Remind/, /^List/]) {
		await details.getByRole('button', { name }).tap();
		await picker(page).waitFor();
		const at = await box(picker(page));
		assert.deepEqual([at.left, at.right, at.bottom], [0, 360, 740], String(name));
		assert.ok(at.top > 60, String(name));
		assert.equal(await page.evaluate(() => document.activeElement.tagName), 'DIALOG');
		const small = await picker(page).locator('button, input, select').evaluateAll(all => all
		    .map(el => [el, el.closest('label') ?? el]).map(([el, x]) => [el.outerHTML.slice(0, 90),
			x.getBoundingClientRect()]).filter(([, r]) => r.height < 40 || r.width < 40));
		assert.deepEqual(small, [], String(name));
		await page.touchscreen.tap(180, 20);
		await picker(page).waitFor({ state: 'detached' });
	}
	assert.deepEqual(b.complaints, []);
});
