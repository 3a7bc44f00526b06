/*
 * Pictures of screens: all at one time and in one font, so that they are the same
 * on every machine; and two of them compared.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pixelmatch from '../../../npm/node_modules/pixelmatch/index.js';
import { PNG } from '../../../npm/node_modules/pngjs/lib/png.js';
import { ADA, PASSWORD, browse, serveAt } from './browser.mjs';
import { still } from './screens.mjs';

const MOST = 0.001;		// of the pixels may differ
const TIME = '2026-11-22 10:00:00';
const www = path.resolve(import.meta.dirname, '../..');

export const server = () => serveAt(TIME);

/* A browser that sees that time and font. */
export async function painter(options) {
	const b = await browse({ ...options, env: { ...process.env,
		FONTCONFIG_FILE: www + '/fonts.conf' } });

	await b.page.clock.setFixedTime(TIME.replace(' ', 'T') + 'Z');
	/* The colours of people follow from their ids, which are random. */
	await b.page.addInitScript(() => {
		const sheet = new CSSStyleSheet();

		sheet.replaceSync('.who { background: #4d5a66 !important; }');
		document.adoptedStyleSheets = [sheet];
	});
	return b;
}

export async function signIn({ page }, base) {
	await page.goto(base);
	await page.getByRole('textbox', { name: 'E-mail' }).fill(ADA);
	await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
	await page.keyboard.press('Enter');
	await page.getByRole('row').first().waitFor();
	await page.getByText('Up to date').waitFor({ state: 'attached' });
}

/* The screen as it is, once nothing moves. */
export async function taken(page) {
	await still(page);
	await page.evaluate(() => document.fonts.ready.then(() => {}));
	return PNG.sync.read(await page.screenshot({ animations: 'disabled' }));
}

const color = (data, i) => data.readUInt32BE(i);
const apart = (a, b) => [24, 16, 8].reduce((sum, shift) =>
	sum + ((a >>> shift & 255) - (b >>> shift & 255)) ** 2, 0);

/* With 256 colours, which make a small file: each is the one that is most frequent
 * and least like those chosen before. */
function reduced(png) {
	const seen = new Map(), data = Buffer.from(png.data);

	for (let i = 0; i < data.length; i += 4) {
		const c = seen.get(color(data, i)) ?? { n: 0, off: 1e6, as: 0 };
		c.n++;
		seen.set(color(data, i), c);
	}
	for (let i = 0; i < 256; i++) {
		const [next] = [...seen].reduce((a, b) => b[1].n * b[1].off > a[1].n * a[1].off ?
			b : a);
		for (const [c, s] of seen)
			if (apart(c, next) < s.off)
				Object.assign(s, { off: apart(c, next), as: next });
	}
	for (let i = 0; i < data.length; i += 4)
		data.writeUInt32BE(seen.get(color(data, i)).as, i);
	return Object.assign(new PNG({ width: png.width, height: png.height }), { data });
}

export function save(png, file) {
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, PNG.sync.write(reduced(png)));
	execFileSync('zopflipng', ['-y', '--iterations=2', '--filters=0', file, file], { stdio: 'ignore' });
}

/* The share of the pixels that differ from a kept picture's; all, if there is
 * none of that size.  What differs is marked in `marks`. */
export function difference(png, file) {
	const old = fs.existsSync(file) && PNG.sync.read(fs.readFileSync(file));

	if (!old || old.width !== png.width || old.height !== png.height)
		return { share: 1, same: false, marks: png };
	const marks = new PNG({ width: png.width, height: png.height });
	const share = pixelmatch(old.data, png.data, marks.data, png.width, png.height) /
		(png.width * png.height);
	return { share, same: share <= MOST, marks };
}
