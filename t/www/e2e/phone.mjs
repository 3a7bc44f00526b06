/* By touch, on a phone: searching, text that other apps share, selecting several,
 * dragging, and the same without dragging. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, row, serve, signIn, until } from './lib/browser.mjs';

test('on a phone', async t => {
	const server = await serve('/tasks/');
	const b = await browse({ viewport: { width: 360, height: 740 }, hasTouch: true,
	    isMobile: true }), { page } = b;
	const cdp = await b.context.newCDPSession(page);
	const titles = () => page.locator('.row .title').allTextContents();
	const button = name => page.getByRole('button', { name, exact: true });
	const touch = (type, ...points) => cdp.send('Input.dispatchTouchEvent',
	    { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
	const middle = async el => {
		const r = await el.boundingBox();
		return [r.x + r.width / 2, r.y + r.height / 2];
	};
	/* Rests on one, goes to a part of another. */
	const drag = async (from, to, part) => {
		const [x, y] = await middle(from), z = await to.boundingBox();
		const end = z.y + z.height * part;
		await touch('touchStart', [x, y]);
		await page.waitForTimeout(500);
		for (let i = 1; i <= 6; i++)
			await touch('touchMove', [x, y + (end - y) * i / 6]);
		await touch('touchEnd');
	};
	const press = async el => {
		await touch('touchStart', await middle(el));
		await page.waitForTimeout(500);
		await touch('touchEnd');
	};
	const sent = () => page.waitForFunction(() => !document.querySelector('.unsent'));

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await t.test('shared text is in the line, also after signing in',
	    async () => {
		await page.goto(server.base + '?title=Read%20this&url=https%3A%2F%2Fexample.org%2F');
		await page.getByRole('button', { name: 'Sign in' }).waitFor();
		await signIn(page, server.base + '?title=Read%20this&text=Read%20this' +
		    '&url=https%3A%2F%2Fexample.org%2F');
		assert.equal(await page.getByLabel('Add a task').inputValue(),
		    'Read this https://example.org/');
		assert.equal(await row(page, 'Read this').count(), 0, 'it is not added yet');
		await button('Add').tap();
		await page.getByText('Added to Home').first().waitFor();
		await page.goto(server.base + '#/all');
		await row(page, 'Read this https://example.org/').waitFor();
		await page.goto(server.base + '#/add?text=Another');
		await page.waitForFunction(() => document.getElementById('quick').value ===
		    'Another');
		await button('Add').tap();
	});
	await t.test('searching, letter by letter', async () => {
		await button('Lists').tap();
		await page.getByRole('searchbox').tap();
		await page.keyboard.type('passport', { delay: 80 });
		await row(page, 'Renew the passport').waitFor();
		assert.equal(await page.getByRole('searchbox').inputValue(), 'passport');
		assert.ok(await page.evaluate(() => document.activeElement.id === 'search'));
		assert.equal(await row(page, 'Water').count(), 0);
		await button('Clear the search').tap();
		await row(page, 'Renew the passport').waitFor({ state: 'detached' });
		assert.equal(await page.getByRole('searchbox').inputValue(), '');
		assert.equal(await button('Clear the search').isVisible(), false);
		assert.ok(await page.evaluate(() => document.activeElement.id === 'search'));
		await page.keyboard.type('passport', { delay: 80 });
		await row(page, 'Renew the passport').waitFor();
		await page.reload();
		await row(page, 'Renew the passport').waitFor();
		assert.equal(await page.getByRole('searchbox').inputValue(), 'passport');
	});
	await t.test('in My Day no task says that it is in My Day', async () => {
		const link = page.getByRole('navigation').getByRole('link', { name: 'My Day' });
		for (let i = 0; i < 2; i++) {
			await button('Lists').tap();
			await link.tap();
			await row(page, 'Water').waitFor();
			assert.equal(await page.locator('main .flag.sun').count(), 0);
		}
		await page.goto(server.base + '#/add?text=Something');
		await until(() => page.locator('#quick').inputValue(), 'Something');
		assert.equal(await page.locator('main .flag.sun').count(), 0);
		await page.locator('#quick').fill('');
		await page.keyboard.press('Escape');
	});
	await button('Lists').tap();
	await page.getByRole('navigation').getByRole('link', { name: 'Home' }).tap();
	await row(page, 'Water').waitFor();
	const before = await titles();
	await t.test('holding and moving a finger drags', async () => {
		await drag(row(page, before[0]), row(page, before[2]), 0.9);
		await page.waitForFunction(x => document.querySelectorAll('.row .title')[2]
		    .textContent === x, before[0]);
		assert.deepEqual((await titles()).slice(0, 3), [before[1], before[2], before[0]]);
		assert.equal(await page.locator('.details, .bulk, .lifted').count(), 0);
		await sent();
		await page.reload();
		await row(page, 'Water').waitFor();
		assert.equal((await titles())[2], before[0], 'and it stays there');
	});
	await t.test('one that moves at once scrolls', async () => {
		const [x, y] = await middle(row(page, before[0]));
		await touch('touchStart', [x, y]);
		for (let i = 1; i <= 6; i++)
			await touch('touchMove', [x, y - i * 15]);
		await page.waitForTimeout(500);
		assert.equal(await page.locator('.lifted').count(), 0);
		await touch('touchEnd');
		assert.equal((await titles())[2], before[0]);
	});
	await t.test('one that rests and leaves selects; taps select more', async () => {
		await page.locator('main').evaluate(m => m.scrollTop = 0);
		await press(row(page, before[0]));
		await page.locator('.bulk').getByText('1 selected').waitFor();
		await row(page, before[1]).tap();
		await page.locator('.bulk').getByText('2 selected').waitFor();
		await button('Clear the selection').tap();
		await page.locator('.bulk').waitFor({ state: 'detached' });
		assert.equal(await page.locator('.details').count(), 0);
	});
	await t.test('moved without dragging', async () => {
		await press(row(page, before[0]));
		await button('More').tap();
		await button('Move up').tap();
		await page.waitForFunction(x => document.querySelectorAll('.row .title')[1]
		    .textContent === x, before[0]);
		await button('More').tap();
		await button('Move up').tap();
		await page.waitForFunction(x => document.querySelectorAll('.row .title')[0]
		    .textContent === x, before[0]);
		await button('Clear the selection').tap();
		assert.deepEqual(await titles(), before);
	});
	await t.test('a row is swiped', async () => {
		const one = row(page, before[0]).first(), main = page.locator('main');
		/* Goes by way of points that lie so far from the start; returns what it says. */
		const swipe = async (...ways) => {
			const [x, y] = await middle(one);
			let at = [0, 0];
			await touch('touchStart', [x, y]);
			for (const way of ways) {
				for (let i = 1; i <= 6; i++)
					await touch('touchMove', [0, 1].map(j => [x, y][j] + at[j] +
						(way[j] - at[j]) * i / 6));
				at = way;
			}
			const words = await one.locator('.swipe span').allTextContents();
			await touch('touchEnd');
			return words.map(s => s.trim());
		};
		const done = checked => one.getByRole('checkbox', { checked }).waitFor();
		const still = async () => {
			assert.equal(await page.locator('.details, dialog, .bulk, .swipe').count(), 0);
			assert.equal(await one.evaluate(e => e.style.translate), '');
			await done(false);
		};

		assert.deepEqual(await swipe([50, 20]), ['Done', 'Due date']);
		await still();
		await swipe([110, 0], [20, 0]);
		await still();
		await page.goto(server.base + '#/all');
		await one.waitFor();
		for (const ways of [[[60, -200]], [[6, -20], [110, -200]], [[-60, -200]]]) {
			await main.evaluate(m => m.scrollTop = 0);
			assert.deepEqual(await swipe(...ways), [], ways.join(' to ') + ' scrolls');
			await still();
			assert.ok(await main.evaluate(m => m.scrollTop) > 100);
			await page.waitForTimeout(800);
		}
		await main.evaluate(m => m.scrollTop = 0);
		await swipe([110, 20], [-110, -90]);
		assert.equal(await main.evaluate(m => m.scrollTop), 0, 'a swipe scrolls nothing');
		await page.locator('dialog[data-dialog=due]').waitFor();
		await page.keyboard.press('Escape');
		await page.locator('dialog').waitFor({ state: 'detached' });
		await page.goBack();
		await swipe([-110, 30]);
		await page.locator('dialog[data-dialog=due]').waitFor();
		await page.keyboard.press('Escape');
		await page.locator('dialog').waitFor({ state: 'detached' });
		await still();
		await swipe([110, 0]);
		await page.getByText('Completed “' + before[0]).first().waitFor();
		await done(true);
		assert.deepEqual(await swipe([110, 0]), ['Reopen', 'Due date']);
		await done(false);
		assert.equal(await page.locator('.details').count(), 0);
		assert.deepEqual(await titles(), before);
		await page.locator('.toast').getByRole('button', { name: 'Close' }).tap();
		await press(one);
		await button('More').tap();
		for (const name of ['Done', 'Due date'])
			await page.locator('dialog').getByRole('button', { name }).waitFor();
		await page.keyboard.press('Escape');
		await button('Clear the selection').tap();
	});
	await t.test('a message does not cover what was read of the line', async () => {
		await row(page, before[0]).getByRole('button', { name: /^Star/ }).tap();
		await button('Undo').waitFor();
		await page.getByLabel('Add a task').fill('Call Bob tomorrow');
		const chip = page.locator('.chip').first();
		await chip.click({ trial: true, timeout: 3000 });
		await page.getByLabel('Add a task').fill('');
		await button('Undo').tap();
	});
	await t.test('offline is said above the list', async () => {
		const words = page.getByRole('main').getByText('Offline');
		await page.context().setOffline(true);
		await page.evaluate(() => dispatchEvent(new Event('offline')));
		await words.waitFor();
		await page.context().setOffline(false);
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await words.waitFor({ state: 'detached' });
	});
	await t.test('lists are dragged, or moved by their menu', async () => {
		const lists = () => page.locator('.nav [data-list] .name').allTextContents();
		const is = names => page.waitForFunction(x => [...document.querySelectorAll(
		    '.nav [data-list] .name')].map(e => e.textContent).join() === x, names);
		const entry = name => page.locator('.nav [data-list]').filter({ hasText: name });

		await button('Lists').tap();
		const all = await lists(), [first, second, ...rest] = all;
		await drag(entry(first), entry(second), 0.9);
		await is([second, first, ...rest].join());
		await sent();
		assert.ok(page.url().endsWith('#/lists'), 'it is not opened');
		await entry(first).getByRole('link').tap();
		await button('List options').tap();
		await button('Move up').tap();
		await button('Lists').tap();
		await is(all.join());
	});
	await t.test('what is typed at once after New list is its name', async () => {
		await page.goto(server.base + '#/today');
		await page.reload();
		await button('Lists').tap();
		await button('New list').waitFor();
		await page.waitForTimeout(500);
		assert.deepEqual(await page.evaluate(() => {
			document.querySelector('[data-command=list-new]').click();
			return [document.activeElement.name, !!document.activeElement.closest('[open]')];
		}), ['title', true]);
		await page.keyboard.press('Escape');
		await page.locator('dialog').waitFor({ state: 'detached' });
		await button('New list').tap();
		await page.keyboard.type('Attic');
		assert.equal(await page.locator('dialog [name=title]').inputValue(), 'Attic');
		await page.keyboard.press('Escape');
		await page.keyboard.press('Escape');
		await page.locator('dialog').waitFor({ state: 'detached' });
	});
	const high = async el => (await el.boundingBox()).height;
	await t.test('long names of lists leave space for tasks', async () => {
		const list = crypto.randomUUID(), id = crypto.randomUUID();
		await call(page, 'POST', '/lists', { id: list, title: 'Moving to another town '
		    .repeat(8) });
		await call(page, 'POST', `/lists/${list}/tasks`, { id, title: 'Tell the bank',
		    dueDate: '2026-11-01' });
		await page.goto(server.base + '#/l/' + list);
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await row(page, 'bank').waitFor();
		assert.ok(await high(page.locator('.head')) < 80, 'two lines at its head');
		await page.goto(server.base + '#/planned');
		await page.locator('.head h1', { hasText: 'Planned' }).waitFor();
		assert.ok(await high(row(page, 'bank').locator('.end')) < 40,
		    'one line in a row, and one for the date');
	});
	await t.test('a message does not cover what can be done with several', async () => {
		await page.goto(server.base + '#/planned');
		await press(row(page, 'bank'));
		await page.locator('.bulk').getByRole('button', { name: 'Star' }).tap();
		const bar = await page.locator('.bulk').boundingBox();
		await page.locator('.toast').waitFor();
		await page.waitForTimeout(300);
		const said = await page.locator('.toast').boundingBox();
		assert.ok(said.y + said.height <= bar.y);
	});
	await t.test('the times of reminders say their day', async () => {
		const day = n => new Intl.DateTimeFormat('en-GB', { weekday: 'short',
		    day: 'numeric', timeZone: 'UTC' }).format(Date.now() + n * 864e5);
		await button('Clear the selection').tap();
		await row(page, 'bank').locator('.title').tap();
		await page.locator('.details').getByRole('button', { name: 'Remind me' }).tap();
		const chip = page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' });
		assert.match(await chip.textContent(), new RegExp(
		    `${day(1).replace(',', '')} 0?9:00`));
	});
	await t.test('the tabs of Settings stay where they are', async () => {
		const tabs = page.locator('.tabs a');
		const places = async () => (await tabs.evaluateAll(all => all.map(a => {
			const { x, y, width } = a.getBoundingClientRect();

			return [x, y, width].map(Math.round).join(' ');
		}))).join(', ');

		await page.goto(server.base + '#/settings/account');
		await tabs.first().waitFor();
		const at = await places();
		for (let i = await tabs.count() - 1; i >= 0; i--) {
			await tabs.nth(i).click();
			await page.locator(`.tabs a:nth-child(${i + 1})[aria-current]`).waitFor();
			assert.equal(await places(), at, `tab ${i}`);
		}
	});
	await t.test('of more than 60 rows those in sight are drawn, with two lines of title', async () => {
		const list = crypto.randomUUID(), path = `/lists/${list}/tasks`;
		const title = 'Ask in the shop about the large tent';
		const add = n => call(page, 'POST', '/batch', { requests: Array.from({ length: n },
		    (_, i) => ({ method: 'POST', path, body: { id: crypto.randomUUID(), title,
			dueDate: i ? null : '2030-01-01' } })) });
		const rows = page.locator('.row');
		await call(page, 'POST', '/lists', { id: list, title: 'Sixty' });
		await add(60);
		await page.goto(server.base + '#/l/' + list);
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await until(() => rows.count(), 60);
		await add(1);
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await page.locator('.rows.fixed').waitFor();
		await until(async () => await rows.count() < 25, true);
		const seen = await rows.evaluateAll(all => all.slice(0, 8).map(r => {
			const el = r.querySelector('.title');
			return [r.offsetHeight, el.scrollHeight <= el.clientHeight,
				!!r.querySelector('.when')];
		}));
		for (const [height, whole, dated] of seen)
			assert.deepEqual([height, whole], [54, !dated]);
		assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '61');
	});
	assert.deepEqual(b.complaints.filter(c => !/ERR_INTERNET_DISCONNECTED/.test(c)), []);
});
