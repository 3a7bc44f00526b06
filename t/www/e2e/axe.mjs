/* axe-core on every screen and dialog, wide and narrow, light, dark and at
 * 320 px: nothing to complain of. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { browse, row, serve, signIn } from './lib/browser.mjs';

const axe = fs.readFileSync(new URL('../../npm/node_modules/axe-core/axe.min.js',
    import.meta.url), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SIZES = [['wide', 1280, 800, 'light'], ['tablet', 768, 1024, 'dark'],
	['phone', 360, 740, 'light'], ['narrow', 320, 512, 'dark']];
const ROUTES = ['today', 'planned', 'starred', 'completed', 'lists', 'search?q=re',
	'search?q=xyzzy', 'trash', 'review', 'settings/account', 'settings/password',
	'settings/devices', 'settings/tokens', 'settings/notifications', 'settings/look',
	'settings/data', 'settings/about'];
const DIALOGS = ['d', 'r', 'l', '#', '?'];

/* The driver puts axe in; the policy stays for everything else. */
test('axe', async t => {
	const server = await serve(), b = await browse({ bypassCSP: true }), { page } = b;
	const faults = async () => {
		await page.waitForTimeout(300);
		await page.evaluate(axe);
		const r = await page.evaluate(tags => globalThis.axe.run({ runOnly: tags }),
			RULES);
		return r.violations.map(v => `${v.id}: ${v.nodes[0].html.slice(0, 120)}`);
	};
	const sideways = () => page.evaluate(() =>
		document.documentElement.scrollWidth > innerWidth ||
		(document.getElementById('main')?.scrollWidth ?? 0) >
		(document.getElementById('main')?.clientWidth ?? 0));

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await page.goto(server.base);
	await page.getByRole('button', { name: 'Sign in' }).waitFor();
	assert.deepEqual(await faults(), [], 'signing in');
	await signIn(page, server.base);
	for (const [name, width, height, colorScheme] of SIZES) {
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme });
		for (const route of ROUTES)
			await t.test(`${name}: ${route}`, async () => {
				await page.goto(server.base + '#/' + route);
				assert.deepEqual(await faults(), []);
				assert.ok(!await sideways(), 'no scrolling sideways');
			});
		await page.goto(server.base + '#/today');
		await row(page, 'Renew').first().waitFor();
		await page.keyboard.press('Home');
		for (const key of DIALOGS)
			await t.test(`${name}: dialog ${key}`, async () => {
				await page.keyboard.press(key);
				await page.locator('dialog[open]').waitFor();
				assert.deepEqual(await faults(), []);
				await page.keyboard.press('Escape');
			});
		await t.test(name + ': a task', async () => {
			await row(page, 'Renew').first().click();
			assert.deepEqual(await faults(), []);
		});
	}
});
