/*
 * Measures the page with 10,000 tasks: each function measures one thing once, or
 * returns a figure for each of many.
 */
import { ADA, PASSWORD, browse } from '../../t/www/e2e/lib/browser.mjs';
import { LIST } from './data.mjs';
import { changes, frames, letters, longest, traced } from './trace.mjs';

/* When anything is first drawn; when rows are on the screen; how long each input
 * took until the next frame was there. */
function watch() {
	const seen = window.bench = { drawn: 0, rows: 0, inputs: [] };

	new MutationObserver((_, me) => {
		seen.drawn ||= document.querySelector('#app > *') && performance.now();
		if (!document.querySelector('main [data-row]'))
			return;
		me.disconnect();
		requestAnimationFrame(() => setTimeout(() => seen.rows = performance.now()));
	}).observe(document, { childList: true, subtree: true });
	new PerformanceObserver(list => seen.inputs.push(...list.getEntries()
	    .filter(e => e.interactionId).map(e => e.duration)))
	    .observe({ type: 'event', durationThreshold: 16 });
}

const upToDate = page => page.getByText('Up to date')
    .waitFor({ state: 'attached', timeout: 60000 });

/* A new browser at the sign-in page. */
async function fresh(base) {
	const b = await browse();

	await b.page.addInitScript(watch);
	await b.page.goto(base);
	await b.page.getByLabel('E-mail').fill(ADA);
	await b.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	b.cdp = await b.context.newCDPSession(b.page);
	b.requests = await requests(b.page);
	return b;
}

/* Signing in, and the ms from the first request for the feed until all is stored
 * and drawn. */
export async function firstSync(base) {
	const b = await fresh(base), { page } = b;

	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForFunction(() => /Up to date/.test(document.body.textContent));
	const ms = await page.evaluate(() => performance.now() - performance
	    .getEntriesByType('resource').find(e => e.name.endsWith('/me/changes'))
	    .startTime);
	return { b, ms };
}

export const throttle = (b, rate) =>
	b.cdp.send('Emulation.setCPUThrottlingRate', { rate });

/* Ms from the address to rows on the screen, with a replica.  The page is not
 * queried meanwhile, since that takes time, too. */
export async function start({ page }) {
	await page.reload({ waitUntil: 'commit' });
	await page.waitForTimeout(3000);
	await upToDate(page);
	return page.evaluate(() => window.bench.rows);
}

/* Requests for the first draw: the page, and everything except icons and manifest. */
const requests = page => page.evaluate(() => 1 +
	performance.getEntriesByType('resource').filter(e => !/icons|manifest/.test(e.name) &&
	    e.startTime < window.bench.drawn).length);

/* The longest list, its first row in focus. */
export async function openLongest({ page }) {
	await page.getByRole('navigation').getByRole('link', { name: LIST }).click();
	await page.locator('main [data-row]').first().focus();
}

const KEYS = ['s', 'm', 't', ' ', 'Alt+ArrowDown', 'z', 'ArrowDown', 's'];

/* Script for each of n changes by key: to drawn, in ms. */
export async function change({ page, cdp }, n) {
	const events = await traced(cdp, async () => {
		for (let i = 0; i < n; i++) {
			await page.keyboard.press(KEYS[i % KEYS.length]);
			await page.waitForTimeout(60);
		}
	});
	return changes(events);
}

/* Ms from each of n inputs to the frame that shows it. */
export async function inputs({ page }, n) {
	await page.evaluate(() => window.bench.inputs.length = 0);
	for (let i = 0; i < n; i++) {
		await page.keyboard.press(KEYS[i % KEYS.length]);
		await page.waitForTimeout(60);
	}
	await page.getByLabel('Add a task').focus();
	await page.keyboard.type('Pay the rent tomorrow !!', { delay: 40 });
	await page.keyboard.press('Enter');
	await page.waitForTimeout(300);
	const slow = await page.evaluate(() => window.bench.inputs);
	/* Inputs under 16 ms are not reported. */
	return [...slow, ...Array(Math.max(0, n + 25 - slow.length)).fill(16)];
}

