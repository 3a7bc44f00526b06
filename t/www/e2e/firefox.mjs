/*
 * Stock Firefox ESR, by WebDriver BiDi: sign in, add, tick, undo, and start
 * without network.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import puppeteer from '../../npm/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js';
import { ADA, PASSWORD, serve } from './lib/browser.mjs';

/* Its own sandbox does not start in a container. */
const ENV = { ...process.env, MOZ_DISABLE_CONTENT_SANDBOX: '1',
	MOZ_DISABLE_SOCKET_PROCESS_SANDBOX: '1', HOME: os.tmpdir() };

test('Firefox', async t => {
	const server = await serve('/tasks/');
	const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'docket-firefox-'));
	const browser = await puppeteer.launch({ browser: 'firefox',
		executablePath: '/usr/bin/firefox-esr', headless: true, protocol: 'webDriverBiDi',
		userDataDir: dir, env: ENV, timeout: 120000 });
	const page = await browser.newPage();
	const complaints = [];
	const has = words => page.waitForFunction(w => document.body.textContent.includes(w),
		{}, words).catch(async e => { throw new Error(`${words}: ${e.message}; there is ` +
		await page.evaluate(() => document.body.innerText)); });
	const box = title => page.waitForSelector(`.row input[aria-label="${title}"]`);

	page.on('pageerror', e => complaints.push(String(e)));
	page.on('console', m => m.type() === 'error' && complaints.push(m.text()));
	t.after(async () => {
		await browser.close();
		await server.stop().catch(() => {});
		fs.rmSync(dir, { recursive: true, force: true });
	});

	await t.test('sign in', async () => {
		await page.goto(server.base);
		await (await page.waitForSelector('input[type=email]')).type(ADA);
		await (await page.waitForSelector('input[type=password]')).type(PASSWORD);
		await page.keyboard.press('Enter');
		await has('Up to date');
	});
	await t.test('add', async () => {
		await page.evaluate(() => [...document.querySelectorAll('nav a')]
		    .find(a => a.textContent.includes('Home')).click());
		await has('Water the plants');
		await page.keyboard.press('n');
		await page.keyboard.type('From Firefox tomorrow');
		await page.waitForSelector('.chip');
		await page.keyboard.press('Enter');
		await box('From Firefox');
		await page.keyboard.press('Escape');
		await page.waitForFunction(() => !document.querySelector('.unsent'));
	});
	await t.test('tick, and undo', async () => {
		await (await box('From Firefox')).click();
		await page.waitForFunction(() => document.querySelector('.row.done'));
		await page.keyboard.press('z');
		await page.waitForFunction(() => !document.querySelector('.row.done, .unsent') &&
		    document.body.textContent.includes('Up to date'));
	});
	await t.test('offline', async () => {
		await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
		await page.waitForFunction(() => navigator.serviceWorker.controller);
		await server.pause();
		await page.reload();
		await box('From Firefox');
		await page.keyboard.press('n');
		await page.keyboard.type('Offline in Firefox');
		await page.keyboard.press('Enter');
		await has('Offline – 1 to send');
		await page.reload();
		await box('Offline in Firefox');
		await server.start();
		await page.evaluate(() => void dispatchEvent(new Event('online')));
		await has('Up to date');
		await page.waitForFunction(() => !document.querySelector('.unsent'));
	});
	assert.deepEqual(complaints.filter(c => !/status of 4|NetworkError|can’t establish/
		.test(c)), []);
});
