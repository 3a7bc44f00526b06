/* Sharing: roles, links, handing a list over, and what becomes of shared lists when an
 * account is deleted. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { ADA, GRACE, PASSWORD, browse, call, row, serve, signIn, until } from './lib/browser.mjs';

test('sharing', async t => {
	const server = await serve('/', { DOCKET_REGISTRATION: 'invited' });
	const ada = await browse(), grace = await browse(), { page } = ada;

	t.after(async () => {
		await ada.close();
		await grace.close();
		await server.stop();
	});
	await signIn(page, server.base, ADA);
	await signIn(grace.page, server.base, GRACE);
	const { id } = (await call(page, 'GET', '/lists')).items.find(l => l.title === 'Journey');
	const members = async () => (await call(page, 'GET', `/lists/${id}/members`)).items;
	const offer = async p => (await call(p, 'GET', `/lists/${id}`)).offeredTo;
	const owner = async () => (await call(page, 'GET', `/lists/${id}`)).ownerName;
	const share = p => p.goto(`${server.base}#/l/${id}/share`);

	await t.test('the owner changes a role', async () => {
		await share(page);
		for (const role of ['viewer', 'member']) {
			await page.getByLabel('What Grace may do').selectOption(role);
			await until(async () => (await members())[0].role, role);
		}
	});
	await t.test('a link has a role, and a number of accounts', async () => {
		await page.getByLabel('Who joins').selectOption('viewer');
		await page.getByLabel('New accounts it can create').selectOption('3');
		await page.getByRole('button', { name: 'Create invitation link' }).click();
		await page.getByText('Can only read · makes 3 accounts').waitFor();
		assert.match(await page.locator('input[readonly]').inputValue(), /#\/join\/\S{20}/);
		const [i] = (await call(page, 'GET', `/lists/${id}/invitations`)).items;
		assert.deepEqual([i.role, i.accounts], ['viewer', 3]);
		await page.getByRole('button', { name: 'Withdraw' }).click();
		await page.getByText('makes 3 accounts').waitFor({ state: 'detached' });
	});
	const ask = async () => {
		await share(page);
		await page.locator('form[data-command=offer] button').click();
		await page.getByRole('dialog').getByRole('button', { name: 'Hand over…' }).click();
		await page.getByText('Asked to take over', { exact: true }).waitFor();
		assert.ok(await offer(page));
	};
	await t.test('an offer is withdrawn', async () => {
		await ask();
		await grace.page.getByText('Ada asks you to take over').waitFor();
		await page.getByRole('button', { name: 'Withdraw' }).click();
		await until(() => offer(page), null);
		await grace.page.getByText('Ada asks you to take over').waitFor({ state: 'detached' });
	});
	await t.test('declined', async () => {
		await ask();
		await grace.page.getByRole('button', { name: 'Decline' }).click();
		await until(() => offer(page), null);
		assert.equal(await owner(), 'Ada');
	});
	await t.test('accepted', async () => {
		await ask();
		await grace.page.getByRole('button', { name: 'Take over' }).click();
		await until(owner, 'Grace');
		await share(grace.page);
		await grace.page.getByLabel('What Ada may do').waitFor();
	});
	await t.test('who deletes their account sees first who gets their lists', async () => {
		const { page: p } = grace;

		await p.goto(server.base + '#/settings/account');
		await p.getByRole('button', { name: 'Delete the account' }).click();
		await p.getByText('Journey → Ada').waitFor();
		assert.equal(await p.getByLabel('Password', { exact: true }).filter({ visible: true })
		    .count() - await p.locator('form[data-command=email-change] [type=password]').count(), 0,
		'the password is not asked for yet');
		await p.getByLabel('Hand the shared lists over').check();
		await p.getByRole('button', { name: 'Continue' }).click();
		const form = p.locator('form[data-command=account-delete]');
		await form.getByLabel('Type your e-mail address').fill(GRACE);
		await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await form.getByRole('button', { name: 'Delete the account' }).click();
		await until(owner, 'Ada');
		await page.goto(`${server.base}#/l/${id}`);
		await row(page, 'Pack').waitFor();
	});
	assert.deepEqual([...ada.complaints, ...grace.complaints].filter(c =>
		!/status of 4/.test(c)), []);
});