/* What is done, and before it, for the longest task. */
const ACTS = {
	'open Planned': [page => openScreen(page, 'today'), page => openScreen(page, 'planned')],
	J: [page => page.locator('main [data-row]').first().focus(),
		page => page.keyboard.press('j')],
	details: [page => page.keyboard.press('Escape'), page => page.keyboard.press('Enter')],
	'first search': [async page => {
		await page.reload();
		await upToDate(page);
		await page.waitForTimeout(3000);
	}, async page => {
		await page.keyboard.press('/');
		await page.keyboard.type('call', { delay: 200 });
	}],
};
export const ACT_NAMES = Object.keys(ACTS);

const openScreen = (page, name) => page.evaluate(hash => location.hash = hash, '#/' + name);

/* The longest task of an act, in ms. */
export async function longestTask({ page, cdp }, name) {
	const [before, act] = ACTS[name];

	await before(page);
	await page.waitForTimeout(700);
	return longest(await traced(cdp, async () => {
		await act(page);
		await page.waitForTimeout(1000);
	}));
}

const SEARCHES = ['call gra', 'the 12', 'ask', 'xyz', 'fridge', 'tag1 land'];

/* Script for each letter of some searches: to drawn, in ms. */
export async function searching({ page, cdp }) {
	const field = page.getByRole('searchbox');
	const events = await traced(cdp, async () => {
		for (const words of SEARCHES) {
			await field.fill('');
			await field.pressSequentially(words, { delay: 150 });
			await page.waitForTimeout(200);
		}
	});
	await field.press('Escape');
	return letters(events);
}

/* Work of each frame while the list is scrolled from end to end, in ms. */
export async function scrolling({ page, cdp }) {
	const events = await traced(cdp, async () => {
		await page.mouse.move(800, 500);
		for (let i = 0; i < 60; i++) {
			await page.mouse.wheel(0, 1500);
			await page.waitForTimeout(20);
		}
	});
	return frames(events);
}

export const rowsInPage = ({ page }) => page.locator('main [role=row]').count();

/* MB of script objects after garbage collection. */
export async function heap({ cdp }) {
	await cdp.send('HeapProfiler.enable');
	for (let i = 0; i < 3; i++)
		await cdp.send('HeapProfiler.collectGarbage');
	return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/* A change of every open task made without network: how many, and ms until all are sent. */
export async function sendingAll({ page, context }) {
	await openScreen(page, 'all');
	await page.locator('main [data-row]').first().focus();
	await context.setOffline(true);
	await page.keyboard.press('Control+a');
	const n = await page.locator('.bulk .count').textContent();
	await page.keyboard.press('s');
	await page.getByText(/Offline – \d+ to send/).waitFor({ state: 'attached' });
	await page.waitForFunction(() => !document.querySelector('.saving'));
	const begun = Date.now();
	await context.setOffline(false);
	await page.getByText('Up to date').waitFor({ state: 'attached', timeout: 600000 });
	return { n: +n.replace(/\D/g, ''), ms: Date.now() - begun };
}

/* 100 changes made without network: requests, and ms until all are sent. */
export async function sending({ page, context }) {
	let requests = 0;
	const count = r => r.method() !== 'GET' && requests++;

	await context.setOffline(true);
	for (let i = 0; i < 100; i++)
		await page.keyboard.press(i % 2 ? 'ArrowDown' : 's');
	for (let i = 0; i < 50; i++) {
		await page.keyboard.press('ArrowUp');
		await page.keyboard.press('m');
	}
	await page.getByText(/Offline – \d+ to send/).waitFor();
	page.on('request', count);
	const begun = Date.now();
	await context.setOffline(false);
	await upToDate(page);
	page.off('request', count);
	return { requests, ms: Date.now() - begun };
}
