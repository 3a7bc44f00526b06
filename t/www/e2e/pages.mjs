/* Pages that are not lists, and their titles. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { GRACE, PASSWORD, browse, call, find, openList, row, serve, signIn, until }
    from './lib/browser.mjs';
import { INSIDE, still } from './lib/screens.mjs';

const dialog = page => page.locator('dialog[open]');
const button = (page, name) => page.getByRole('button', { name, exact: true });

const message = (page, text) =>
	page.getByRole('region', { name: 'Message' }).getByText(text);

test('pages', async t => {
	const server = await serve('/tasks/'), b = await browse(), c = await browse();
	const { page } = b;

	t.after(async () => {
		await b.close();
		await c.close();
		await server.stop();
	});
	await signIn(page, server.base);

	await t.test('My Day and what it suggests', async () => {
		await button(page, 'Add Pay the rent to My Day').click();
		await row(page, 'Pay the rent').waitFor();
		await button(page, 'Undo').click();
		await button(page, 'Add Pay the rent to My Day').waitFor();
		await button(page, 'Not today').first().click();
		await page.waitForFunction(() => !document.body.textContent
		    .includes('Add Pay the rent'));
		await button(page, 'The day before').click();
		await page.getByText('Nothing was in My Day.').waitFor();
		await button(page, 'Today').click();
	});
	await t.test('readings become chips, and can be put back', async () => {
		await openList(page, 'Work');
		await page.getByLabel('Add a task').fill('Call Bob tomorrow');
		await button(page, 'Tomorrow').click();
		await page.locator('.chip').waitFor({ state: 'detached' });
		await page.getByLabel('Add a task').press('Enter');
		await row(page, 'Call Bob tomorrow').waitFor();
		await page.getByLabel('Add a task').press('Escape');
	});
	await t.test('the page asks about several pasted lines', async () => {
		await page.getByLabel('Add a task').focus();
		await page.evaluate(() => {
			const data = new DataTransfer();
			data.setData('text/plain', 'First line\nSecond line\nThird line\n');
			document.activeElement.dispatchEvent(new ClipboardEvent('paste',
			    { clipboardData: data, bubbles: true, cancelable: true }));
		});
		await dialog(page).getByRole('button', { name: 'Add 3 tasks' }).click();
		await row(page, 'Third line').waitFor();
		assert.deepEqual((await page.locator('.row .title').allTextContents())
		    .slice(0, 3), ['First line', 'Second line', 'Third line']);
	});
	await t.test('a list is created, changed, deleted and restored', async () => {
		await button(page, 'New list').click();
		await dialog(page).getByLabel('Name').fill('Garden');
		await dialog(page).getByRole('button', { name: 'Leaf' }).click();
		await dialog(page).getByLabel('Name').press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Garden' }).waitFor();
		await page.waitForFunction(() => document.activeElement.id === 'quick');
		await button(page, 'List options').click();
		await button(page, 'Delete the list').click();
		await button(page, 'Undo').click();
		await page.getByRole('navigation').getByRole('link', { name: 'Garden' })
		    .waitFor();
	});
	await t.test('sharing, by address and by link', async () => {
		await openList(page, 'Work');
		await button(page, 'Share').click();
		await page.getByLabel('Add somebody by their e-mail address').fill('no@example.org');
		await button(page, 'Add').click();
		await page.getByText('No verified account with that address').waitFor();
		await button(page, 'Create invitation link').click();
		const link = await page.getByLabel('Send this link').inputValue();
		assert.match(link, /#\/join\//);
		await c.page.goto(server.base + link.slice(link.indexOf('#')));
		await c.page.getByRole('link', { name: 'I have an account' }).click();
		await c.page.getByLabel('E-mail').fill(GRACE);
		await c.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await button(c.page, 'Sign in').click();
		await c.page.getByText('Work').first().waitFor();
		assert.ok(!c.page.url().includes(link.split('/').at(-1)), 'the code is gone');
		await button(c.page, 'Join').click();
		await c.page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await button(page, 'Remove').waitFor();
		await c.page.getByRole('button', { name: 'Share' }).click();
		await button(c.page, 'Leave').click();
		await c.page.getByRole('heading', { level: 1, name: 'My Day' }).waitFor();
		await message(c.page, 'You have left the list').waitFor();
		await openList(page, 'Journey');
		await button(page, 'Share').click();
		await button(page, 'Remove').click();
		await message(page, 'Removed').waitFor();
		await c.page.evaluate(() => dispatchEvent(new Event('focus')));
		await message(c.page, 'You no longer have access to “Journey”').waitFor();
	});
	await t.test('a search shows matches in steps and notes', async () => {
		await page.goto(server.base + '#/search?q=photo');
		await row(page, 'Renew').locator('.excerpt mark', { hasText: 'Photo' }).waitFor();
		await page.goto(server.base + '#/search?q=passport');
		await row(page, 'Renew').locator('.title mark').waitFor();
		assert.equal(await row(page, 'Renew').locator('.excerpt').count(), 0);
	});
	await t.test('a search marks every word that it found, also within an address', async () => {
		const { listId } = await find(page, 'Renew the passport');
		await call(page, 'POST', `/lists/${listId}/tasks`, { id: crypto.randomUUID(),
			position: 'top', title: 'Große Straße: example.org/break-down, (Breaks)' });
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		for (const [words, marked] of [['breaks', ['Breaks']], ['break', ['break', 'Break']],
		    ['strass gross', ['Groß', 'Straß']]]) {
			await page.goto(server.base + '#/search?q=' + encodeURIComponent(words));
			await until(() => row(page, 'example.org').locator('mark').allTextContents(), marked);
		}
	});
	await t.test('tasks added on smart lists go to the first list', async () => {
		await page.goto(server.base + '#/settings/look');
		await page.getByLabel('Tasks added on smart lists go to').selectOption('Work');
		await page.goto(server.base + '#/starred');
		await page.getByLabel('Add a task').fill('Into Work *');
		await page.getByLabel('Add a task').press('Enter');
		await row(page, 'Into Work').getByText('Work', { exact: true }).waitFor();
	});
	await t.test('an address fills in the line, and says the list', async () => {
		await page.goto(server.base + '#/add?text=Ask%20Grace&list=Groceries');
		await page.waitForFunction(() => document.activeElement.value === 'Ask Grace');
		await page.keyboard.press('Enter');
		await page.getByText('Added to Groceries').first().waitFor();
	});
	await t.test('settings', async () => {
		await button(page, 'Settings').click();
		for (const part of ['account', 'security', 'password', 'devices', 'tokens',
		    'notifications', 'look', 'data', 'about']) {
			await page.goto(server.base + '#/settings/' + part);
			await page.locator(`.top [href$="/${part}"][aria-current=page]`).waitFor();
		}
		await page.goto(server.base + '#/settings/devices');
		await page.getByText('Chrome, Linux').waitFor();
		assert.equal(await button(page, 'End all others').count(), 0, 'there are none');
		await page.goto(server.base + '#/settings/look');
		await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
		await page.goto(server.base + '#/today');
		await page.keyboard.press('?');
		assert.equal(await page.locator('dialog').count(), 0);
		await page.goto(server.base + '#/settings/tokens');
		await page.getByLabel('Name').fill('Script');
		await page.getByLabel('Name').press('Enter');
		await page.getByText(/^dkt_/).waitFor();
	});
	await t.test('the trash', async () => {
		await openList(page, 'Work');
		await row(page, 'First line').click({ button: 'right' });
		await button(page, 'Delete').last().click();
		await page.getByText('Up to date').waitFor();
		await page.waitForTimeout(500);
		await page.goto(server.base + '#/trash');
		await page.locator('.item').getByText('First line').waitFor();
		await button(page, 'Restore').first().click();
		await openList(page, 'Work');
		await row(page, 'First line').waitFor();
		await row(page, 'Answer the survey').click({ button: 'right' });
		await button(page, 'Delete').last().click();
		await page.getByText('Up to date').waitFor();
		await page.waitForTimeout(500);
		await page.goto(server.base + '#/trash');
		await page.locator('.item').getByText('Answer the survey').waitFor();
	});
	await t.test('what needs the network is asked again with it', async () => {
		await b.context.setOffline(true);
		await page.goto(server.base + '#/settings/devices');
		await page.getByText('This needs the network').waitFor();
		await b.context.setOffline(false);
		await page.getByText('This device').waitFor();
	});
	await t.test('a token is shown once', async () => {
		await page.goto(server.base + '#/settings/tokens');
		await page.getByLabel('Name').fill('Another');
		await page.getByLabel('Name').press('Enter');
		await page.getByText(/^dkt_/).waitFor();
		await page.goto(server.base + '#/settings/look');
		await page.goto(server.base + '#/settings/tokens');
		await page.locator('.item').getByText('Another').waitFor();
		assert.equal(await page.getByText(/^dkt_/).count(), 0);
	});
	await t.test('a token that only adds to one list, for a month', async () => {
		const warning = page.getByText('Whoever has this token');
		const item = page.locator('.item').filter({ hasText: 'Doorbell' });

		await page.goto(server.base + '#/settings/tokens');
		await warning.waitFor();
		await page.getByLabel('What it may do').selectOption('Only add tasks, without seeing any');
		await warning.waitFor({ state: 'detached' });
		await page.getByLabel('What it may do').selectOption('Calendar and task apps (CalDAV)');
		await page.getByRole('checkbox', { name: 'Show steps as tasks' }).waitFor();
		await page.getByLabel('What it may do').selectOption('Read and change everything');
		await page.getByRole('checkbox', { name: 'Work', exact: true }).check();
		await warning.waitFor({ state: 'detached' });
		await page.getByLabel('What it may do').selectOption('Only add tasks, without seeing any');
		await page.getByLabel('Valid').selectOption('For 30 days');
		await page.getByLabel('Name').fill('Doorbell');
		await page.getByLabel('Name').press('Enter');
		await page.getByText(/^dkt_/).waitFor();
		await item.getByText(/Only add tasks, without seeing any · Work · until .* · Never used/)
		    .waitFor();
	});
	await t.test('a tag is renamed, deleted and restored', async () => {
		const options = async name => {
			await button(page, 'List options').click();
			await button(page, name).click();
		};
		const name = page.getByRole('textbox', { name: 'Name' });

		await page.goto(server.base + '#/tag/green');
		await options('Rename the tag');
		await name.fill('Phone');
		await name.press('Enter');
		await page.getByText('There is a tag of that name').waitFor();
		await name.fill('Garden');
		await name.press('Enter');
		await page.getByRole('heading', { level: 1, name: '#Garden' }).waitFor();
		await row(page, 'Water').getByText('Garden', { exact: true }).waitFor();
		await options('Delete the tag');
		await page.getByRole('heading', { level: 1, name: 'My Day' }).waitFor();
		await row(page, 'Water').waitFor();
		assert.equal(await row(page, 'Water').getByText('Garden', { exact: true }).count(), 0);
		await button(page, 'Undo').click();
		await row(page, 'Water').getByText('Garden', { exact: true }).waitFor();
	});
	await t.test('the clean-up says how much it deletes, and links to the trash', async () => {
		await page.goto(server.base + '#/settings/data');
		await page.getByText(/^[1-9]\d* tasks?\. In lists you own/).waitFor();
		const said = await page.getByText('In lists you own').textContent();
		await button(page, 'Clean up').click();
		await page.getByText(parseInt(said) + ' tasks deleted').first().waitFor();
		await page.getByText('0 tasks. In lists you own').waitFor();
		await button(page, 'Bin').click();
		await page.getByRole('heading', { level: 1, name: 'Bin' }).waitFor();
	});
	await t.test('an iPad, which calls itself a Macintosh, reads how to get reminders', async () => {
		const d = await browse({ hasTouch: true, userAgent: 'Mozilla/5.0 (Macintosh; ' +
		    'Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15' });

		await d.page.addInitScript(() => { delete globalThis.PushManager; });
		await signIn(d.page, server.base);
		await d.page.goto(server.base + '#/settings/notifications');
		await d.page.locator('p', { hasText: 'put Docket on the Home Screen' })
		    .locator('use[href="#i-share-ios"]').waitFor();
		await d.close();
	});
	await t.test('a used link is refused', async () => {
		await c.page.goto(server.base + '#/reset/nonsense');
		await c.page.getByLabel('New password').fill('a long new password');
		await c.page.getByLabel('New password').press('Enter');
		await c.page.getByText('This link was used or is too old').waitFor();
		assert.ok(!c.page.url().includes('nonsense'));
	});
	await t.test('signing out leaves nothing', async () => {
		await page.goto(server.base + '#/settings/account');
		/* Typed in another tab, which is hidden. */
		await page.evaluate(() => localStorage.setItem('docket-draft' +
		    location.pathname, '[["title", "", "", "Water"]]'));
		await button(page, 'Sign out').click();
		await page.getByRole('heading', { name: 'Sign in' }).waitFor();
		assert.equal(await page.getByText(/Water|\d tasks|Your tasks/).count(), 0);
		assert.doesNotMatch(await page.evaluate(() =>
		    JSON.stringify(localStorage)), /Water|ada/i);
	});
	assert.deepEqual(b.complaints.filter(x => !/status of 4|ERR_INTERNET/.test(x)), []);
});

