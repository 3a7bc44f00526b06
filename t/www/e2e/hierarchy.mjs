/* What the eye sees first: on every screen of tasks one filled button at most, nothing
 * in a box or with a shadow that does not float, no second line of signs alone; and the
 * heights of rows and lists, with a mouse and with a finger. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, find, openList, row, serve, signIn, until } from './lib/browser.mjs';
import { INSIDE, clear, still } from './lib/screens.mjs';

const SCREENS = ['My Day', 'planned', 'week', 'month', 'starred', 'assigned to me', 'all',
	'completed', 'a list', 'a list, completed shown', 'a shared list', 'sharing a list',
	'no such list', 'a tag',
	'search, found', 'search, nothing found', 'a task'];

/** What breaks a rule on the screen.
 * @param {any} page @returns {Promise<string[]>} */
const faults = page => page.evaluate(() => {
	const shown = s => [...document.querySelectorAll(s)].filter(e => e.checkVisibility() &&
		e.getBoundingClientRect().height);
	const probe = document.createElement('i');
	probe.style.color = 'var(--accent)';
	document.body.append(probe);
	const accent = getComputedStyle(probe).color;
	probe.remove();
	const name = el => el.outerHTML.replace(/<!--.*?-->/g, '').slice(0, 90);
	const filled = shown('main button, main a').filter(e =>
		getComputedStyle(e).backgroundColor === accent);
	const floats = '.details, dialog, .toast, .bulk, .lifted, .quick';

	return [
		...filled.slice(1).map(el => 'filled, too: ' + name(el)),
		...shown('#app *').filter(el => !el.closest(floats) &&
		    /(?:^|, )(?!none)[^,]*\) -?\d+px -?\d+px (?:[3-9]|\d\d)/.test(getComputedStyle(el).boxShadow))
		    .map(el => 'a shadow: ' + name(el)),
		...shown('main .row').filter(el => parseFloat(getComputedStyle(el).borderInlineStartWidth))
		    .map(el => 'a box: ' + name(el)),
		...shown('main .row .end').filter(el => !el.textContent.trim() && el.childElementCount)
		    .map(el => 'signs alone: ' + name(el)),
		...shown('main .row .end').filter(el => el.querySelectorAll('.when').length > 1)
		    .map(el => 'two days: ' + name(el)),
	];
});

for (const [width, height, touch] of [[360, 740, true], [768, 1024, false], [1280, 800, false]])
	test(`${width}`, async t => {
		const server = await serve();
		const b = await browse({ viewport: { width, height }, hasTouch: touch,
		    isMobile: touch }), { page } = b;
		const high = what => page.locator(what).evaluateAll(all => [...new Set(all
		    .filter(e => e.checkVisibility()).map(e =>
			Math.round(e.getBoundingClientRect().height)))].sort((a, b) => a - b));

		t.after(async () => {
			await b.close();
			await server.stop();
		});
		await signIn(page, server.base);
		const tickets = await find(page, 'Buy train tickets');
		await call(page, 'PATCH', tickets.path, { reminderAt: tickets.dueDate + 'T07:00:00Z',
			dueTime: '09:00' });
		for (const name of SCREENS)
			await t.test(name, async () => {
				await clear(page, server.base);
				await INSIDE[name](page, server.base);
				await still(page);
				assert.deepEqual(await faults(page), []);
			});
		await t.test('heights', async () => {
			await page.goto(server.base + (width < 700 ? '#/lists' : '#/today'));
			await page.locator('.nav [data-list]').first().waitFor();
			assert.deepEqual(await high('.nav [data-list] .link'), [touch ? 48 : 30]);
			await openList(page, 'Home');
			await row(page, 'Water').waitFor();
			const rows = await high('main .row');
			assert.ok(rows[0] >= 44 && rows.at(-1) <= 78, 'rows: ' + rows);
			if (width < 1280)
				return;
			assert.deepEqual(rows, [44]);
			assert.deepEqual(await high('.quick form'), [44]);
			await page.goto(server.base + '#/settings/look');
			await page.getByLabel('Row height').selectOption({ label: 'Compact' });
			await openList(page, 'Home');
			await row(page, 'Water').waitFor();
			await until(() => high('main .row'), [36]);
			assert.deepEqual(await high('main .row .tick input'), [18]);
			await page.goto(server.base + '#/planned');
			await until(() => page.locator('.rows + .day').evaluateAll(all =>
				[...new Set(all.map(h => h.getBoundingClientRect().top -
				    h.previousElementSibling.getBoundingClientRect().bottom))]), [30]);
			await page.setViewportSize({ width: 1680, height: 1050 });
			await page.goto(server.base + '#/month');
			await until(() => high('.month abbr'), [28]);
		});
		assert.deepEqual(b.complaints, []);
	});
