/* Offline, the page starts, accepts changes and says that they wait; online, it
 * sends them. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, goOffline, openHome, openList, row, serve, signIn } from './lib/browser.mjs';

test('offline', async t => {
	const server = await serve('/tasks/'), b = await browse(), { page } = b;

	await openHome(t, b, server);
	await goOffline(page, server);
	await page.keyboard.press('n');
	for (let i = 0; i < 3; i++) {
		await page.keyboard.type('Offline ' + i);
		await page.keyboard.press('Enter');
	}
	await page.keyboard.press('Escape');
	await page.getByText('Offline – 3 to send').waitFor();
	await row(page, 'Offline 2').getByRole('img', { name: 'Not sent yet' }).waitFor();
	await row(page, 'Offline 1').click();
	await page.getByRole('complementary', { name: 'Task details' }).waitFor();
	await page.reload();
	await page.getByText('Offline – 3 to send').waitFor();
	await server.start();
	await page.evaluate(() => dispatchEvent(new Event('online')));
	await page.getByText('Up to date').waitFor();
	assert.equal(await row(page, 'Offline').count(), 3);
	assert.equal(await page.getByRole('img', { name: 'Not sent yet' }).count(), 0);
	const other = await browse();
	t.after(() => other.close());
	await signIn(other.page, server.base);
	await openList(other.page, 'Home');
	await row(other.page, 'Offline 0').waitFor();
	assert.equal(await row(other.page, 'Offline').count(), 3);
	assert.deepEqual(b.complaints.filter(c => !/ERR_CONNECTION_REFUSED|ERR_FAILED|from the Manifest/
		.test(c)), []);
});
