/* From nothing to the open list, with one link. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { ADA, GRACE, INSTALLED, PASSWORD, browse, row, serve, signIn } from
	'./lib/browser.mjs';

const WWW = process.env.DOCKET_WWW ? ['--www', process.env.DOCKET_WWW] : [];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/* A link to the first list of ada's, and that list's title. */
async function link(base, body) {
	const api = async (path, options = {}) => (await fetch(base + 'api/v1' + path, options)).json();
	const json = { 'Content-Type': 'application/json' };
	const { token } = await api('/sessions', { method: 'POST', headers: json,
		body: JSON.stringify({ email: ADA, password: PASSWORD }) });
	const headers = { ...json, Authorization: 'Bearer ' + token };
	const { items } = await api('/lists', { headers });
	const list = items.filter(l => l.role === 'owner').at(-1);
	const { code } = await api(`/lists/${list.id}/invitations`, { method: 'POST', headers,
		body: JSON.stringify(body) });

	return { code, title: list.title };
}

test('a link makes an account, and opens the list', async t => {
	const server = await serve('/', { DOCKET_REGISTRATION: 'invited' }, WWW);
	const b = await browse({ viewport: { width: 390, height: 844 } }), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	const { code, title } = await link(server.base, { accounts: 1 });

	await page.goto(server.base);
	await page.getByLabel('E-mail').waitFor();
	assert.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0,
		'without a link nobody is asked to');

	await page.goto('about:blank');
	await page.goto(`${server.base}#/join/${code}`);
	await page.getByText('Ada invites you to the list').waitFor();
	await page.getByRole('heading', { name: title }).waitFor();
	await page.getByText('You will see and change the tasks').waitFor();
	assert.ok(!page.url().includes(code), 'the code leaves the address');
	await page.getByLabel('Your name').fill('Grete');
	await page.getByLabel('E-mail').fill('grete@example.org');
	await page.getByLabel('Password', { exact: true }).fill('correct horse grete');
	await page.getByRole('button', { name: 'Create an account' }).click();
	await page.waitForURL(/#\/l\//);
	await page.getByRole('heading', { name: title }).first().waitFor();

	const used = await link(server.base, { accounts: 0 });
	const c = await browse();
	t.after(() => c.close());
	await c.page.goto(`${server.base}#/join/${used.code}`);
	await c.page.getByText('This link creates no more accounts. Ask Ada').waitFor();
	assert.equal(await c.page.getByLabel('Your name').count(), 0, 'nothing is asked in vain');
	await c.page.getByRole('link', { name: 'I have an account' }).click();
	await c.page.getByLabel('E-mail').fill(GRACE);
	await c.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await c.page.getByRole('button', { name: 'Sign in', exact: true }).click();
	await c.page.getByRole('button', { name: 'Join' }).click();
	await c.page.waitForURL(/#\/l\//);

	await t.test('a link that was never made', async () => {
		const d = await browse();

		t.after(() => d.close());
		await d.page.goto(`${server.base}#/join/${'x'.repeat(43)}`);
		await d.page.getByText('This link was withdrawn or is too old.').waitFor();
		assert.equal(await d.page.getByLabel('Your name').count(), 0);
	});

	for (const [role, words] of [['member', 'You will see and change the tasks'],
	    ['viewer', 'You will see the tasks of this list, but not change them.']])
		await t.test('the page says what it is for: ' + role, async () => {
			const d = await browse();

			t.after(() => d.close());
			await signIn(d.page, server.base + '#/today', GRACE);
			const { code } = await link(server.base, { role });
			await d.page.goto(`${server.base}#/join/${code}`);
			await d.page.getByText(words).waitFor();
			await d.page.getByRole('button', { name: 'Join' }).click();
			await d.page.waitForURL(/#\/l\//);
		});
});

/* The first user, on a phone, makes a list and a link to it that makes four accounts. */
async function familyLink(page, base) {
	const button = name => page.getByRole('button', { name, exact: true });

	await signIn(page, base);
	await button('Lists').click();
	await button('New list').click();
	await page.getByLabel('Name').fill('Family');
	await page.getByLabel('Name').press('Enter');
	await page.getByRole('heading', { level: 1, name: 'Family' }).waitFor();
	await page.getByLabel('Add a task').fill('Bread');
	await page.getByLabel('Add a task').press('Enter');
	await row(page, 'Bread').waitFor();
	await button('Share').click();
	await page.getByLabel('New accounts it can create').selectOption('5');
	await button('Create invitation link').click();
	return page.getByLabel('Send this link').inputValue();
}

/* Makes an account, and reaches the list. */
async function getIn(page, url, name) {
	await page.goto(url);
	await page.getByLabel('Your name').fill(name);
	await page.getByLabel('E-mail').fill(name.toLowerCase() + '@example.org');
	await page.getByLabel('Password', { exact: true }).fill('correct horse ' + name);
	await page.getByRole('button', { name: 'Create an account' }).click();
	await page.getByRole('heading', { level: 1, name: 'Family' }).waitFor();
	await row(page, 'Bread').waitFor();
}

const SMTP = { DOCKET_SMTP_URL: 'smtp://127.0.0.1:9', DOCKET_MAIL_FROM: 'docket@example.org' };
const SERVICES = INSTALLED ? [['of a package', async () => ({ base: INSTALLED,
	stop: async () => {} })]] : [['without a mail server', {}], ['with one', SMTP]].map(
	([how, mail]) => [how, () => serve('/', { DOCKET_REGISTRATION: 'invited', ...mail }, WWW)]);

for (const [how, start] of SERVICES)
	test(`the family gets in with one link, ${how}`, async t => {
		const server = await start(), all = [];
		const open = async size => {
			all.push(await browse(size));
			return all.at(-1).page;
		};
		const picture = async name => process.env.SHOTS && all.at(-1).page.screenshot(
			{ path: `${process.env.SHOTS}/${name}.png` });

		t.after(async () => {
			for (const b of all)
				await b.close();
			await server.stop();
		});
		const owner = await open(PHONE), url = await familyLink(owner, server.base);
		await picture('link');
		assert.ok(url.startsWith(server.base + '#/join/'), url);
		await owner.getByRole('link', { name: 'Back' }).click();
		for (const [name, size] of [['Grete', PHONE], ['Hedy', {}], ['Ida', PHONE], ['Joan', {}]])
			await t.test(name, async () => {
				const page = await open(size);

				await getIn(page, url, name);
				await page.getByLabel('Add a task').fill('For ' + name);
				await page.getByLabel('Add a task').press('Enter');
				await row(owner, 'For ' + name).waitFor();
				await picture(name);
			});
		assert.ok((await owner.locator('h1').boundingBox()).height < 60, 'the title is one line');
		await owner.getByRole('button', { name: 'Share', exact: true }).click();
		for (const name of ['Grete', 'Hedy', 'Ida', 'Joan'])
			await owner.locator('.person').getByText(name, { exact: true }).waitFor();
		assert.deepEqual(all.flatMap(b => b.complaints), []);
	});

test('the owner sends an invitation to an address', async t => {
	const server = await serve('/', { DOCKET_REGISTRATION: 'invited',
		DOCKET_SMTP_URL: 'smtp://127.0.0.1:9', DOCKET_MAIL_FROM: 'docket@example.org' }, WWW);
	const b = await browse({ viewport: { width: 360, height: 800 } }), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base + '#/today', ADA);
	const id = await page.evaluate(async () => (await (await fetch('api/v1/lists')).json())
		.items.filter(l => l.role === 'owner').at(-1).id);
	await page.goto(`${server.base}#/l/${id}/share`);
	const field = page.getByLabel('Send it by mail to (optional)');

	await field.fill('kay@example.org');
	if (process.env.SHOTS)
		await page.screenshot({ path: process.env.SHOTS + '/share.png', fullPage: true });
	await page.getByRole('button', { name: 'Create invitation link' }).click();
	await page.locator('#live').getByText('Invitation sent to kay@example.org').waitFor();
	assert.equal(await field.inputValue(), '', 'another one can be sent');
	await page.getByText('kay@example.org', { exact: true }).waitFor();
	assert.equal(await page.getByText('it is shown only now').count(), 0, 'there is no link');
	if (process.env.SHOTS)
		await page.screenshot({ path: process.env.SHOTS + '/sent.png', fullPage: true });
});
