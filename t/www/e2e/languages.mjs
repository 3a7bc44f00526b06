/* Every language on a phone.  No key is shown in place of its words, no word is cut
 * off, and nothing must be scrolled sideways. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { PASSWORD, ADA, browse, call, serve } from './lib/browser.mjs';
import { ADMINISTRATION, INSIDE, clear, still } from './lib/screens.mjs';
import { codeOf } from './lib/totp.mjs';

const words = new URL('../../../www/words/', import.meta.url);
const english = JSON.parse(fs.readFileSync(new URL('en.json', words), 'utf8'));
const LANGUAGES = fs.readdirSync(words).map(f => f.slice(0, 2));
/* Those of INSIDE that are reached without a name in English. */
const SCREENS = ['My Day', 'planned', 'assigned to me', 'lists', 'sharing a list', 'no such list',
	'search, found', 'search, nothing found', 'a task', 'several selected', 'bin',
	'import, looked at', 'import, a table', 'lines pasted', 'review', 'due date', 'reminder', 'tags', 'keyboard', 'menu of a task', 'commands',
	...Object.keys(INSIDE).filter(name => name.startsWith('settings'))];

/** What is wrong with the screen.
 * @param {any} page */
const faults = page => page.evaluate(keys => {
	const out = [], main = document.getElementById('main');

	if (document.documentElement.scrollWidth > innerWidth ||
	    main && main.scrollWidth > main.clientWidth)
		out.push('scrolls sideways');
	for (const el of document.querySelectorAll('button, .btn, .chip, .tabs a, label, h1, h2,' +
	    ' dialog, .details'))
		if (el.checkVisibility() && el.scrollWidth > el.clientWidth + 1 &&
		    getComputedStyle(el).display !== 'inline' && !el.matches('.tick, .hush'))
			out.push('cut off: ' + el.outerHTML.slice(0, 120));
	const pen = document.createElement('canvas').getContext('2d');
	for (const el of document.querySelectorAll('select, input[placeholder]')) {
		const style = getComputedStyle(el);
		const words = el.placeholder ?? el.selectedOptions[0]?.text ?? '';

		pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
		if (el.checkVisibility() && pen.measureText(words).width > el.clientWidth -
		    parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd))
			out.push('cut off: ' + words);
	}
	for (const el of document.querySelectorAll('main h1, main h2 span, main h2 .btn, ' +
	    'main .item .grow > *'))
		for (const n of [...el.childNodes].filter(n => n.nodeType === 3))
			for (const m of n.data.matchAll(/[^\s-]+/g)) {
				if (m[0].includes('@'))
					continue;
				const range = document.createRange();
				range.setStart(n, m.index);
				range.setEnd(n, m.index + m[0].length);
				if (new Set([...range.getClientRects()].map(r => r.top)).size > 1)
					out.push('breaks a word: ' + el.outerHTML.slice(0, 120));
			}
	const seen = document.body.innerText + ' ' + [...document.querySelectorAll('*')]
	    .flatMap(el => ['aria-label', 'title', 'placeholder'].map(a =>
		el.getAttribute(a) ?? '')).join(' ');
	for (const key of keys)
		if (key.includes('.') && seen.includes(key))
			out.push('no words for ' + key);
	return out;
}, [...new Set(Object.keys(english).flatMap(k => [k, k.replace(/\.(one|other)$/, '')]))]);

for (const lang of LANGUAGES)
	test(lang, async t => {
		const server = await serve('/', {}, [], true);
		const b = await browse({ viewport: { width: 360, height: 740 }, locale: lang }), { page } = b;

		server.admin('user', 'admin', ADA);
		t.after(async () => {
			await b.close();
			await server.stop();
		});
		await page.goto(server.base);
		await page.locator('[data-command=passkey-sign-in]').waitFor();
		await t.test('sign in', async () => assert.deepEqual(await faults(page), []));
		await page.locator('[name=email]').fill(ADA);
		await page.locator('[type=password]').fill(PASSWORD);
		await page.keyboard.press('Enter');
		await page.getByRole('row').first().waitFor();
		assert.equal(await page.evaluate(() => document.documentElement.lang),
			lang);
		const look = (name, go) => t.test(name, async () => {
			await go(page, server.base);
			await still(page);
			if (process.env.SHOTS)
				await page.screenshot({ path: `${process.env.SHOTS}/${lang}-${
					name.replace(/\W+/g, '-')}.png` });
			assert.deepEqual(await faults(page), []);
		});

		for (const name of SCREENS) {
			await clear(page, server.base);
			await look(name, INSIDE[name]);
		}
		for (const [name, go] of Object.entries(ADMINISTRATION))
			await look(name, go);
		await call(page, 'POST', '/me/confirmation', { password: PASSWORD });
		const { secret } = await call(page, 'POST', '/me/totp');
		await call(page, 'PUT', '/me/totp', { code: codeOf(secret) });
		await look('an authenticator app', async () => {
			await page.goto(server.base + '#/settings/security');
			await page.locator('[data-command=factor-codes]').waitFor();
		});
		await page.setViewportSize({ width: 1280, height: 800 });
		for (const name of ['due date', 'reminder', 'move to a list', 'tags']) {
			await clear(page, server.base);
			await look(name + ', beside the row', INSIDE[name]);
		}
		await clear(page, server.base);
		await INSIDE['several selected'](page, server.base);
		for (const width of [1680, 1280, 1100, 768])
			await t.test(`what is selected, at ${width}`, async () => {
				await page.setViewportSize({ width, height: 800 });
				assert.ok(await page.locator('.bulk').evaluate(el =>
					el.clientHeight) < 60, 'on one line');
			});
		assert.deepEqual(b.complaints.filter(c => !/status of 403/.test(c)), []);
	});

test('the menu of a list is whole on a phone, or shows that there is more', async t => {
	const server = await serve();

	t.after(() => server.stop());
	for (const lang of LANGUAGES)
		await t.test(lang, async () => {
			const b = await browse({ viewport: { width: 360, height: 740 }, hasTouch: true,
				isMobile: true, reducedMotion: 'reduce', locale: lang }), { page } = b;
			const menu = page.locator('dialog.menu-pop');
			const below = () => menu.evaluate(d => d.scrollHeight - d.clientHeight);
			/* The picture of the menu's last pixels. */
			const foot = async () => {
				const { x, y, width, height } = await menu.boundingBox();
				return (await page.screenshot({ clip: { x: x + width - 30, y: y + height - 6,
					width: 16, height: 5 } })).toString('base64');
			};

			await page.goto(server.base);
			await page.locator('[name=email]').fill(ADA);
			await page.locator('[type=password]').fill(PASSWORD);
			await page.keyboard.press('Enter');
			await page.getByRole('row').first().waitFor();
			const { items } = await call(page, 'GET', '/lists');
			await page.goto(`${server.base}#/l/${items.find(l => l.title === 'Home').id}`);
			await page.locator('[data-command=share]').waitFor();
			await page.locator('[data-command=options]').tap();
			await menu.locator('[data-command=list-delete]').waitFor();
			await still(page);
			assert.equal(await below(), 0);
			await page.keyboard.press('Escape');
			await menu.waitFor({ state: 'detached' });
			await page.setViewportSize({ width: 360, height: 560 });
			await page.locator('[data-command=options]').tap();
			await menu.locator('[data-command=list-delete]').waitFor();
			await still(page);
			assert.ok(await below() > 0);
			const more = await foot();
			await menu.evaluate(d => d.scrollTop = d.scrollHeight);
			await still(page);
			assert.notEqual(await foot(), more, 'a shade where there is more');
			await b.close();
		});
});
