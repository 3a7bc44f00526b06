/*
 * docket-serve with the demo's data on a free port, and stock Chromium.  A test
 * fails if the browser reports an error or sends a request to another host.
 */
import { chromium } from '../../../npm/node_modules/playwright-core/index.mjs';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../lib/port.mjs';

const top = path.resolve(import.meta.dirname, '../../../..');
const build = process.env.DOCKET_BUILD ?? top + '/build';
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic',
	'--no-first-run', '--disable-background-networking',
	'--disable-component-update', '--disable-sync'];
export const ADA = 'ada@example.org', GRACE = 'grace@example.org';
export const PASSWORD = 'try-docket-now';

/* An installed service, by its address; how browsers reach and trust it.  Its first
 * user is ADA, with PASSWORD. */
export const INSTALLED = process.env.DOCKET_INSTALLED;
if (INSTALLED)
	FLAGS.push(...process.env.DOCKET_BROWSER_FLAGS.split('\n'));
/* What pages may ask for. */
const OURS = INSTALLED ? new RegExp(`^(${INSTALLED}|blob:|data:)`) :
	/^(http:\/\/(127\.0\.0\.1|localhost)[:/]|blob:|data:)/;

/* Runs until stop(); `base` is where the page is.  With more in its environment,
 * as DOCKET_REGISTRATION, and more arguments.  named: by the name localhost, with
 * base-url. */
export async function serve(prefix = '/', env = {}, args = [], named = false) {
	const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'docket-www-'));
	const port = await freePort();
	const origin = `http://${named ? 'localhost' : '127.0.0.1'}:${port}`;
	let child = null, said = '';
	const start = async () => {
		child = spawn(build + '/bin/docket-serve', ['--demo', '-d', dir + '/data',
			'-p', String(port), '-m', 'fastcgi', ...args],
			{ stdio: ['ignore', 'ignore', 'pipe'],
			    env: { ...process.env, DOCKET_CONF: '/dev/null',
				...typeof env === 'function' ? env(port) : env,
				...named ? { DOCKET_BASE_URL: origin + prefix.replace(/\/$/, '') } :
				{} } });
		child.stderr.on('data', text => said += text);
		while (child.exitCode === null) {
			const ok = await fetch(`http://127.0.0.1:${port}/api/v1/health`)
			    .then(r => r.ok, () => false);
			if (ok)
				return;
			await new Promise(yes => setTimeout(yes, 50));
		}
		throw new Error('no server: ' + said);
	};
	const pause = () => new Promise(yes => {
		if (child.exitCode !== null || child.signalCode)
			return yes();
		child.once('exit', yes);
		child.kill('SIGTERM');
	});

	await start();
	return { base: origin + prefix, dir, port, start, pause,
		admin: (...a) => spawnSync(build + '/bin/docket-admin',
			['-d', dir + '/data', ...a], { encoding: 'utf8' }),
		stop: async () => {
			await pause();
			fs.rmSync(dir, { recursive: true, force: true });
		} };
}

/* The same, at a time of its own. */
export const serveAt = time => serve('/', { FAKETIME: '@' + time, TZ: 'UTC',
	LD_PRELOAD: fs.readdirSync('/usr/lib').map(d =>
	    `/usr/lib/${d}/faketime/libfaketime.so.1`).find(fs.existsSync),
	NO_FAKE_STAT: '1' });

/* Removes a folder, which a browser that ends may still be writing into. */
export const remove = dir =>
	fs.rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

/* A folder for what a browser keeps. */
export const profile = () => fs.mkdtempSync(path.join(os.tmpdir(), 'docket-chromium-'));

/* A browser of its own: nothing kept from others, but in `dir`; with more flags. */
export async function browse({ dir = profile(), flags = [], ...options } = {}) {
	const context = await chromium.launchPersistentContext(dir, {
		executablePath: '/usr/bin/chromium', headless: true, args: [...FLAGS, ...flags],
		chromiumSandbox: false, viewport: { width: 1280, height: 800 },
		locale: 'en-GB', timezoneId: 'UTC', ...options });
	context.setDefaultTimeout(15000);
	const complaints = [];
	const watch = page => {
		page.on('console', m => ['error', 'warning'].includes(m.type()) &&
			!/enctype/i.test(m.text()) &&
			complaints.push(`${m.type()}: ${m.text()} (${m.location().url})`));
		page.on('pageerror', e => complaints.push(String(e.stack)));
		page.on('request', r => !OURS.test(r.url()) && complaints.push('asks ' + r.url()));
	};

	context.on('page', watch);
	context.pages().forEach(watch);
	return { context, complaints, page: context.pages()[0] ?? await context.newPage(),
		close: async ({ keep = false } = {}) => {
			await context.close();
			if (!keep)
				remove(dir);
		} };
}

/* Signed in, everything fetched. */
export async function signIn(page, base, email = ADA) {
	await page.goto(base);
	await page.getByLabel('E-mail').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
	await page.getByText('Up to date').waitFor({ state: 'attached' });
}

export const row = (page, title) => page.getByRole('row').filter({ hasText: title });
/* The button that opens a list in the side bar. */
export const openList = (page, name) => page.getByRole('navigation')
    .getByRole('link', { name }).first().click();

/* Signed in at the list Home; browser and server end with the test. */
export async function openHome(t, b, server) {
	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(b.page, server.base);
	await openList(b.page, 'Home');
	await row(b.page, 'Water').waitFor();
}

/* The page, which the service worker keeps, without its server. */
export async function goOffline(page, server) {
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	await page.waitForTimeout(500);
	await server.pause();
	await page.reload();
	await row(page, 'Water').waitFor();
}

/* The service, as the page's user. */
export const call = (page, method, path, body) => page.evaluate(async ([m, p, b]) => {
	const r = await fetch('./api/v1' + p, { method: m, headers: b ?
		{ 'Content-Type': 'application/json' } : {}, body: b && JSON.stringify(b) });
	return r.status === 204 ? null : r.json();
}, [method, path, body]);
/* A task by its title, and its path. */
export const find = async (page, title) => {
	for (const l of (await call(page, 'GET', '/lists')).items)
		for (const x of (await call(page, 'GET', `/lists/${l.id}/tasks`)).items)
			if (x.title === title)
				return { ...x, path: `/lists/${l.id}/tasks/${x.id}` };
	return null;
};

/* What is so by now, or soon.  waitForFunction() takes the promise of an async
 * function for its answer, and does not wait. */
export const until = async (now, want) => {
	const end = Date.now() + 10000;
	let last = await now();

	while (!isDeepStrictEqual(last, want) && Date.now() < end)
		last = await now();
	assert.deepEqual(last, want);
};
