/* Passkeys, with Chromium's virtual authenticator. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { faults } from './lib/axe.mjs';
import { browse, serve, signIn, until } from './lib/browser.mjs';
import { STEPS } from './lib/passkeys.mjs';

/* Chromium as lib/passkeys.mjs wants it. */
async function chromium(base, { page, context }) {
	const cdp = await context.newCDPSession(page);
	const button = name => page.getByRole('button', { name, exact: true });
	const field = label => page.getByLabel(label, { exact: true });

	await cdp.send('WebAuthn.enable');
	const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true,
			hasUserVerification: true, isUserVerified: true,
			automaticPresenceSimulation: true } });
	const ask = (command, more) =>
		cdp.send('WebAuthn.' + command, { authenticatorId, ...more });
	return { offers: true,
		go: hash => page.goto(base + hash),
		signOut: async () => {
			await page.goto('about:blank');
			await cdp.send('Storage.clearDataForOrigin',
				{ origin: new URL(base).origin, storageTypes: 'all' });
			await page.goto(base);
		},
		press: name => button(name).click(),
		enter: name => button(name).press('Enter'),
		fill: (label, text) => field(label).fill(text),
		submit: label => field(label).press('Enter'),
		sees: text => page.getByText(text).or(page.getByLabel(text))
		    .filter({ visible: true }).first().waitFor(),
		has: text => page.getByText(text).first().waitFor({ state: 'attached' }),
		gone: selector => until(() => page.locator(selector).count(), 0),
		credentials: async () => (await ask('getCredentials')).credentials,
		verifies: yes => ask('setUserVerified', { isUserVerified: yes }),
		forgets: () => ask('clearCredentials'),
		/* Without it, autofill waits. */
		present: yes => ask('setAutomaticPresenceSimulation', { enabled: yes }),
		sound: async () => assert.deepEqual(await faults(page), []) };
}

test('passkeys', async t => {
	const server = await serve('/tasks/', {}, [], true);
	const b = await browse({ bypassCSP: true });

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	const by = await chromium(server.base, b);
	await signIn(b.page, server.base);
	for (const [name, step] of Object.entries(STEPS))
		await t.test(name, () => step(by, server));
	assert.deepEqual(b.complaints.filter(x => !/status of (401|403|409)/.test(x)), []);
});
