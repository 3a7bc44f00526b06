/* Single sign-on in the app, with a real provider: signing in with it, adding and
 * removing an identity, an account without a password, signing out. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { PASSWORD, browse, freePort, serve, signIn } from './lib/browser.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: true });
const provider = new URL('../../npm/provider.mjs', import.meta.url).pathname;

/* A server whose users can sign in at a provider. */
async function serveWithProvider(dir) {
	const at = await freePort(), secret = path.join(dir, 'secret');
	let base;

	fs.writeFileSync(secret, 'the secret\n', { mode: 0o600 });
	const server = await serve('/tasks/', port => {
		base = `http://127.0.0.1:${port}/tasks`;
		return { DOCKET_BASE_URL: base, DOCKET_OIDC_ISSUER: `http://127.0.0.1:${at}`,
			DOCKET_OIDC_CLIENT_ID: 'docket', DOCKET_OIDC_NAME: 'Example',
			DOCKET_OIDC_CLIENT_SECRET_FILE: secret, DOCKET_OIDC_CREATE: 'yes' };
	});
	const child = spawn('node', [provider, String(at), 'docket', 'the secret',
		base + '/api/v1/oidc/callback', base + '/'], { stdio: 'ignore' });

	while (!await fetch(`http://127.0.0.1:${at}/.well-known/openid-configuration`)
	    .then(r => r.ok, () => false))
		await new Promise(yes => setTimeout(yes, 50));
	return { ...server, at, stop: async () => {
		child.kill();
		await server.stop();
	} };
}

/* At the provider. */
async function signInThere(page, name) {
	await page.getByLabel('Name').fill(name);
	await button(page, 'Sign in').click();
}

test('single sign-on', async t => {
	const dir = fs.mkdtempSync('/tmp/docket-oidc-');
	const server = await serveWithProvider(dir), b = await browse(), c = await browse();
	const { page } = b, other = c.page;

	t.after(async () => {
		await b.close();
		await c.close();
		await server.stop();
		fs.rmSync(dir, { recursive: true });
	});

	await t.test('signs in from the sign-in page, and out at the provider', async () => {
		await other.goto(server.base);
		await other.getByRole('link', { name: 'Sign in with Example' }).click();
		await signInThere(other, 'ada');
		await other.getByLabel('Add a task').waitFor();
		assert.match(other.url(), /\/tasks\/(#\/today)?$/);
		await other.goto(server.base + '#/settings/devices');
		await other.getByText('Chrome, Linux').first().waitFor();
	});
	await t.test('says what is wrong', async () => {
		await page.goto(server.base + '#/problem/email-taken');
		await page.getByText('An account has your address').waitFor();
		assert.match(page.url(), /#\/signin$/);
		await page.goto(server.base + 'api/v1/oidc/callback?code=x&state=y');
		await page.getByText('Nobody here has that identity.').waitFor();
	});
	await t.test('is added in the settings once the password was shown', async () => {
		await signIn(page, server.base);
		await page.goto(server.base + '#/settings/identities');
		await button(page, 'Add Example').click();
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await button(page, 'Go on').click();
		await signInThere(page, 'adas');
		await button(page, 'Remove').nth(1).waitFor();
		assert.match(page.url(), /#\/settings\/identities$/);
		await button(page, 'Remove').nth(1).click();
		await button(page, 'Remove').nth(1).waitFor({ state: 'detached' });
		assert.equal(await button(page, 'Remove').count(), 1);
	});
	await t.test('shows that it is you where there is no password', async () => {
		const d = await browse(), kim = d.page;

		t.after(() => d.close());
		await kim.goto(server.base);
		await kim.getByRole('link', { name: 'Sign in with Example' }).click();
		await signInThere(kim, 'kim');
		await kim.getByLabel('Add a task').waitFor();
		await kim.goto(server.base + '#/settings/identities');
		await button(kim, 'Remove').click();
		await button(kim, 'Sign in with Example').click();
		await signInThere(kim, 'kim');
		await kim.getByText('Set up').first().waitFor();
		await kim.goto(server.base + '#/settings/identities');
		await button(kim, 'Remove').click();
		await kim.getByText('Without it you could not sign in any more.').waitFor();
		assert.deepEqual(d.complaints.filter(x => !/40[139]|favicon/.test(x)), []);
	});
});
