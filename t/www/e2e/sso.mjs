/* Single sign-on: the page leads to the server in front, past the copy of the app
 * that the service worker has. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, serve } from './lib/browser.mjs';

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
