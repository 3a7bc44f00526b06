/*
 * How twelve screens look, at three widths, light and dark: as in t/www/look.
 * Where a picture differs, the new one and what differs are left in build/look;
 * `make look` takes the new ones over, to be looked at before they are committed.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { row } from './lib/browser.mjs';
import { difference, painter, save, server, signIn, taken } from './lib/picture.mjs';

const kept = path.resolve(import.meta.dirname, '../look');
const left = (process.env.DOCKET_BUILD ?? path.resolve(kept, '../../../build')) + '/look';
const HEIGHTS = { 360: 740, 768: 1024, 1280: 800 };

const focus = (page, title) => row(page, title).first().focus();

/* Name, address, what is done there. */
const SCREENS = [
	['today', 'today'],
	['task', 'today', page => row(page, 'Renew the passport').click()],
	['list', 'Journey'],
	['planned', 'planned'],
	['search', 'search?q=the'],
	['empty', 'mine'],
	['lists', 'lists'],
	['settings', 'settings/look'],
	['share', 'Journey', page => page.getByRole('button', { name: 'Share', exact: true })
	    .click()],
	['due', 'today', async page => {
		await focus(page, 'Call the dentist');
		await page.keyboard.press('d');
	}],
	['selected', 'today', async page => {
		await focus(page, 'Call the dentist');
		await page.keyboard.press('x');
		await page.keyboard.press('Shift+ArrowDown');
	}],
];

const compare = async (name, page) => {
	const png = await taken(page), file = `${kept}/${name}.png`;
	const { share, same, marks } = difference(png, file);

	if (same)
		return;
	if (process.env.LOOK === 'keep')
		return save(png, file);
	save(png, `${left}/${name}.png`);
	save(marks, `${left}/${name}-differs.png`);
	assert.fail(`${(share * 100).toFixed(2)} % of ${name} differ: see ${left}`);
};

const site = await server();
test.after(site.stop);
fs.rmSync(left, { recursive: true, force: true });

for (const [width, height] of Object.entries(HEIGHTS))
	for (const colorScheme of ['light', 'dark'])
		test(`${width}, ${colorScheme}`, async t => {
			const b = await painter({ viewport: { width: +width, height }, colorScheme });
			const { page } = b, as = name => `${name}-${width}-${colorScheme}`;
			const lists = async () => (await (await page.request.get(
				site.base + 'api/v1/lists')).json()).items;
			const at = async to => /^[A-Z]/.test(to) ? 'l/' +
				(await lists()).find(l => l.title === to).id : to;

			t.after(() => b.close());
			await page.goto(site.base);
			await page.getByRole('button', { name: 'Sign in' }).waitFor();
			await t.test('sign-in', () => compare(as('sign-in'), page));
			await signIn(b, site.base);
			for (const [name, to, then] of SCREENS)
				await t.test(name, async () => {
					await page.goto(site.base + '#/' + await at(to));
					await page.locator('main:visible, .side:visible').first().waitFor();
					await then?.(page);
					await page.mouse.move(width - 1, 0);
					await compare(as(name), page);
					await page.goto('about:blank');
				});
			assert.deepEqual(b.complaints, []);
		});
