/* The week, the month and the small month: what is due or planned on a day, and moved
 * to another. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, find, row, serve, signIn, until } from './lib/browser.mjs';

const DAY = 864e5;
const date = n => new Date(Date.now() + n * DAY).toISOString().slice(0, 10);
const shift = (day, n) => new Date(Date.parse(day) + n * DAY).toISOString().slice(0, 10);

test('week and month', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const column = day => page.locator(`[data-drop="day/${day}"]`).first();
	const titles = async day => (await column(day).locator('.title').allTextContents()).sort();
	const due = async title => (await find(page, title)).dueDate;
	const go = hash => page.goto(server.base + '#/' + hash);

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	/* A week in the future, of which the demo has nothing. */
	const monday = shift(date(70), -((new Date(date(70)).getUTCDay() + 6) % 7));
	const { id: home } = (await call(page, 'GET', '/lists')).items.find(l => l.title === 'Home');
	const add = (title, more) => call(page, 'POST', `/lists/${home}/tasks`,
		{ id: crypto.randomUUID(), title, ...more });
	await add('At noon', { dueDate: monday, reminderAt: monday + 'T12:00:00.000000Z' });
	await add('At eight', { dueDate: monday, reminderAt: monday + 'T08:00:00.000000Z' });
	await add('All day', { dueDate: monday });
	await add('On Thursday', { dueDate: shift(monday, 3) });
	await add('Only planned', { myDay: shift(monday, 1) });
	await page.evaluate(() => dispatchEvent(new Event('focus')));

	await t.test('the week has what is due, and what is planned in My Day', async () => {
		await go('week/' + shift(monday, 2));
		await row(page, 'At noon').waitFor();
		assert.equal(await page.locator('.board section').count(), 7);
		assert.deepEqual(await column(monday).locator('.title').allTextContents(),
			['At eight', 'At noon', 'All day'], 'what has a time first');
		assert.deepEqual(await titles(shift(monday, 1)), ['Only planned']);
		assert.deepEqual(await titles(shift(monday, 3)), ['On Thursday']);
		assert.equal(await page.locator('.smart [aria-current=page]').textContent()
		    .then(s => s.replace(/\d/g, '')), 'Planned');
	});
	await t.test('a task is dragged to another day, and back', async () => {
		const a = await row(page, 'All day').boundingBox();
		const z = await column(shift(monday, 4)).boundingBox();
		await page.mouse.move(a.x + a.width - 10, a.y + a.height / 2);
		await page.mouse.down();
		await page.mouse.move(a.x + a.width, a.y + a.height / 2 + 8);
		await page.mouse.move(z.x + 40, z.y + 300, { steps: 5 });
		await page.mouse.up();
		await until(() => titles(shift(monday, 4)), ['All day']);
		await until(() => due('All day'), shift(monday, 4));
		await page.keyboard.press('z');
		await until(() => due('All day'), monday);
	});
	await t.test('what is planned stays without a due date', async () => {
		const a = await row(page, 'Only planned').boundingBox();
		const z = await column(shift(monday, 5)).boundingBox();
		await page.mouse.move(a.x + a.width - 10, a.y + a.height / 2);
		await page.mouse.down();
		await page.mouse.move(a.x + a.width, a.y + a.height / 2 + 8);
		await page.mouse.move(z.x + 40, z.y + 300, { steps: 5 });
		await page.mouse.up();
		await until(() => titles(shift(monday, 5)), ['Only planned']);
		assert.equal(await due('Only planned'), null);
		await until(async () => (await call(page, 'GET', '/me/my-day?date=' + shift(monday, 5)))
		    .items.map(x => x.title ?? x.task?.title).length, 1);
	});
	const focused = () => page.evaluate(() => document.activeElement
	    .closest('[data-row]')?.querySelector('.title').textContent);
	await t.test('arrows go from day to day, with Shift they take the task along', async () => {
		await row(page, 'On Thursday').focus();
		await page.keyboard.press('ArrowLeft');
		await until(focused, 'At eight');
		await page.keyboard.press('ArrowRight');
		await until(focused, 'On Thursday');
		await page.keyboard.press('Shift+ArrowRight');
		await until(() => titles(shift(monday, 4)), ['On Thursday']);
		await until(focused, 'On Thursday');
		for (let i = 0; i < 3; i++)
			await page.keyboard.press('Shift+ArrowRight');
		await until(() => titles(shift(monday, 7)), ['On Thursday']);
		await until(focused, 'On Thursday');
		assert.match(page.url(), new RegExp(`#/week/${shift(monday, 9).slice(0, 7)}|#/week/`));
		await until(() => due('On Thursday'), shift(monday, 7));
		await page.keyboard.press('ArrowLeft');
		await until(focused, 'Only planned');
	});
	await t.test('the small month leads to a day', async () => {
		await go('week');
		await page.locator('[data-command=days-jump]').click();
		const next = page.getByRole('dialog').getByRole('button', { name: 'Later' });
		const day = page.getByRole('dialog').locator(`[data-id="${monday}"]`);
		await next.waitFor();
		for (let i = 0; i < 4 && !await day.count(); i++) {
			await next.click();
			await page.evaluate(() => new Promise(yes => requestAnimationFrame(() =>
				requestAnimationFrame(yes))));
		}
		assert.match(await day.getAttribute('aria-label'), /: 3 tasks$/);
		await day.click();
		await row(page, 'At noon').waitFor();
		assert.equal(await page.getByRole('dialog').count(), 0);
		await go('planned');
		await page.locator('.beside').getByRole('button', { name: 'Later' }).first().click();
		await page.locator(`.beside [data-id="${date(3)}"], .beside button`).first().waitFor();
		await go('week');
		await go('planned');
		await page.locator(`.beside [data-id="${date(3)}"]`).click();
		await until(focused, 'Weekly report');
	});
	await t.test('a week has the number that most of its days have', async () => {
		await go('week/2026-11-25');
		await page.locator('.span small', { hasText: 'Week 48' }).waitFor();
	});

	await t.test('the month has four of a day, and leads to its week', async () => {
		for (let i = 0; i < 3; i++)
			await add('Number ' + i, { dueDate: monday });
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await go('month/' + monday);
		await until(async () => (await titles(monday)).length, 4);
		await column(monday).getByRole('link', { name: '2 more' }).click();
		await until(async () => (await titles(monday)).length, 6);
	});
	await t.test('on a phone the days are below each other', async () => {
		await page.setViewportSize({ width: 390, height: 844 });
		await page.locator('.section.day').first().waitFor();
		assert.equal(await page.locator('.section.day').count(), 7);
		assert.equal(await page.locator('.board').count(), 0);
		assert.equal(await page.locator('.nothing').first().textContent(), 'Nothing planned');
		await page.getByRole('button', { name: 'Later', exact: true }).click();
		await row(page, 'On Thursday').waitFor();
		/* Windows in which the week does not fit; in the small one the head goes. */
		for (const height of [560, 300])
			for (const view of ['week', 'month']) {
				await page.setViewportSize({ width: 390, height });
				await go('today');
				await row(page, 'Renew').first().waitFor();
				await go(view);
				await until(() => page.locator('#d' + date(0)).evaluate(el => {
					const head = document.querySelector('.top'), begins = Math.max(0,
						head.getBoundingClientRect().bottom);
					const gap = el.getBoundingClientRect().top - begins;

					return gap > -1 && gap < 60 ? true : `${gap} px below`;
				}), true);
			}
		await page.setViewportSize({ width: 390, height: 560 });
		await page.evaluate(() => document.querySelector('main').scrollTop = 2000);
		await page.getByRole('button', { name: 'Today', exact: true }).click();
		await until(() => page.locator('#d' + date(0)).evaluate(el =>
			Math.abs(el.getBoundingClientRect().top -
			    document.querySelector('.top').getBoundingClientRect().bottom) < 60), true);
		for (const view of ['Month', 'Week', 'List', 'Month']) {
			await page.getByRole('button', { name: 'List options' }).click();
			await page.getByRole('dialog').getByRole('button', { name: view, exact: true })
			    .click();
			await page.waitForURL(`**/#/${{ List: 'planned' }[view] ??
				view.toLowerCase()}`);
		}
		await page.setViewportSize({ width: 1280, height: 800 });
	});
	await t.test('Today leads to its first task, also from today\'s week', async () => {
		for (const view of ['week', 'month']) {
			await go(view);
			await page.getByRole('button', { name: 'Today', exact: true }).click();
			await until(() => page.evaluate(() => document.activeElement
			    .closest('section')?.classList.contains('today')), true);
		}
	});
	await t.test('a card breaks no word', async () => {
		await add('Appointment', { dueDate: shift(monday, 2) });
		await add('Questionnaire', { dueDate: shift(monday, 2) });
		await add('Prepare the appointment with neighbours', { dueDate: shift(monday, 2) });
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		for (const width of [1024, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			await go('week/' + monday);
			await row(page, 'neighbours').waitFor();
			assert.deepEqual(await page.evaluate(most => [...document.querySelectorAll(
			    '.card .title')].flatMap(el => [...el.childNodes]
			    .filter(n => n.nodeType === 3).flatMap(n => [...n.data.matchAll(/\S+/g)]
			    .filter(m => m[0].length <= most && (() => {
				const range = document.createRange();
				range.setStart(n, m.index);
				range.setEnd(n, m.index + m[0].length);
				return new Set([...range.getClientRects()].map(r => r.top)).size > 1;
			    })()).map(m => m[0]))), width > 1024 ? 13 : 11), [], width + ' px');
			assert.ok(await page.evaluate(() => [...document.querySelectorAll('.card')]
			    .every(c => c.querySelector('.tick').getBoundingClientRect().top >=
				c.getBoundingClientRect().top)));
		}
	});
	await t.test('rings are within their card; what is selected has another ground', async () => {
		const look = () => page.evaluate(() => {
			const s = getComputedStyle(document.activeElement.closest('.card'));
			return { beyond: parseFloat(s.outlineWidth) + parseFloat(s.outlineOffset),
				style: s.outlineStyle, shadow: s.boxShadow, ground: s.backgroundColor };
		});
		await go('week/' + monday);
		await row(page, 'neighbours').focus();
		await page.keyboard.press('ArrowUp');
		await page.keyboard.press('ArrowDown');
		const focused = await look();
		assert.equal(focused.style, 'solid');
		assert.ok(focused.beyond <= 0, 'the focus');
		await page.keyboard.press('x');
		await until(async () => /inset/.test((await look()).shadow), true);
		assert.notEqual((await look()).ground, focused.ground);
		await page.keyboard.press('Escape');
	});
	await t.test('all that is overdue is moved to today at once, and back', async () => {
		await go('planned');
		const late = page.locator('.overdue');
		await late.getByRole('button', { name: 'Move all to today' }).click();
		await late.waitFor({ state: 'detached' });
		assert.equal(await page.evaluate(() => document.activeElement.matches('[data-row]')),
			true, 'the focus is on a row');
		await until(() => due('Pay the rent'), date(0));
		await page.getByRole('button', { name: 'Undo' }).click();
		await late.waitFor();
		await until(() => due('Pay the rent'), date(-1));
	});
	assert.deepEqual(b.complaints, []);
});
