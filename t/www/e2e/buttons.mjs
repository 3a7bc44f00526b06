/* The buttons of the line that adds: date, reminder and list, by touch and by mouse. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, find, row, serve, signIn, until } from './lib/browser.mjs';

const day = n => new Date(Date.now() + n * 864e5).toISOString().slice(0, 10);
const SIZES = {
	phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
	column: { viewport: { width: 768, height: 1024 }, colorScheme: 'dark' },
	wide: { viewport: { width: 1280, height: 800 } },
};
/* The least width of what is typed, in pixels. */
const TYPED = { phone: 240, column: 360, wide: 360 };

for (const [size, options] of Object.entries(SIZES))
	test(size, async t => {
		const server = await serve(), b = await browse(options), { page } = b;
		const line = page.locator('#quick'), chips = page.locator('.chips .chip');
		const tap = what => size === 'phone' ? what.tap() : what.click();
		const choose = async (button, choice) => {
			await tap(page.locator('.quick').getByRole('button', { name: button }));
			await tap(page.locator('dialog[open]').locator(choice));
			await page.locator('dialog').waitFor({ state: 'detached' });
			await until(() => page.evaluate(() => document.activeElement.id), 'quick');
		};
		const enter = async () => {
			await page.locator('.quick').getByRole('button', { name: 'Add', exact: true }).click();
			await until(() => line.inputValue(), '');
		};

		t.after(async () => {
			await b.close();
			await server.stop();
		});
		await signIn(page, server.base + '#/today');
		assert.equal(await page.locator('.with').isVisible(), size === 'phone',
			'a quiet line with a mouse');
		if (size === 'phone')
			await t.test('a date by the line at rest', async () => {
				await choose('Due date', `.cell[data-id="${day(1)}"]`);
				await page.keyboard.type('Sew it');
				await until(() => chips.count(), 1);
				await enter();
				await until(async () => (await find(page, 'Sew it'))?.dueDate, day(1));
			});
		await t.test('a date, changed, and a list', async () => {
			await tap(line);
			await page.keyboard.type(`Buy ${size} milk`);
			await choose('Due date', `.cell[data-id="${day(1)}"]`);
			await choose('Due date', `.cell[data-id="${day(3)}"]`);
			assert.equal(await chips.count(), 1);
			await choose('Add to the list', '.choice:has-text("Work")');
			assert.match(await page.locator('#goes').textContent(), /Work/);
			await enter();
			await until(async () => (await find(page, `Buy ${size} milk`))?.dueDate, day(3));
			const made = await find(page, `Buy ${size} milk`);
			assert.equal(made.listId, (await find(page, 'Weekly report')).listId);
		});
		await t.test('the next task goes where it went before', async () => {
			await page.keyboard.type(`Call ${size} Ida`);
			assert.match(await page.locator('#goes').textContent(), /Home/);
			await choose('Remind me', '.choice:has-text("Tomorrow 9:00")');
			await enter();
			await until(async () => (await find(page, `Call ${size} Ida`))?.dueTime, '09:00');
			assert.equal((await find(page, `Call ${size} Ida`)).reminderAt.slice(0, 16),
				day(1) + 'T09:00');
		});
		await t.test('a date before the title, and what was typed', async () => {
			await tap(page.locator('.quick').getByRole('button', { name: 'Due date' }));
			await page.locator('dialog[open] [data-input=picker]').fill('in 2 weeks');
			await tap(page.locator('dialog[open] .choice.read'));
			await page.locator('dialog').waitFor({ state: 'detached' });
			await until(() => page.evaluate(() => document.activeElement.id), 'quick');
			await page.keyboard.type(`Ask ${size} Bo`);
			await until(() => chips.count(), 1);
			await enter();
			await until(async () => (await find(page, `Ask ${size} Bo`))?.dueDate, day(14));
		});
		await t.test('a list that was chosen counts for this screen alone', async () => {
			const list = (await find(page, 'Weekly report')).listId;

			await tap(line);
			await page.keyboard.type('A thought');
			await choose('Add to the list', '.choice:has-text("Groceries")');
			assert.match(await page.locator('#goes').textContent(), /Groceries/);
			await page.goto(server.base + '#/l/' + list);
			await page.locator('.head h1', { hasText: 'Work' }).waitFor();
			await until(async () => (await page.locator('#goes').textContent())
			    .replace(/^→ */, ''), 'Work');
			await line.fill('');
		});
		await t.test('what is typed, and where it goes, have their place', async () => {
			const width = el => el.evaluate(e => e.clientWidth);
			const color = el => el.evaluate(e => getComputedStyle(e).backgroundColor);

			await page.goto(server.base + '#/today');
			await tap(line);
			await page.keyboard.type('Pay the rent');
			await page.locator('#goes').waitFor();
			assert.ok(await width(line) >= TYPED[size], `${await width(line)} px`);
			assert.ok(await page.locator('#goes').evaluate(e => e.scrollWidth <= e.clientWidth));
			assert.equal(await color(page.locator('#goes .dot')), await color(row(page,
			    'Renew').first().locator('.dot')));
			await line.fill('');
		});
		await t.test('what was read ends before the button', async () => {
			await tap(line);
			await page.keyboard.type('Pay the rent and the bills of the house tomorrow');
			const mark = page.locator('.mirror b');
			await mark.waitFor();
			await until(() => page.evaluate(() => {
				const box = s => document.querySelector(s).getBoundingClientRect();
				const add = box('.quick .btn'), typed = box('.typed');
				return add.top >= typed.bottom - 1 || add.left >= 4 + Math.min(typed.right,
					box('.mirror b').right + 2) ? true : `${typed.right} and ${add.left}`;
			}), true);
			await line.fill('');
		});
		await t.test('keys are shown where there may be some', async () => {
			await page.goto(server.base + '#/today');
			await row(page, 'Renew').first().click({ button: 'right' });
			await page.locator('dialog .option').first().waitFor();
			assert.equal(await page.locator('dialog kbd').first().isVisible(), size !== 'phone');
		});
		assert.deepEqual(b.complaints, []);
	});
