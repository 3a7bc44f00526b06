/* An authenticator app: set up in the settings, asked for when signing in, removed;
 * recovery codes. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { spawnSync } from 'node:child_process';
import { ADA, PASSWORD, browse, serve, signIn } from './lib/browser.mjs';
import { codeOf } from './lib/totp.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: true });

test('an authenticator app', async t => {
	const server = await serve('/tasks/'), b = await browse(), c = await browse();
	const { page } = b, other = c.page;
	let secret, codes;

	t.after(async () => {
		await b.close();
		await c.close();
		await server.stop();
	});
	await signIn(page, server.base);

	await t.test('is set up after the password was shown', async () => {
		await page.goto(server.base + '#/settings/security');
		await button(page, 'Set up').click();
		await page.getByLabel('Password', { exact: true }).fill('not this one');
		await button(page, 'Go on').click();
		await page.getByRole('alert').first().waitFor();
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await button(page, 'Go on').click();
		secret = (await page.locator('.secret').textContent()).replaceAll(' ', '');
		assert.match(secret, /^[A-Z2-7]{32}$/);
		assert.match(await page.getByRole('link', { name: 'Open in the app' })
		    .getAttribute('href'), new RegExp('^otpauth://totp/.*' + secret));
		const picture = server.dir + '/qr.png';
		await page.locator('.qr').screenshot({ path: picture });
		assert.match(spawnSync('zbarimg', ['-q', '--raw', picture], { encoding: 'utf8' })
		    .stdout, new RegExp('^otpauth://totp/.*' + secret));
		await page.getByLabel('Code').fill('000000');
		await button(page, 'Turn on').click();
		await page.getByText('The code is wrong, or was used.').waitFor();
		await page.getByLabel('Code').fill(codeOf(secret, -1));
		await page.getByLabel('Code').press('Enter');
		await page.getByText('Keep these recovery codes').waitFor();
		codes = await page.locator('.secret').allTextContents();
		assert.equal(codes.length, 10);
	});
	await t.test('its recovery codes are saved and printed', async () => {
		const saving = page.waitForEvent('download');
		await button(page, 'Save').click();
		const file = await saving;
		assert.equal(file.suggestedFilename(), 'docket-recovery-codes.txt');
		assert.deepEqual(fs.readFileSync(await file.path(), 'utf8').trim().split('\n'), codes);
		await page.evaluate(() => window.print = () => window.printed = true);
		await button(page, 'Print').click();
		await page.waitForFunction(() => window.printed);
		await page.emulateMedia({ media: 'print' });
		assert.deepEqual(await page.locator('.secret:visible').allTextContents(), codes);
		assert.equal(await page.locator('main :is(a, button):visible').count(), 0);
		await page.emulateMedia({ media: null });
		await button(page, 'Close').click();
		await page.getByText('10 recovery codes left').waitFor();
	});
	await t.test('is asked for behind the password', async () => {
		await other.goto(server.base);
		await other.getByLabel('E-mail').fill(ADA);
		await other.locator('#password').fill(PASSWORD);
		await other.locator('#password').press('Enter');
		await other.getByLabel('Code').fill('000000');
		await other.getByLabel('Code').press('Enter');
		await other.getByText('The code is wrong, was used').waitFor();
		await other.getByText('Start again').click();
		await other.getByLabel('E-mail').fill(ADA);
		await other.locator('#password').fill(PASSWORD);
		await other.locator('#password').press('Enter');
		await other.getByLabel('Code').fill(codes[0]);
		await other.getByLabel('Code').press('Enter');
		await other.getByLabel('Add a task').waitFor();
	});
	await t.test('new recovery codes, and its end', async () => {
		await page.goto(server.base + '#/settings/account');
		await page.goto(server.base + '#/settings/security');
		await button(page, 'Make new ones').click();
		// What the password had proved ended with the change.
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await button(page, 'Go on').click();
		await page.getByText('Keep these recovery codes').waitFor();
		const made = await page.locator('.secret').allTextContents();
		assert.equal(made.filter(x => codes.includes(x)).length, 0);
		await button(page, 'Close').click();
		await button(page, 'Remove').click();
		await page.getByLabel('Code').fill(codes[1]);
		await button(page, 'Remove').click();
		await page.getByText('The code is wrong, or was used.').waitFor();
		await page.getByLabel('Code').fill(made[0]);
		await button(page, 'Remove').click();
		await page.getByText('Not set up').waitFor();
	});
});
