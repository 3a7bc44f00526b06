/* axe-core on every screen and dialog: wide and narrow, light and dark, in the
 * system's own colours, with more contrast, and enlarged to 400 %.  There are no
 * violations, no horizontal scrolling and no missing pictures. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { faults } from './lib/axe.mjs';
import { ADA, browse, serve, signIn } from './lib/browser.mjs';
import { INSIDE, OUTSIDE, TROUBLE, clear } from './lib/screens.mjs';

/* A window of 1280 x 1024 at 400 % has 320 x 256 of the page's pixels, each of 16
 * of the screen's. */
const VARIANTS = {
	wide: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
	tablet: { viewport: { width: 768, height: 1024 }, colorScheme: 'dark' },
	phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light',
		hasTouch: true, isMobile: true },
	narrow: { viewport: { width: 320, height: 512 }, colorScheme: 'dark',
		contrast: 'more' },
	'forced colours, dark': { viewport: { width: 1280, height: 800 },
		colorScheme: 'dark', forcedColors: 'active' },
	'forced colours, light': { viewport: { width: 360, height: 740 },
		colorScheme: 'light', forcedColors: 'active' },
	'400 %': { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4,
		colorScheme: 'light' },
};

/* In forced colours Chromium draws text in the forced colour, but says of
 * -webkit-text-fill-color, which axe asks for first, what the page's own was. */
const asDrawn = () => {
	const { getPropertyValue } = CSSStyleDeclaration.prototype;

	CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
		return getPropertyValue.call(this, name === '-webkit-text-fill-color' ?
			'color' : name);
	};
};

test('axe', async t => {
	const server = await serve();

	server.admin('user', 'admin', ADA);
	t.after(() => server.stop());
	for (const [name, options] of Object.entries(VARIANTS))
		await t.test(name, async t => {
			/* The driver puts axe in; the policy stays for everything else. */
			const b = await browse({ bypassCSP: true, ...options }), { page } = b;

			t.after(() => b.close());
			if (options.forcedColors)
				await page.addInitScript(asDrawn);
			await page.goto(server.base);
			await page.getByRole('button', { name: 'Sign in' }).waitFor();
			for (const [screen, go] of Object.entries(OUTSIDE))
				await t.test(screen, async () => {
					await go(page, server.base);
					assert.deepEqual(await faults(page), []);
				});
			await signIn(page, server.base + '#/today');
			for (const [screen, go] of Object.entries(INSIDE))
				await t.test(screen, async () => {
					await clear(page, server.base);
					await go(page, server.base);
					assert.deepEqual(await faults(page), []);
				});
			for (const [screen, go] of Object.entries(TROUBLE))
				await t.test(screen, async () => {
					await go(page, server.base);
					assert.deepEqual(await faults(page), []);
				});
			assert.deepEqual(b.complaints.filter(c =>
				!/status of [45]|ERR_INTERNET/.test(c)), []);
		});
});
