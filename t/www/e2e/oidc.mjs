/* Single sign-on in the app, with real providers: signing in with one, adding and
 * removing an identity, an account without a password, signing out.
 * DOCKET_GLEWLWYD=1: also with Debian's Glewlwyd, which needs many packages; SHOTS, a
 * folder: keeps a picture of each step there. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '../../lib/port.mjs';
import { PASSWORD, browse, serve, signIn } from './lib/browser.mjs';
import { providers, stopProvider } from './lib/providers.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: true });
const withProvider = page => page.getByRole('link', { name: 'Sign in with Example' });

/* A server whose users can sign in at that provider. */
async function serveWith(provider, dir) {
	const at = await freePort(), secret = path.join(dir, 'secret');
	const issuer = `http://127.0.0.1:${at}${provider.path}`;
	let base;

	fs.writeFileSync(secret, provider.secret + '\n', { mode: 0o600 });
	const server = await serve('/tasks/', port => {
		base = `http://127.0.0.1:${port}/tasks`;
		return { DOCKET_BASE_URL: base, DOCKET_OIDC_ISSUER: issuer,
			DOCKET_OIDC_CLIENT_ID: 'docket', DOCKET_OIDC_NAME: 'Example',
			DOCKET_OIDC_CLIENT_SECRET_FILE: secret, DOCKET_OIDC_CREATE: 'yes' };
	});
	const child = await provider.start(dir, at, 'docket', provider.secret,
		base + '/api/v1/oidc/callback', base + '/');

	while (!await fetch(issuer + '/.well-known/openid-configuration')
	    .then(r => r.ok, () => false))
		await new Promise(yes => setTimeout(yes, 50));
	return { ...server, stop: async () => {
		stopProvider(child);
		await server.stop();
	} };
}

/* Ends with the test. */
async function start(t, provider) {
	const dir = fs.mkdtempSync('/tmp/docket-oidc-');
	const server = await serveWith(provider, dir);

	t.after(async () => {
		await server.stop();
		fs.rmSync(dir, { recursive: true });
	});
	return server;
}

async function open(t) {
	const b = await browse();

	t.after(() => b.close());
	return b;
}

const tried = Object.entries(providers).filter(([name]) =>
	name !== 'Glewlwyd' || process.env.DOCKET_GLEWLWYD);

for (const [name, provider] of tried)
	test(`in and out again: ${name}`, async t => {
		const server = await start(t, provider), { page } = await open(t);
		let shots = 0;
		const shot = async () => process.env.SHOTS && page.screenshot({
			path: `${process.env.SHOTS}/${name}-${++shots}.png` });

		await page.goto(server.base);
		await withProvider(page).click();
		await provider.signIn(page, 'ada', shot);
		await page.getByLabel('Add a task').waitFor();
		await page.getByText('Up to date').waitFor({ state: 'attached' });
		await shot();
		assert.match(page.url(), /\/tasks\/(#\/today)?$/);
		await page.goto(server.base + '#/settings/devices');
		await page.getByText('Chrome, Linux').first().waitFor();
		await page.goto(server.base + '#/settings/account');
		await button(page, 'Sign out').click();
		await provider.signOut(page, shot);
		await shot();
		await page.goto(server.base);
		await withProvider(page).waitFor();
		assert.equal(await page.evaluate(() => fetch('api/v1/me').then(r => r.status)),
			401, 'the session has ended');
		await withProvider(page).click();
		await provider.asksAgain(page).waitFor();
		await shot();
	});

test('single sign-on', async t => {
	const provider = providers['oidc-provider'], signInThere = provider.signIn;
	const server = await start(t, provider), { page } = await open(t);

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
		await button(page, 'Remove').waitFor();
		assert.match(page.url(), /#\/settings\/identities$/);
		await button(page, 'Remove').click();
		await button(page, 'Remove').waitFor({ state: 'detached' });
	});
	await t.test('shows that it is you where there is no password', async () => {
		const d = await open(t), kim = d.page;

		await kim.goto(server.base);
		await withProvider(kim).click();
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
