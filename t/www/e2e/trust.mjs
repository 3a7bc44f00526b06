/* Nothing that somebody types goes astray: where a task goes is said and is private,
 * what is deleted comes back as it was, a pasted list means what it says, and messages
 * name who and what. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { KEYS } from '../../../www/js/commands/key-table.js';
import { browse, call, find, GRACE, openList, row, serve, signIn, until } from
	'./lib/browser.mjs';

test('nothing goes astray', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const grace = await browse(), hers = grace.page;
	const button = (p, name) => p.getByRole('button', { name, exact: true });
	const go = async (hash, p = page) => {
		await p.goto(server.base + hash);
		await p.locator('.column').waitFor();
		/* Not the screen before. */
		await p.evaluate(() => new Promise(yes => requestAnimationFrame(() =>
			requestAnimationFrame(yes))));
	};
	const add = async line => {
		await page.getByLabel('Add a task').fill(line);
		await page.getByLabel('Add a task').press('Enter');
	};
	const titles = (p = page) => p.locator('.row .title').allTextContents();
	const sent = () => page.waitForFunction(() => !document.querySelector('.unsent') &&
		/Up to date/.test(document.body.innerText));
	/* As if the window had come to the front. */
	const fetched = () => page.evaluate(() => dispatchEvent(new Event('focus')));
	const lists = async (p = page) => Object.fromEntries(
	    (await call(p, 'GET', '/lists')).items.map(l => [l.title, l]));
	/* Every task of every list. */
	const all = async () => (await Promise.all(Object.values(await lists()).map(async l =>
		(await call(page, 'GET', `/lists/${l.id}/tasks?completed=true`)).items))).flat();
	const settings = async () => Object.fromEntries(
	    (await call(page, 'GET', '/me/settings')).items.map(s => [s.key, s.value]));

	t.after(async () => {
		await b.close();
		await grace.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await signIn(hers, server.base, GRACE);

	for (const [hash, of] of [['#/today', 'My Day'], ['#/starred', 'Starred'],
	    ['#/planned', 'Planned'], ['#/mine', 'Assigned to me'], ['#/all', 'All'],
	    ['#/tag/green', 'a tag'], ['#/add', 'a link']])
		await t.test(`what is added on ${of} goes to one’s own list, as the line says`,
		    async () => {
			await go(hash);
			await page.getByLabel('Add a task').fill('A thought on ' + of);
			await until(() => page.locator('.quick .goes').innerText(), '→ Home');
			await page.getByLabel('Add a task').press('Enter');
			await until(async () => (await find(page, 'A thought on ' + of))?.listId,
			    (await lists()).Home.id);
			assert.equal(await find(hers, 'A thought on ' + of), null);
		});
	await t.test('the line says another list when it is named', async () => {
		await go('#/today');
		await page.getByLabel('Add a task').fill('Oat milk /gro');
		await until(() => page.locator('.quick .goes').innerText(), '→ Groceries');
		await page.getByLabel('Add a task').fill('');
		await openList(page, 'Work');
		await page.getByLabel('Add a task').fill('Sharpen pencils');
		await until(() => page.locator('.quick .goes').innerText(), '→ Work');
		await page.getByLabel('Add a task').fill('');
	});
	await t.test('all devices agree on the list', async () => {
		await until(async () => (await settings()).inbox, (await lists()).Home.id);
		await until(async () => hers.evaluate(async () => {
			const get = async p => (await (await fetch('./api/v1' + p)).json()).items;
			const [chosen] = (await get('/me/settings')).filter(s => s.key === 'inbox');
			return (await get('/lists')).find(l => l.id === chosen?.value)?.role;
		}), 'owner');
	});
	await t.test('it cannot be shared or deleted; another one can be chosen', async () => {
		const { Home } = await lists();
		await go(`#/l/${Home.id}/share`);
		await page.getByText('This is your own list').waitFor();
		assert.equal(await page.getByLabel(/e-mail/).count(), 0);
		await openList(page, 'Home');
		await button(page, 'List options').click();
		await button(page, 'Delete the list').click();
		await page.getByRole('dialog').getByText('This is your own list').waitFor();
		await button(page, 'Choose another list').click();
		const choice = page.getByLabel('Tasks added on smart lists go to');
		assert.deepEqual(await choice.locator('option').allTextContents(),
		    ['Home', 'Work', 'Groceries'], 'neither shared nor somebody else’s');
		await choice.selectOption('Work');
		await until(async () => (await settings()).inbox, (await lists()).Work.id);
		await go('#/today');
		await page.getByLabel('Add a task').fill('x');
		await until(() => page.locator('.quick .goes').innerText(), '→ Work');
		await call(page, 'POST', `/lists/${(await lists()).Work.id}/members`, { email: GRACE });
		await fetched();
		await until(() => page.locator('.quick .goes').innerText(), '→ Home');
		await page.getByLabel('Add a task').fill('');
	});
	await t.test('a later date does not put a task into today’s My Day', async () => {
		await go('#/today');
		await add('For later 25 Dec 18:30');
		await page.getByText('Added to Home').last().waitFor();
		await add('For now today');
		await row(page, 'For now').waitFor();
		assert.equal(await row(page, 'For later').count(), 0);
		await until(async () => (await find(page, 'For later'))?.dueDate.slice(5), '12-25');
	});
	await t.test('a deleted list says what it takes along, and comes back as it was', async () => {
		const order = async () => {
			await sent();
			const seen = { lists: await page.locator('.nav [data-list] .name')
			    .allTextContents() };
			for (const name of ['My Day', 'Work']) {
				await openList(page, name);
				await page.getByRole('heading', { level: 1, name }).waitFor();
				await page.locator('.row').first().waitFor();
				seen[name] = await titles();
			}
			return seen;
		};
		await openList(page, 'Work');
		await row(page, 'release notes').focus();
		for (const title of ['Later that day', 'Last that day'])
			await add(title);
		await page.keyboard.press('Escape');
		await page.keyboard.press('Home');
		await page.keyboard.press('m');
		const before = await order();
		await openList(page, 'Work');
		await button(page, 'List options').click();
		await button(page, 'Delete the list').click();
		const { items } = await call(page, 'GET',
		    `/lists/${(await lists()).Work.id}/tasks?limit=1000`), n = items.length;
		await page.getByRole('dialog').getByText(
			new RegExp(`has ${n} tasks, and it disappears for Grace, too`)).waitFor();
		await button(page, 'Delete').click();
		await page.getByText(`Deleted “Work” with ${n} tasks`).first().waitFor();
		await until(async () => (await call(page, 'GET', '/lists')).items
		    .some(l => l.title === 'Work'), false);
		await button(page, 'Undo').click();
		await page.locator('.nav').getByText('Work').waitFor();
		assert.deepEqual(await order(), before);
		await page.reload();
		await page.locator('.row').first().waitFor();
		assert.deepEqual(await order(), before, 'and after a reload');
	});
	await t.test('a list of one’s own goes at once, and says how many tasks', async () => {
		await call(page, 'POST', '/lists', { id: crypto.randomUUID(), title: 'Short-lived' });
		await fetched();
		await openList(page, 'Short-lived');
		await add('The only one');
		await button(page, 'List options').click();
		await button(page, 'Delete the list').click();
		await page.getByText('Deleted “Short-lived” with 1 task').first().waitFor();
		await until(() => page.getByRole('dialog').count(), 0);
	});
	await t.test('a pasted list loses its marks; what is checked is done', async () => {
		const paste = (where, text) => page.locator(where).evaluate((el, text) => {
			const data = new DataTransfer();
			data.setData('text/plain', text);
			el.focus();
			el.dispatchEvent(new ClipboardEvent('paste',
			    { clipboardData: data, bubbles: true, cancelable: true }));
		}, text);
		await openList(page, 'Home');
		await paste('#quick', '* Flour\n- [x] Sugar\n• Salt *\n- [ ] Yeast !!');
		await button(page, 'Add 4 tasks').click();
		await row(page, 'Flour').waitFor();
		await sent();
		for (const [title, done] of [['Flour', false], ['Sugar', true], ['Salt *', false],
		    ['Yeast !!', false]]) {
			const x = await find(page, title);
			assert.deepEqual([x?.done, x?.starred], [done, false], title);
		}
		await paste('#quick', '* Just one');
		await until(() => page.locator('#quick').inputValue(), 'Just one');
		await page.locator('#quick').fill('');
		await row(page, 'Flour').click();
		await paste('#step-new', '1. Weigh\n2. Sift');
		await paste('#step-new', '☑ Buy\n☐ Carry');
		await row(page, 'Flour').getByText('1 of 4').waitFor();
		assert.deepEqual(await page.locator('.step textarea').evaluateAll(
		    all => all.map(el => el.value)), ['Weigh', 'Sift', 'Buy', 'Carry']);
	});
	await t.test('“Create the task” of an empty search creates it', async () => {
		await go('#/search?q=' + encodeURIComponent('Buy a kite tomorrow'));
		await button(page, 'Create the task “Buy a kite tomorrow”').click();
		await row(page, 'Buy a kite tomorrow').waitFor();
		await page.getByText('Added to Home').first().waitFor();
		await until(async () => (await find(page, 'Buy a kite tomorrow'))?.listId,
		    (await lists()).Home.id);
		await button(page, 'Undo').click();
		await page.getByText('Nothing found').waitFor();
	});
	await t.test('a message with Undo goes with the next change, which Undo would take', async () => {
		await openList(page, 'Home');
		await row(page, 'Water').waitFor();
		await page.keyboard.press('Escape');
		await page.keyboard.press('Home');
		await page.keyboard.press('s');
		await page.locator('.toast [data-command=undo]').waitFor();
		await page.keyboard.press('Alt+ArrowDown');
		await page.locator('.toast').waitFor({ state: 'detached', timeout: 3000 });
		await page.keyboard.press('Control+z');
		await page.keyboard.press('Control+z');
	});
	await t.test('a conflict names who, and says what each wrote', async () => {
		await openList(page, 'Journey');
		await row(page, 'Pack').click();
		const theirs = await find(hers, await page.locator('#title').inputValue());
		await page.context().setOffline(true);
		await page.locator('#title').fill('Mine');
		await page.locator('#title').press('Enter');
		await page.getByText('1 to send').first().waitFor();
		await call(hers, 'PATCH', theirs.path, { title: 'Hers', dueDate: '2031-12-04' });
		await page.context().setOffline(false);
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await page.getByText('Grace set “Hers”; you had “Mine”').first().waitFor();
		await button(page, 'Use mine').click();
		await until(async () => (await call(hers, 'GET', theirs.path)).title, 'Mine');
	});
	for (const hash of ['#/search?q=a', '#/week', '#/month', '#/completed'])
		await t.test(`N on ${hash} opens a line: what is typed is no command`, async () => {
			const before = await all();

			const title = page.getByRole('main').getByRole('heading').first();
			const old = await title.textContent();
			await page.goto(server.base + hash);
			await until(async () => await title.textContent() !== old, true);
			await page.keyboard.press('j');
			await page.keyboard.press('n');
			await page.keyboard.type('Mow the west, ' + hash.replace(/\W+/g, ' ').trim());
			await page.keyboard.press('Enter');
			await page.keyboard.press('Escape');
			const isNew = x => !before.some(y => y.id === x.id);
			await until(async () => (await all()).filter(isNew).map(x => x.title),
				['Mow the west, ' + hash.replace(/\W+/g, ' ').trim()]);
			assert.deepEqual((await all()).filter(x => !isNew(x)), before,
				'and changes nothing');
		});
	await t.test('on a page without tasks no key changes one', async () => {
		const before = await all(), { id } = (await lists()).Work;

		for (const hash of ['#/settings', '#/settings/data', '#/trash', '#/review',
			`#/l/${id}/share`]) {
			await page.goto(server.base + hash);
			await page.waitForFunction(x => location.hash === x &&
				!document.querySelector('main .row'), hash);
			for (const key of KEYS.flatMap(k => k.keys).filter(k => !/^(n|q|\/|z|\?|\[|g .|\d|.*\+[akz])$/
			    .test(k)))
				for (const pressed of ['k', key])
					await page.keyboard.press(pressed === ' ' ? 'Space' : pressed);
			assert.equal(await page.locator('dialog').count(), 0, hash);
		}
		await sent();
		assert.deepEqual(await all(), before);
	});
	await t.test('who deleted a task is named', async () => {
		const mine = await find(hers, 'Mine');
		await openList(page, 'Journey');
		await row(page, 'Mine').click();
		await page.locator('.details').waitFor();
		await call(hers, 'DELETE', mine.path);
		await page.getByText('Grace deleted “Mine”').first().waitFor({ timeout: 30000 });
	});
	assert.deepEqual(b.complaints.filter(c => !/ERR_INTERNET_DISCONNECTED/.test(c)), []);
	assert.deepEqual(grace.complaints.filter(c => !/404/.test(c)), []);
});

/* On a phone a page goes at any time: by Back, by a touch beside it, or because the
 * browser needs its memory. */
test('what is typed on a phone is not lost', async t => {
	const server = await serve(), b = await browse({ viewport: { width: 390, height: 800 },
	    hasTouch: true, isMobile: true }), { page } = b;
	const line = page.getByLabel('Add a task'), step = page.locator('#step-new');
	const dialog = page.getByRole('dialog');
	const go = async hash => {
		await page.goto(server.base + hash);
		await page.getByText('Up to date').waitFor({ state: 'attached' });
	};

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	const home = (await call(page, 'GET', '/lists')).items.find(l => l.title === 'Home').id;
	const openTask = async title => {
		await go('#/l/' + home);
		await row(page, title).locator('.title').tap();
		await step.waitFor();
	};
	/* Of the open task, from what is stored. */
	const steps = async () => {
		await page.waitForFunction(() => !document.querySelector('.unsent'));
		await page.reload();
		await step.waitFor();
		return page.locator('[data-keep=step]').evaluateAll(all => all.map(e => e.value));
	};

	for (const [name, leave] of [
	    ['another list', () => go('#/today')],
	    ['the settings', async () => { await go('#/settings/about'); await go('#/today'); }],
	    ['a reload', () => page.reload()],
	    ['a reload of the settings', async () => { await go('#/settings/about');
		await page.reload(); await go('#/today'); }]])
		await t.test(`what is in the line that adds is there after ${name}`, async () => {
			await go('#/l/' + home);
			await line.fill('Half a thought tomorrow');
			await leave();
			await until(() => line.inputValue(), 'Half a thought tomorrow');
			await page.locator('.chip', { hasText: 'Tomorrow' }).waitFor();
			await line.fill('');
			await page.reload();
			await page.getByText('Up to date').waitFor({ state: 'attached' });
			await page.waitForTimeout(300);
			assert.equal(await line.inputValue(), '', 'and not when it is done');
		});
	for (const [name, leave] of [
	    ['Back', () => page.goBack()],
	    ['Close', () => page.locator('.details').getByRole('button', { name: 'Close' }).tap()],
	    ['a touch elsewhere', () => page.locator('#notes').tap()],
	    ['a reload', () => page.reload()],
	    ['Enter', () => page.keyboard.press('Enter')]])
		await t.test(`a new step is there once after ${name}`, async () => {
			await openTask('Water the plants');
			const before = await steps();
			await step.tap();
			await page.keyboard.type('By ' + name);
			await leave();
			await page.waitForTimeout(300);
			await openTask('Water the plants');
			assert.deepEqual(await steps(), [...before, 'By ' + name]);
		});
	await t.test('Escape adds no step', async () => {
		await openTask('Water the plants');
		const before = await steps();
		await step.tap();
		await page.keyboard.type('Never');
		await page.keyboard.press('Escape');
		await page.goBack();
		await openTask('Water the plants');
		assert.deepEqual(await steps(), before);
	});
	await t.test('a touch beside a form closes it only while nothing is typed', async () => {
		const open = () => page.getByRole('button', { name: 'New list' }).tap();
		const beside = () => page.touchscreen.tap(195, 12);
		await go('#/lists');
		await open();
		const box = await dialog.boundingBox();
		await page.touchscreen.tap(box.x + 3, box.y + box.height / 2);
		await page.waitForTimeout(200);
		assert.equal(await dialog.count(), 1, 'its own edge is not beside it');
		await beside();
		await until(() => dialog.count(), 0);
		await open();
		await dialog.locator('[name=title]').waitFor();
		await page.keyboard.type('Camping');
		await beside();
		await page.waitForTimeout(200);
		assert.equal(await dialog.locator('[name=title]').inputValue(), 'Camping');
		await dialog.getByRole('button', { name: 'Close' }).tap();
		await until(() => dialog.count(), 0);
	});
	await t.test('signing out leaves nothing of the line', async () => {
		await go('#/today');
		await line.fill('Private thought');
		await go('#/settings/account');
		await page.getByRole('button', { name: 'Sign out', exact: true }).tap();
		await page.locator('.gate form').waitFor();
		await page.reload();
		await page.locator('.gate form').waitFor();
		assert.doesNotMatch(await page.evaluate(() => JSON.stringify([sessionStorage,
			localStorage])), /Private/);
	});
	assert.deepEqual(b.complaints, []);
});
