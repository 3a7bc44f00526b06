/* The focus is never lost, Escape gives back what was there, and what is typed goes
 * where it was meant to go. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, find, GRACE, openList, PASSWORD, row, serve, signIn, until }
	from './lib/browser.mjs';

const at = page => page.evaluate(() => {
	const el = document.activeElement;
	return el === document.body ? 'body' : el.closest('[data-row]') ? 'row' : el.id ||
		el.className.split(' ')[0];
});

/* Each leaves what has the focus, or removes it. */
const LEAVES = {
	'Escape in the line that adds': ['n', 'Escape'],
	'Escape in the line, with words': ['n', 'a', 'Escape'],
	'Escape in the search': ['/', 'Escape'],
	'Escape in a search that found something': ['/', 'w', 'Escape'],
	'a task done': ['End', 'Space'],
	'a task deleted': ['End', 'Delete'],
	'undo': ['s', 'z'],
	'the open task closed': ['Enter', 'Escape'],
	'a dialog closed': ['d', 'Escape'],
	'a picker that applies': ['d', 'Enter'],
	'a selection ended': ['x', 'Escape'],
};

/* These lead to another screen that has the same row. */
const SAME_ROW = {
	'from a list to all': ['g', 'a'], 'from a list to My Day': ['g', 'd'],
	'from a search': ['/', 'd', 'e', 'n', 't', 'ArrowDown', 'Enter', 'Escape', 'Escape'],
};

