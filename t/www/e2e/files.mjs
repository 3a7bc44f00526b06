/* A file on a task: sent with progress, listed, downloaded, deleted, restored. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { browse, openList, row, serve, signIn } from './lib/browser.mjs';

test('files', async t => {
	const server = await serve('/tasks/', { DOCKET_UPLOAD_MAX_BYTES:
	    '2000000' }), b = await browse({ acceptDownloads: true });
	const { page } = b;
	const button = name => page.getByRole('button', { name, exact: true });
	const file = page.locator('.file').filter({ hasText: 'Plan.txt' });
	const text = 'A plan\n'.repeat(150000);

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await openList(page, 'Home');
	await row(page, 'Water').click();
	await button('Attach a file').waitFor();

	await t.test('a file is sent, with progress', async () => {
		const cdp = await b.context.newCDPSession(page);
		await cdp.send('Network.enable');
		await cdp.send('Network.emulateNetworkConditions', { offline: false,
			latency: 0, downloadThroughput: -1, uploadThroughput: 400000 });
		await page.locator('#file').setInputFiles({ name: 'Plan.txt',
			mimeType: 'text/plain', buffer: Buffer.from(text) });
		const bar = page.getByRole('progressbar', { name: 'Sending Plan.txt' });
		await bar.waitFor();
		await page.waitForFunction(() => {
			const v = document.querySelector('progress')?.position;
			return v > 0 && v < 1;
		}, null, { polling: 20 });
		await bar.waitFor({ state: 'detached', timeout: 30000 });
		await cdp.send('Network.emulateNetworkConditions', { offline: false,
			latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
		await file.getByText('1.1 MB').waitFor();
		await row(page, 'Water').getByText('Files').waitFor({ state: 'attached' });
	});
	await t.test('it is downloaded unchanged', async () => {
		const [download] = await Promise.all([page.waitForEvent('download'),
			page.getByRole('link', { name: 'Plan.txt' }).click()]);
		assert.equal(download.suggestedFilename(), 'Plan.txt');
		assert.equal(fs.readFileSync(await download.path(), 'utf8'), text);
	});
	await t.test('it is deleted and restored', async () => {
		await button('Delete Plan.txt').click();
		await file.waitFor({ state: 'detached' });
		await page.getByText('Up to date').waitFor({ state: 'attached' });
		await button('Undo').click();
		await file.waitFor();
		await page.reload();
		await file.waitFor();
		const [download] = await Promise.all([page.waitForEvent('download'),
			page.getByRole('link', { name: 'Plan.txt' }).click()]);
		assert.equal(fs.readFileSync(await download.path(), 'utf8'), text);
	});
	await t.test('a file that would be refused is not sent', async () => {
		const upload = page.waitForRequest('**/attachments', { timeout: 1000 })
		    .then(() => true, () => false);
		const put = (name, mimeType, buffer) => page.locator('#file')
		    .setInputFiles({ name, mimeType, buffer });
		await put('Large.txt', 'text/plain', Buffer.alloc(2000001));
		await page.getByText('“Large.txt” is too large: at most 2 MB').last().waitFor();
		await put('Drawing.svg', 'image/svg+xml', Buffer.from('<svg/>'));
		await page.getByText(/“Drawing.svg” is not accepted. What is: images, PDF, .* and /)
		    .last().waitFor();
		assert.equal(await upload, false);
		assert.equal(await page.locator('.file').filter({ hasText: /Large|Drawing/ })
		    .count(), 0);
	});
	await t.test('a refused file stays, and can be sent again', async () => {
		await page.locator('#file').setInputFiles({ name: 'Bad.exe',
			mimeType: 'application/octet-stream',
			buffer: Buffer.from('MZ' + '\0'.repeat(200)) });
		const bad = page.locator('.file').filter({ hasText: 'Bad.exe' });
		await bad.getByText('The file is not accepted. What is: ').last().waitFor();
		await button('Try again').click();
		await bad.getByText('The file is not accepted. What is: ').last().waitFor();
		await button('Cancel Bad.exe').click();
		await bad.waitFor({ state: 'detached' });
	});
	await t.test('a pasted file is attached', async () => {
		await page.locator('#step-new').focus();
		await page.evaluate(() => {
			const data = new DataTransfer();
			data.items.add(new File(['hello\n'], 'Pasted.txt', { type: 'text/plain' }));
			document.activeElement.dispatchEvent(new ClipboardEvent('paste',
			    { clipboardData: data, bubbles: true, cancelable: true }));
		});
		await page.getByRole('link', { name: 'Pasted.txt' }).waitFor();
	});
	await t.test('pasted lines become steps', async () => {
		await page.locator('#step-new').focus();
		await page.evaluate(() => {
			const data = new DataTransfer();
			data.setData('text/plain', 'Fill the can\nWater the fern\n');
			document.activeElement.dispatchEvent(new ClipboardEvent('paste',
			    { clipboardData: data, bubbles: true, cancelable: true }));
		});
		await row(page, 'Water').getByText('Steps: 0 of 2').waitFor({ state: 'attached' });
		await page.getByRole('checkbox', { name: 'Water the fern' }).waitFor();
	});
	assert.deepEqual(b.complaints.filter(x => !/status of 4/.test(x)), []);
});
