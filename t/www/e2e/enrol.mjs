/* second-factor = required: whoever has none sets one up before the app opens, by an
 * authenticator app or a passkey; changes that wait stay meanwhile. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { faults } from './lib/axe.mjs';
import { ADA, GRACE, PASSWORD, browse, find, serve, signIn, until } from './lib/browser.mjs';
import { codeOf } from './lib/totp.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: true });
const NEEDED = 'A second step is needed';

const byPassword = async (page, base, email) => {
	await page.goto(base);
	await page.getByLabel('E-mail').fill(email);
	await page.locator('#password').fill(PASSWORD);
	await page.locator('#password').press('Enter');
};
const confirm = async page => {
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await button(page, 'Go on').click();
};
/* Chromium's virtual authenticator. */
async function plugIn(b) {
	const cdp = await b.context.newCDPSession(b.page);

	await cdp.send('WebAuthn.enable');
	await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2',
		transport: 'internal', hasResidentKey: true, hasUserVerification: true,
		isUserVerified: true, automaticPresenceSimulation: true } });
}

test('a second factor that is required', async t => {
	let mode = 'optional';
	const server = await serve('/tasks/', () => ({ DOCKET_SECOND_FACTOR: mode }), [], true);
	const a = await browse({ bypassCSP: true }), b = await browse();
	const { base } = server;

	t.after(async () => {
		await a.close();
		await b.close();
		await server.stop();
	});

	await t.test('changes that wait stay until one is set up', async () => {
		const { page } = a;

		await signIn(page, base);
		await server.pause();
		await page.getByLabel('Add a task').fill('Bring the ladder back');
		await page.getByLabel('Add a task').press('Enter');
		await page.getByText('Bring the ladder back').first().waitFor();
		mode = 'required';
		await server.start();
		await page.getByRole('heading', { name: NEEDED }).waitFor({ timeout: 60000 });
		assert.equal(await page.getByLabel('Add a task').count(), 0);
		assert.deepEqual(await faults(page), []);
		await page.reload();
		await page.getByRole('heading', { name: NEEDED }).waitFor();
	});
	await t.test('an authenticator app opens the app', async () => {
		const { page } = a;

		await button(page, 'Authenticator app').press('Enter');
		await confirm(page);
		assert.deepEqual(await faults(page), []);
		const secret = (await page.locator('.secret').textContent()).replaceAll(' ', '');
		await page.getByLabel('Code').fill('000000');
		await page.getByLabel('Code').press('Enter');
		await page.getByText('The code is wrong, or was used.').waitFor();
		await page.getByLabel('Code').fill(codeOf(secret, -1));
		await page.getByLabel('Code').press('Enter');
		await page.getByText('Keep these recovery codes').waitFor();
		const codes = await page.locator('.secret').allTextContents();
		await button(page, 'Close').click();
		await page.getByLabel('Add a task').waitFor();
		await until(async () => !!await find(page, 'Bring the ladder back'), true);
		await page.goto(base + '#/settings/security');
		await button(page, 'Remove').click();
		await page.getByLabel('Code').fill(codes[0]);
		await button(page, 'Remove').click();
		await confirm(page);
		await page.getByText('set up another before you remove').waitFor();
	});
	await t.test('so does a passkey', async () => {
		const { page } = b;

		await plugIn(b);
		await byPassword(page, base, GRACE);
		await page.getByRole('heading', { name: NEEDED }).waitFor();
		await button(page, 'Add a passkey').click();
		await page.getByLabel('Name').press('Enter');
		await confirm(page);
		await page.getByLabel('Add a task').waitFor();
	});
	await t.test('then the password alone is not enough', async () => {
		const c = await browse();

		await byPassword(c.page, base, GRACE);
		await c.page.getByText('sign in with your passkey').waitFor();
		assert.equal(await c.page.getByLabel('Add a task').count(), 0);
		await c.close();
	});
	await t.test('or one signs out', async () => {
		const c = await browse();
		const made = server.admin('user', 'second-factor', '--remove', ADA);

		assert.equal(made.status, 0, made.stderr);
		await byPassword(c.page, base, ADA);
		await c.page.getByRole('heading', { name: NEEDED }).waitFor();
		await c.page.getByText('Sign out').click();
		await c.page.getByLabel('E-mail').waitFor();
		await c.close();
	});
});
