/* Passkeys, with Chromium's virtual authenticator: added, used to sign in and to
 * confirm, renamed, removed. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { faults } from './lib/axe.mjs';
import { ADA, PASSWORD, browse, serve, signIn, until } from './lib/browser.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: true });

test('passkeys', async t => {
	const server = await serve('/tasks/', {}, [], true);
	const b = await browse({ bypassCSP: true });
	const { page } = b, base = server.base;
	const cdp = await b.context.newCDPSession(page);
	let authenticator;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	const plugIn = async () => (await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true,
			hasUserVerification: true, isUserVerified: true,
			automaticPresenceSimulation: true } })).authenticatorId;
	const credentials = async () => (await cdp.send('WebAuthn.getCredentials',
		{ authenticatorId: authenticator })).credentials;
	const signOut = async () => {
		await page.goto('about:blank');
		await cdp.send('Storage.clearDataForOrigin',
			{ origin: new URL(base).origin, storageTypes: 'all' });
		await page.goto(base);
	};

	await cdp.send('WebAuthn.enable');
	authenticator = await plugIn();
	await signIn(page, base);

	await t.test('one is added after the password was shown', async () => {
		await page.goto(base + '#/settings/security');
		await page.getByText('No passkeys.').waitFor();
		await button(page, 'Add a passkey').click();
		await page.getByLabel('Name').fill('My phone');
		await page.getByLabel('Name').press('Enter');
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await page.getByLabel('Password', { exact: true }).press('Enter');
		await page.getByText('My phone').waitFor();
		await page.getByText('never used').waitFor();
		const [made] = await credentials();
		assert.equal(made.rpId, 'localhost');
		assert.equal(made.isResidentCredential, true);
		assert.deepEqual(await faults(page), []);
	});
	await t.test('the same authenticator adds no other', async () => {
		await button(page, 'Add a passkey').click();
		await page.getByLabel('Name').press('Enter');
		await page.getByText('in use already').waitFor();
		await button(page, 'Cancel').click();
		assert.equal((await credentials()).length, 1);
	});
	/* Without presence, autofill waits. */
	const present = enabled => cdp.send('WebAuthn.setAutomaticPresenceSimulation',
		{ authenticatorId: authenticator, enabled });

	await t.test('it signs in', async () => {
		await present(false);
		await signOut();
		await button(page, 'Sign in with a passkey').waitFor();
		assert.deepEqual(await faults(page), []);
		await present(true);
		await button(page, 'Sign in with a passkey').press('Enter');
		await page.getByLabel('Add a task').waitFor();
	});
	await t.test('it confirms', async () => {
		await page.goto(base + '#/settings/security');
		await page.getByText('last used').waitFor();
		await button(page, 'Rename').click();
		await page.getByLabel('Name').fill('Old phone');
		await button(page, 'Save').click();
		await page.getByText('Show that it is you').waitFor();
		assert.deepEqual(await faults(page), []);
		await button(page, 'Use a passkey').click();
		await page.getByText('Old phone').waitFor();
	});
	await t.test('it is removed', async () => {
		await button(page, 'Remove').click();
		await page.getByText('signs nobody in').waitFor();
		await button(page, 'Remove').click();
		await page.getByText('No passkeys.').waitFor();
		await present(false);
		await signOut();
		await button(page, 'Sign in with a passkey').waitFor();
		await present(true);
		await button(page, 'Sign in with a passkey').click();
		await page.getByText('was not accepted').waitFor();
		await page.getByLabel('E-mail').fill(ADA);
		await page.locator('#password').fill(PASSWORD);
		await page.locator('#password').press('Enter');
		await page.getByLabel('Add a task').waitFor();
	});
	await t.test('the browser offers it where it fills the address in', async () => {
		/* What was removed is still there, and could be chosen. */
		await cdp.send('WebAuthn.clearCredentials', { authenticatorId: authenticator });
		await page.goto(base + '#/settings/security');
		await button(page, 'Add a passkey').click();
		await page.getByLabel('Name').press('Enter');
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await page.getByLabel('Password', { exact: true }).press('Enter');
		await page.getByText('never used').waitFor();
		// The authenticator chooses it: nothing is clicked.
		await signOut();
		await page.getByText('Up to date').waitFor({ state: 'attached' });
	});
	await t.test('without a password it confirms that the account is deleted', async () => {
		const { status, stderr } = spawnSync('sqlite3', [server.dir + '/data/docket.db',
			`UPDATE user SET password = NULL WHERE email = '${ADA}'`]);

		assert.equal(status, 0, String(stderr));
		await page.goto(base + '#/settings/account');
		await button(page, 'Delete the account').click();
		await button(page, 'Continue').click();
		const form = page.locator('form[data-command=account-delete]');
		await form.getByLabel('Type your e-mail address').fill(ADA);
		await until(() => form.getByLabel('Password', { exact: true }).count(), 0);
		await form.getByRole('button', { name: 'Delete the account' }).click();
		await page.getByText('Show that it is you').waitFor();
		await button(page, 'Use a passkey').click();
		await page.getByLabel('E-mail').waitFor();
		assert.match(server.admin('user', 'list').stdout, /grace/);
		assert.doesNotMatch(server.admin('user', 'list').stdout, /ada@/);
	});
	assert.deepEqual(b.complaints.filter(x => !/status of (401|403|409)/.test(x)), []);
});