/* What a page is for: its main button, and its fields while they are in use. */
const WITH_FORMS = Object.keys(INSIDE).filter(name => /^settings: |^import, |^sharing /.test(name));

/* What a message lies over, wherever the page is scrolled to. */
const covered = page => page.evaluate(async () => {
	const out = [], frame = () => new Promise(yes => requestAnimationFrame(() =>
		requestAnimationFrame(yes)));

	for (const el of document.querySelectorAll('main :is(.btn.main, .input, textarea)'))
		for (const block of ['start', 'center', 'end', 'nearest']) {
			if (!el.checkVisibility())
				continue;
			if (!el.matches('.btn'))
				el.focus({ preventScroll: true });
			el.scrollIntoView({ block });
			await frame();
			const said = document.querySelector('.toast')?.getBoundingClientRect();
			const r = el.getBoundingClientRect();
			if (!said)
				out.push('no message');
			else if (r.left < said.right && r.right > said.left && r.top < said.bottom &&
			    r.bottom > said.top)
				out.push(`${block}: ${el.outerHTML.slice(0, 90)}`);
		}
	return out;
});

for (const [width, height] of [[360, 740], [768, 1024], [1280, 800]])
	test(`at ${width} px no message lies over what the page is for`, async t => {
		const server = await serve();
		const b = await browse({ viewport: { width, height }, reducedMotion: 'reduce' });
		const { page } = b;

		t.after(async () => {
			await b.close();
			await server.stop();
		});
		await signIn(page, server.base);
		/* As wide as the longest message. */
		await page.evaluate(() => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync('.toast { min-width: min(560px, 100vw - 24px); }');
			document.adoptedStyleSheets = [sheet];
		});
		for (const name of WITH_FORMS)
			await t.test(name, async () => {
				await INSIDE[name](page, server.base);
				await still(page);
				await page.evaluate(() => document.activeElement.blur());
				await page.keyboard.press('z');
				await page.locator('.toast').waitFor();
				await still(page);
				assert.deepEqual(await covered(page), []);
			});
		assert.deepEqual(b.complaints.filter(c => !/status of 4/.test(c)), []);
	});
