/* Single sign-on: the page leads to the server in front, past the copy of the app
 * that the service worker has. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, serve, signIn } from './lib/browser.mjs';

test('the server in front signs users in', async t => {
	const server = await serve('/', { DOCKET_AUTH: 'remote-user' });
	const b = await browse(), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await page.goto(server.base);
	await page.getByText('The server in front of Docket signs you in.').waitFor();
	assert.equal(await page.getByLabel('Password').count(), 0);
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	await b.context.route('**/?sign-in', r => r.fulfill({ contentType: 'text/html',
		body: 'Who are you?' }));
	const link = page.getByRole('link', { name: 'Sign in' });
	await link.click();
	await page.getByText('Who are you?').waitFor();

	await b.context.unroute('**/?sign-in');
	await page.reload();
	await link.waitFor();
	assert.equal(page.url(), server.base + '#/signin', 'that address is left');
});

test('whoever can sign in by password finds both ways', async t => {
	const server = await serve('/', { DOCKET_AUTH: 'remote-user',
		DOCKET_PASSWORD_SIGN_IN: 'on' });
	const b = await browse(), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await page.goto(server.base);
	await page.getByLabel('E-mail').waitFor();
	assert.deepEqual(await page.locator('main :is(a.btn, input, button.btn)')
	    .evaluateAll(all => all.map(e => e.name || e.localName)),
	['a', 'email', 'password', 'button'], 'first that of the server in front');
	await signIn(page, server.base);

	await page.goto(server.base + '#/settings/account');
	await page.getByRole('button', { name: 'Sign out', exact: true }).click();
	await page.getByRole('link', { name: 'Sign in' }).waitFor();
	await signIn(page, server.base);
	await page.reload();
	await page.getByText('Up to date').waitFor({ state: 'attached' });
});

/* As if the server in front had signed the user in: it goes on doing so. */
async function inFront(context, signOutUrl) {
	await context.route('**/api/v1/service', async r => {
		const answer = await r.fetch();

		await r.fulfill({ json: { ...await answer.json(),
			signIn: 'remote-user', passwordSignIn: false, signOutUrl } });
	});
	await context.route('**/api/v1/sessions/current', r => r.fulfill({ status: 204 }));
}

test('whoever signs out is not signed in again until they say so', async t => {
	const server = await serve('/');
	const b = await browse(), { page, context } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await inFront(context, null);
	const other = await context.newPage();
	for (const p of [page, other]) {
		await p.goto(server.base + '#/settings/account');
		await p.reload();
	}
	const signOut = p => p.getByRole('button', { name: 'Sign out', exact: true });
	await signOut(other).waitFor();
	await signOut(page).click();
	const words = 'The server in front of Docket signs you in.';
	for (const p of [page, other])
		await p.getByText(words).waitFor();
	await page.reload();
	const link = page.getByRole('link', { name: 'Sign in' });
	await link.waitFor();
	assert.equal(await page.evaluate(async () => (await indexedDB.databases()).length &&
		document.body.innerText.includes('ada@')), false, 'nothing of them is here');
	await link.click();
	await page.getByText('Up to date').waitFor({ state: 'attached' });

	await context.route('**/out?to=x', r => r.fulfill({ contentType: 'text/html',
		body: 'You have signed out.' }));
	await inFront(context, server.base + 'out?to=x');
	await page.goto(server.base + '#/settings/account');
	await page.reload();
	await signOut(page).click();
	await page.getByText('You have signed out.').waitFor();
	await page.goto(server.base);
	await link.waitFor();
});
