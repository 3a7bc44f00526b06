/* Administration: each control of its pages, and what the page and the service say
 * then; who is no administrator, or no longer one; the audit. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { ADA, GRACE, PASSWORD, browse, call, serve, signIn, until } from './lib/browser.mjs';
import { codeOf } from './lib/totp.mjs';
import { whatWasDone } from '../../../www/js/text/audit-words.js';

const KIM = 'kim@example.org', PAGES = ['people', 'service', 'audit'];
const words = JSON.parse(fs.readFileSync(new URL('../../../www/words/en.json',
    import.meta.url), 'utf8'));
const say = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (all, k) => values[k]);
const button = (page, name) => page.getByRole('button', { name, exact: true });
const item = (page, name) => page.locator('.item').filter({ hasText: name });
/* A member of the service's answers about a user. */
const managed = async (page, email, name) => (await call(page, 'GET', '/admin/users'))
    .items.find(u => u.email === email)?.[name];

/* Opens a page of the settings, which fetches again. */
async function settings(page, base, name) {
	await page.goto(base + '#/settings/about');
	await page.goto(base + '#/settings/' + name);
}

/* Shows that it is the user. */
async function prove(page) {
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await button(page, 'Go on').click();
	await page.locator('[data-command=factor-confirm]').waitFor({ state: 'detached' });
}

/* What the page shows of the audit: as many items as the service has, and their
 * names in its order. */
async function shownAudit(page, path) {
	const all = [];
	let answer, after = '';

	do {
		answer = await call(page, 'GET', `${path}limit=200${after}`);
		all.push(...answer.items);
		after = '&after=' + answer.next;
	} while (answer.more);
	const items = page.locator('.panel:not(.wraps) > .item');

	await items.first().waitFor();
	while (await button(page, 'Show more').count()) {
		const n = await items.count();
		await button(page, 'Show more').click();
		await items.nth(n).waitFor();
	}
	await until(() => items.locator('span').allTextContents().then(texts =>
		texts.map(x => x.split(' · ').at(-1))), all.map(x => whatWasDone(x, say)));
	return all;
}

const space = mb => p => p.getByLabel('Space for files').fill(mb).then(() =>
	button(p, 'Save').click());
/* What can be done to a person: the button, the member that it sets, to what, and what
 * the page shows of it, how often. */
const ACTS = [
	['Mark as confirmed', 'emailVerified', true, p => p.locator('.dim').getByText('· Not confirmed yet'), 0],
	['Make administrator', 'admin', true, p => p.locator('.dim').getByText('· Administrator'), 1],
	['End as administrator', 'admin', false, p => p.locator('.dim').getByText('· Administrator'),
		0],
	[space('1.5'), 'quotaBytes', 1500000, p => p.getByText('of 1.5 MB used'), 1],
	[space('0'), 'quotaBytes', 0, p => p.getByText('of 0 B used'), 1],
	[space(''), 'quotaBytes', null, p => p.locator('.dim').getByText(' used'), 0],
	['Disable', 'disabled', true, p => p.locator('.dim').getByText('· Disabled'), 1],
	['Enable', 'disabled', false, p => p.locator('.dim').getByText('· Disabled'), 0],
];