test('focus and typing', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const press = async (...keys) => {
		for (const k of keys)
			await page.keyboard.press(k);
		await page.evaluate(() => new Promise(yes => requestAnimationFrame(() =>
			requestAnimationFrame(() => setTimeout(yes)))));
	};
	const dialog = page.getByRole('dialog');
	const home = async () => {
		await openList(page, 'Home');
		await row(page, 'Water').first().waitFor();
		await press('Home');
	};

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await home();

	await t.test('the list of the focused task deleted elsewhere', async () => {
		const id = crypto.randomUUID();
		await call(page, 'POST', '/lists', { id, title: 'Gone soon' });
		await call(page, 'POST', `/lists/${id}/tasks`, { id: crypto.randomUUID(), title: 'Last' });
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await openList(page, 'Gone soon');
		await row(page, 'Last').waitFor();
		await press('Home');
		await until(() => at(page), 'row');
		await call(page, 'DELETE', '/lists/' + id);
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await page.getByText('not here any more').waitFor();
		await until(() => at(page), 'main');
	});
	await t.test('in the open task, Escape gives the text back, then closes', async () => {
		await home();
		const title = await row(page, 'Water').locator('.title').innerText();
		await row(page, 'Water').click();
		for (const [field, was] of [['#title', title], ['#step-new', '']]) {
			await page.locator(field).focus();
			await page.keyboard.type('zz');
			await press('Escape');
			assert.equal(await page.locator(field).inputValue(), was);
			assert.equal(await at(page), 'details');
		}
		await page.locator('#title').press('Enter');
		await until(() => at(page), 'details');
		await press('Escape');
		await until(() => page.locator('.details').count(), 0);
		await until(() => at(page), 'row');
		assert.ok(await find(page, title), 'nothing was saved');
	});
	for (const [name, open, was] of [
	    ['a new list', () => page.getByRole('button', { name: 'New list' }).click(), ''],
	    ['an edited list', () => page.getByRole('heading', { level: 1 }).getByRole('button')
		.click(), 'Home'],
	    ['a new group', () => page.getByRole('button', { name: 'New group' }).click(), '']])
		await t.test(`in the dialog of ${name} Escape gives back what was there, then closes`,
		    async () => {
			await home();
			await open();
			await dialog.waitFor();
			const field = dialog.locator('input').first();
			await field.focus();
			await field.fill('Other');
			await press('Escape');
			assert.equal(await field.inputValue(), was);
			assert.ok(await field.evaluate(el => el === document.activeElement));
			await press('Escape');
			await until(() => dialog.count(), 0);
			assert.notEqual(await at(page), 'body');
		});
	await t.test('in the settings Escape gives back what was there', async () => {
		await page.goto(server.base + '#/settings/account');
		await page.getByLabel('Your name').fill('Someone else');
		await press('Escape');
		assert.equal(await page.getByLabel('Your name').inputValue(), 'Ada');
		assert.equal(await at(page), 'main');
	});
	await t.test('renaming begins with the name selected', async () => {
		await home();
		for (const open of [
		    () => page.getByRole('heading', { level: 1 }).getByRole('button').click(),
		    async () => { await page.getByRole('button', { name: 'List options' }).click();
			await page.getByRole('button', { name: 'Edit list' }).click(); }]) {
			await open();
			await dialog.locator('[name=title]').waitFor();
			await page.keyboard.type('Flat');
			assert.equal(await dialog.locator('[name=title]').inputValue(), 'Flat');
			await press('Escape', 'Escape');
			await until(() => dialog.count(), 0);
		}
	});

	/* At the speed of a machine, and where the field is not there yet. */
	const state = async () => (await call(page, 'GET', '/me/tasks?limit=1000')).items
	    .map(({ updatedAt: _, ...x }) => x);
	for (const [name, prepare] of [
	    ['the search in sight', async () => {}],
	    ['the side bar hidden', () => press('[')],
	    ['on a phone', () => page.setViewportSize({ width: 390, height: 800 })],
	    ['beside an open task', async () => {
		await page.setViewportSize({ width: 800, height: 800 });
		await press('Enter'); }]])
		await t.test(`what is typed after / is sought: ${name}`, async () => {
			await home();
			const before = await state();
			await prepare();
			await page.evaluate(() => {
				const type = key => document.activeElement.dispatchEvent(new KeyboardEvent(
				    'keydown', { key, bubbles: true, cancelable: true }));
				type('/');
				/* Where a browser would put the letters of "writtenzzz". */
				const into = document.activeElement;
				if (into.id !== 'search')
					throw new Error('the focus is on ' + into.outerHTML);
			});
			await page.keyboard.type('writtenzzz');
			await until(() => page.locator('#search').inputValue(), 'writtenzzz');
			assert.deepEqual(await state(), before);
			await press('Escape');
			await page.setViewportSize({ width: 1280, height: 800 });
			await page.evaluate(() => localStorage.removeItem('docket-side'));
			await page.goto(server.base + '#/today');
			await page.reload();
			await page.getByText('Up to date').waitFor({ state: 'attached' });
		});
	await t.test('what is typed after E goes into the notes, even if they come late', async () => {
		await home();
		await page.evaluate(() => {
			for (const key of ['e', 'd', 's', 'x'])
				document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
				    { key, bubbles: true, cancelable: true }));
		});
		await until(() => page.evaluate(() => document.activeElement.id), 'notes');
		assert.equal(await dialog.count(), 0);
		assert.equal(await page.locator('.bulk').count(), 0);
		await press('Escape', 'Escape');
	});
	await t.test('> leads to a screen, whose rows take the next keys', async () => {
		for (const [words, address] of [['>work', /#\/l\//], ['>planned', /#\/planned$/]]) {
			await home();
			await page.evaluate(() => document.activeElement.blur());
			await press('/');
			await page.keyboard.type(words);
			await dialog.waitFor();
			await press('Enter');
			await until(async () => address.test(page.url()), true);
			await until(() => at(page), 'row');
			await press('j');
			await until(() => at(page), 'row');
			assert.match(page.url(), address, 'nothing is searched for');
		}
	});
	await t.test('> lists every command, and says if there is none', async () => {
		await home();
		await press('/');
		await page.keyboard.type('>');
		await dialog.waitFor();
		const names = (await dialog.locator('.option').allInnerTexts()).map(x => x.trim());
		for (const name of ['New list', 'Print', 'Undo', 'Colours: Dark', 'Colours: Light',
		    'Edit list', 'By due date', 'My order', 'Hide completed', 'Share',
		    'Delete the list', 'Move to list: Water the plants', 'Settings: Bin', 'Work'])
			assert.ok(names.includes(name), `${name} in ${names}`);
		const { height } = await dialog.boundingBox();
		await page.keyboard.type('xyzzy');
		await dialog.getByText('No command found').waitFor();
		assert.equal(Math.round((await dialog.boundingBox()).height), Math.round(height),
			'it does not jump');
		await page.locator('#command').fill('colours dark');
		await press('Enter');
		await until(() => page.evaluate(() => document.documentElement.dataset.theme), 'dark');
		await until(() => at(page), 'row');
	});
	await t.test('an invitation survives a reload, also while signing in', async () => {
		const grace = await browse(), hers = grace.page;
		t.after(() => grace.close());
		const { items } = await call(page, 'GET', '/lists');
		const invite = async title => (await call(page, 'POST', `/lists/${items.find(l =>
			l.title === title).id}/invitations`, {})).url.replace(/.*#/, '#');
		await hers.goto(server.base + await invite('Groceries'));
		const account = hers.getByRole('link', { name: 'I have an account' });
		await account.waitFor();
		await hers.reload();
		await account.click();
		await hers.getByLabel('E-mail').fill(GRACE);
		await hers.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await hers.getByRole('button', { name: 'Sign in' }).click();
		await hers.getByText('Ada invites you to the list').waitFor();
		assert.match(hers.url(), /#\/join$/, 'the address has no code');
		await hers.reload();
		await hers.getByText('Ada invites you to the list').waitFor();
		await hers.getByRole('button', { name: 'Join' }).click();
		await hers.getByRole('heading', { level: 1, name: 'Groceries' }).waitFor();
		assert.deepEqual(grace.complaints, []);
	});
	assert.deepEqual(b.complaints, []);
});

/* Where the focus is on each page: in a wide window, and on a phone where that differs.
 * After a load nothing is marked yet: the main part takes the keys.  Who comes from a row
 * is on a row, if there is one. */
const PAGES = {
	today: ['row'], starred: ['row'], planned: ['row'], week: ['row'], month: ['row'],
	mine: ['main'], all: ['row'], completed: ['row'], lists: ['row', 'side'],
	'l/Home': ['row'], 'l/Home/share': ['main'], 'l/none': ['main'], 'tag/green': ['row'],
	search: ['search'], 'search?q=re': ['row'], trash: ['main'], review: ['main'],
	settings: ['main'], 'settings/account': ['main'], 'settings/look': ['main'],
	'settings/import': ['main'], 'settings/about': ['main'], add: ['row'],
	'l/Home/t/Water': ['row', 'details'], 'join/nothing': ['main'],
};

for (const [width, touch] of [[1280, false], [360, false], [360, true]])
	test(`on each page something has the focus, ${width} px${touch ? ', touch' : ''}`, async t => {
		const server = await serve();
		const b = await browse({ viewport: { width, height: 800 }, hasTouch: touch,
		    isMobile: touch }), { page } = b;
		const narrow = width < 700;
		const menu = () => page.getByRole('button', { name: 'Lists', exact: true }).click();

		t.after(async () => {
			await b.close();
			await server.stop();
		});
		await page.goto(server.base);
		await page.locator('.gate form').waitFor();
		await until(() => at(page), touch ? 'gate' : 'input');
		await signIn(page, server.base);
		const { items } = await call(page, 'GET', '/lists');
		const home = items.find(l => l.title === 'Home').id;
		const task = (await find(page, 'Water the plants')).id;
		const go = async hash => {
			await page.goto(server.base + '#/' + hash.replace('Home', home)
			    .replace('Water', task));
			await page.locator('.column:visible, .side:visible').first().waitFor();
			await page.evaluate(() => new Promise(yes => requestAnimationFrame(() =>
				requestAnimationFrame(() => setTimeout(yes, 50)))));
		};
		const fromRow = async () => {
			await go('completed');
			await page.getByRole('heading', { level: 1, name: 'Completed' }).waitFor();
			await page.locator('[data-row]').first().focus();
		};

		for (const [hash, [wide, phone = wide]] of Object.entries(PAGES))
			await t.test(hash, async () => {
				const want = narrow ? phone : wide;
				const loaded = want === 'row' ? 'main' : want;
				await page.goto('about:blank');
				await go(hash);
				await until(() => at(page), loaded);
				await page.reload();
				await until(() => at(page), loaded);
				await fromRow();
				await go(hash);
				await until(() => at(page), want);
				await fromRow();
				await page.goBack();
				await until(() => at(page), want);
			});
		const inHome = async () => {
			await go('l/Home');
			await row(page, 'Water').first().waitFor();
			await page.keyboard.press('Home');
		};
		for (const [name, keys] of Object.entries(LEAVES))
			await t.test(name + ': a row has the focus', async () => {
				await inHome();
				for (const k of touch && keys[0] === 'd' && keys[1] === 'Enter' ?
				    ['d', 'ArrowDown', 'Enter'] : keys) {
					await page.keyboard.press(k);
					await page.waitForTimeout(50);
					if (k === 'd')
						await page.locator('dialog[open]').waitFor();
				}
				await page.waitForTimeout(150);
				await until(() => at(page), 'row');
			});
		const selected = () => page.evaluate(() =>
			document.activeElement.closest('.row.on')?.dataset.row);
		for (const [name, keys] of Object.entries(SAME_ROW))
			await t.test(`${name}: the row with the focus is the one that keys change`, async () => {
				await inHome();
				await row(page, 'dentist').first().focus();
				for (const k of keys) {
					await page.keyboard.press(k);
					await page.waitForTimeout(150);
				}
				await until(() => at(page), 'row');
				const id = await page.evaluate(() => document.activeElement.dataset.row);
				await page.keyboard.press('x');
				await until(selected, id);
				await page.keyboard.press('Escape');
			});
		const button = name => page.getByRole('button', { name, exact: true });
		for (const [name, acts, want] of [
		    ['Undo', [() => page.keyboard.press('Delete'), () => button('Undo').click()], 'row'],
		    ['the open task', [() => row(page, 'Water').first().click(),
			() => button('Close').first().click()], 'row'],
		    ['the list’s options', [() => button('List options').click(),
			() => page.locator('dialog[open]').waitFor(), () => page.keyboard.press('Escape')], 'round']])
			await t.test(`${name}, ended by pointer: something has the focus`, async () => {
				await inHome();
				for (const act of acts)
					await act();
				await page.waitForTimeout(150);
				await until(() => at(page), want);
			});
		const close = () => button('Close').first().click();
		for (const [name, leave] of [['Close', close],
		    ['Escape', () => page.keyboard.press('Escape')], ['Back', () => page.goBack()]])
			for (const hash of ['today', 'planned', 'all', 'l/Home'])
				await t.test(`${hash}: ${name}, after a reload, leads to the row`, async () => {
					await go(hash);
					await page.locator('main [data-row]').nth(2).locator('.title').click();
					await page.locator('.details').waitFor();
					const id = page.url().split('/').at(-1);
					await page.reload();
					await page.locator('.details').waitFor();
					await leave();
					await page.locator('.details').waitFor({ state: 'detached' });
					await until(() => page.evaluate(() => document.activeElement.dataset.row), id);
				});
		if (narrow)
			await t.test('to the lists by the button, and to a list', async () => {
				await go('today');
				for (const name of ['Home', 'My Day', 'Assigned to me']) {
					await menu();
					await until(() => at(page), 'side');
					await openList(page, name);
					await until(() => at(page), name[0] === 'A' ? 'main' : 'row');
				}
				await menu();
				await until(() => at(page), 'side');
				await page.goBack();
				await until(() => at(page), 'main');
			});
		assert.deepEqual(b.complaints.filter(c => !/invitations\/find/.test(c)), []);
	});

test('signing in begins in its first field', async t => {
	const server = await serve(), b = await browse(), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	for (const part of ['signin', 'forgot']) {
		await page.goto(server.base + '#/' + part);
		await page.locator('.gate form').waitFor();
		await until(() => page.evaluate(() => document.activeElement.name), 'email');
	}
	await page.goto(server.base + '#/signin');
	await page.locator('[type=password]').waitFor();
	await page.keyboard.type('ada@example.org');
	await page.keyboard.press('Tab');
	await page.keyboard.type('try-docket-now');
	await page.keyboard.press('Enter');
	await row(page, 'Renew').first().waitFor();
	assert.deepEqual(b.complaints, []);
});
