/*
 * How six screens look, each on a phone in one colour scheme and on a desktop in the
 * other: as in t/www/look.  Where a picture differs, the new one and what differs are
 * left in build/look; `make look` takes the new ones over, to be looked at before
 * they are committed.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { row } from './lib/browser.mjs';
import { difference, painter, save, server, signIn, taken } from './lib/picture.mjs';

const kept = path.resolve(import.meta.dirname, '../look');
const left = (process.env.DOCKET_BUILD ?? path.resolve(kept, '../../../build')) + '/look';

/* After signing in: name, colour scheme on a phone, address, what is done there. */
const SCREENS = [
	['today', 'dark', 'today'],
	['list', 'light', 'Journey'],
	['task', 'dark', 'today', page => row(page, 'Renew the passport').click()],
	['planned', 'light', 'planned'],
	['settings', 'dark', 'settings/look'],
];
const OTHER = { light: 'dark', dark: 'light' };

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

for (const [width, height] of [[360, 740], [1280, 800]])
	for (const colorScheme of ['light', 'dark'])
		test(`${width}, ${colorScheme}`, async t => {
			const b = await painter({ viewport: { width, height }, colorScheme });
			const { page } = b;
			const picture = name => compare(`${name}-${width}-${colorScheme}`, page);
			const lists = async () => (await (await page.request.get(
				site.base + 'api/v1/lists')).json()).items;
			const at = async to => /^[A-Z]/.test(to) ? 'l/' +
				(await lists()).find(l => l.title === to).id : to;
			const onPhone = width === 360 ? colorScheme : OTHER[colorScheme];

			t.after(() => b.close());
			await page.goto(site.base);
			await page.getByRole('button', { name: 'Sign in' }).waitFor();
			if (onPhone === 'light')
				await t.test('sign-in', () => picture('sign-in'));
			await signIn(b, site.base);
			for (const [name, , to, then] of SCREENS.filter(s => s[1] === onPhone))
				await t.test(name, async () => {
					await page.goto(site.base + '#/' + await at(to));
					/* Whether a row has the focus depends on what came first. */
					await page.locator('main').focus();
					await then?.(page);
					await page.mouse.move(width - 1, 0);
					await picture(name);
					await page.goto('about:blank');
				});
			assert.deepEqual(b.complaints, []);
		});