test('administration', async t => {
	const server = await serve('/tasks/');
	const ada = await browse(), grace = await browse(), kim = await browse();
	const { page } = ada, { base } = server;
	const person = async name => {
		await settings(page, base, 'people');
		await button(page, 'Change ' + name).click();
		await page.getByRole('heading', { name }).waitFor();
	};

	t.after(async () => {
		for (const b of [ada, grace, kim])
			await b.close();
		await server.stop();
	});
	assert.equal(server.admin('user', 'admin', ADA).status, 0);
	await signIn(page, base);
	await signIn(grace.page, base, GRACE);

	await t.test('who is no administrator sees nothing of it', async () => {
		for (const name of PAGES) {
			await settings(grace.page, base, name);
			await grace.page.getByLabel('Your name').waitFor();
			assert.equal(await grace.page.getByRole('link', { name: 'Administration' })
			    .count(), 0);
			assert.equal((await call(grace.page, 'GET', '/admin/' + (name === 'people' ?
				'users' : name))).code, 'not-found');
		}
	});
	await t.test('administrators show who they are first', async () => {
		for (const name of PAGES) {
			await settings(page, base, name);
			await page.getByRole('link', { name: 'Administration' }).waitFor();
			await page.locator('[data-command=factor-confirm]').waitFor();
			await button(page, 'Cancel').click();
			await button(page, 'Try again').click();
		}
		await page.getByLabel('Password', { exact: true }).fill('not this one');
		await button(page, 'Go on').click();
		await page.getByRole('alert').first().waitFor();
		await prove(page);
		await settings(page, base, 'people');
		await until(() => page.locator('.item span').allTextContents(), ['Ada', 'Grace']);
	});
	await t.test('a link makes an account, once', async () => {
		await button(page, 'Add somebody').click();
		await page.keyboard.type('Kim');
		await page.getByLabel('E-mail').fill(KIM);
		await page.keyboard.press('Enter');
		await page.getByText('Kim chooses a password').waitFor();
		assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Copy');
		const url = await page.locator('.secret').textContent();
		await button(page, 'Close').click();
		await until(() => page.locator('.item span').allTextContents(), ['Ada', 'Grace', 'Kim']);
		assert.equal(await page.locator('.secret').count(), 0);

		await kim.page.goto(url);
		await kim.page.getByLabel('New password').fill(PASSWORD);
		await kim.page.keyboard.press('Enter');
		await kim.page.getByText('Your password is changed.').waitFor();
		await signIn(kim.page, base, KIM);
		assert.ok((await call(kim.page, 'PUT', '/password-resets/' + url.split('/').at(-1),
			{ password: 'another-password' })).status >= 400);
	});
	await t.test('an address that has an account already', async () => {
		await button(page, 'Add somebody').click();
		await page.keyboard.type('Kim again');
		await page.getByLabel('E-mail').fill(KIM);
		await button(page, 'Add somebody').click();
		await page.getByRole('alert').waitFor();
		assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Kim again');
		await button(page, 'Cancel').click();
		assert.equal((await call(page, 'GET', '/admin/users')).items.length, 3);
	});
	await call(page, 'PATCH', '/admin/users/' + await managed(page, KIM, 'id'),
		{ emailVerified: false });
	for (const [act, member, value, shown, n] of ACTS)
		await t.test(`${member}: ${value}`, async () => {
			await person('Kim');
			await (typeof act === 'string' ? button(page, act).click() : act(page));
			await until(() => managed(page, KIM, member), value);
			await until(() => shown(page).count(), n);
			if (value === true && member === 'disabled') {
				await kim.page.evaluate(() => dispatchEvent(new Event('online')));
				await kim.page.locator('.bar a[href="#/signin"]').waitFor({ timeout: 90000 });
			}
		});
	await t.test('what was done to somebody', async () => {
		await person('Kim');
		const items = await shownAudit(page, '/admin/audit?userId=' +
		    await managed(page, KIM, 'id') + '&');
		assert.deepEqual(items.slice(0, 7).map(x => x.what), ['enabled', 'disabled',
			'quota-changed', 'quota-changed', 'quota-changed', 'admin-changed',
			'admin-changed']);
	});
	await t.test('a second factor that was lost', async () => {
		await call(grace.page, 'POST', '/me/confirmation', { password: PASSWORD });
		const { secret } = await call(grace.page, 'POST', '/me/totp');
		await call(grace.page, 'PUT', '/me/totp', { code: codeOf(secret) });
		await person('Grace');
		await item(page, 'Second factor').getByRole('button').click();
		await until(() => managed(page, GRACE, 'secondFactor'), false);
		await until(() => item(page, 'Passkeys stay').count(), 0);
	});
	await t.test('the proof has ended', async () => {
		const { secret } = await call(page, 'POST', '/me/totp');
		await person('Grace');
		await call(page, 'PUT', '/me/totp', { code: codeOf(secret) });
		await button(page, 'Make administrator').click();
		await prove(page);
		await page.getByRole('heading', { name: 'Grace' }).waitFor();
		await button(page, 'End as administrator').waitFor();
		assert.equal(await managed(page, GRACE, 'admin'), true);
	});
	await t.test('who is no longer an administrator', async () => {
		const p = grace.page;
		const end = async () => server.admin('user', 'admin', GRACE, '--remove').status;

		await settings(p, base, 'people');
		await prove(p);
		await button(p, 'Change Kim').waitFor();
		assert.equal(await end(), 0);
		await p.getByText('You are no longer an administrator.').waitFor();
		assert.equal(await p.getByRole('link', { name: 'Administration' }).count(), 0);
		await p.getByRole('main').getByRole('link', { name: 'Account' }).click();
		await p.getByLabel('Your name').waitFor();

		// The page has not heard of it, and asks for something.
		assert.equal(server.admin('user', 'admin', GRACE).status, 0);
		await p.getByRole('link', { name: 'Administration' }).click();
		await button(p, 'Change Kim').click();
		await p.route(/\/api\/v1\/(?!admin)/, r => r.abort());
		assert.equal(await end(), 0);
		await button(p, 'Disable').click();
		await p.getByText('You are no longer an administrator.').first().waitFor();
		await p.unroute(/\/api\/v1\/(?!admin)/);
		assert.equal(await managed(page, KIM, 'disabled'), false);
	});
	await t.test('the last administrator', async () => {
		await person('Ada');
		assert.equal(await button(page, 'Disable').count(), 0);
		assert.equal(await button(page, 'Remove the account').count(), 0);
		await button(page, 'End as administrator').click();
		await page.getByText('There must be an administrator.').waitFor();
		assert.equal(await managed(page, ADA, 'admin'), true);
	});
	await t.test('the state of the service', async () => {
		await settings(page, base, 'service');
		const state = await call(page, 'GET', '/admin/service');
		await item(page, 'Version').getByText(state.version).waitFor();
		await item(page, 'People').getByText(String(state.users)).waitFor();
		for (const c of state.checks)
			await item(page, words['check.' + c.name]).getByText(c.state === 'ok' ?
				'In order' : words['check.bad.' + c.name]).waitFor();
		for (const f of (await call(page, 'GET', '/service')).features)
			await item(page, 'Features').getByText(f).waitFor();
	});
	await t.test('the audit, page by page', async () => {
		for (let i = 0; i < 30; i++) {
			const { id } = await call(page, 'POST', '/me/tokens', { name: 'x' });
			await call(page, 'DELETE', '/me/tokens/' + id);
		}
		await settings(page, base, 'audit');
		await button(page, 'Show more').waitFor();
		assert.ok((await shownAudit(page, '/admin/audit?')).length > 60);
		await item(page, 'Kim · Account disabled').getByText('by Ada').waitFor();
	});
	await t.test('one\'s own activity', async () => {
		await settings(grace.page, base, 'activity');
		const items = await shownAudit(grace.page, '/me/security?');
		assert.ok(items.some(x => x.what === 'second-factor-removed-by-administrator'));
		assert.deepEqual(items.filter(x => x.user), []);
	});
	await t.test('accounts are removed, and what they share', async () => {
		const remove = async (name, how) => {
			await person(name);
			await button(page, 'Remove the account').click();
			await button(page, 'Cancel').click();
			await button(page, 'Remove the account').click();
			await page.getByLabel(how).check();
			await button(page, 'Remove the account').click();
			await button(page, 'Add somebody').waitFor();
			await until(() => button(page, 'Change ' + name).count(), 0);
		};
		const id = crypto.randomUUID();
		const camp = async p => (await call(p, 'GET', '/lists')).items
		    .find(l => l.id === id)?.role;

		await kim.page.locator('.bar a[href="#/signin"]').click();
		await kim.page.locator('[type=password]').fill(PASSWORD);
		await kim.page.keyboard.press('Enter');
		await kim.page.getByLabel('Add a task').waitFor();
		await call(kim.page, 'POST', '/lists', { id, title: 'Camp' });
		await call(kim.page, 'POST', `/lists/${id}/members`, { email: GRACE });
		await remove('Kim', 'Hand the shared lists over');
		assert.equal(await camp(grace.page), 'owner');
		await call(grace.page, 'POST', `/lists/${id}/members`, { email: ADA });
		assert.equal(await camp(page), 'member');
		await remove('Grace', 'Delete them for everybody');
		assert.equal(await camp(page), undefined);
		assert.deepEqual((await call(page, 'GET', '/admin/users')).items.map(u => u.email),
			[ADA]);
	});
	assert.deepEqual([ada, grace, kim].flatMap(b => b.complaints).filter(c =>
		!/status of 4|ERR_FAILED/.test(c)), []);
});
