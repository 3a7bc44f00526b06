/*
 * The pictures of doc/pictures, of the demo's data: `make pictures`.  Two of them
 * are what a phone or desktop shows before it installs the app.
 */
import { row } from './e2e/lib/browser.mjs';
import { painter, save, server, signIn, taken } from './e2e/lib/picture.mjs';
import fs from 'node:fs';
import path from 'node:path';

const to = path.resolve(import.meta.dirname, '../../doc/pictures');
const PICTURES = [
	['myday-1280', 1280, 800, 'light', '#/today', 'Renew the passport'],
	['myday-360', 360, 720, 'light', '#/today'],
	['planned-360-dark', 360, 720, 'dark', '#/planned'],
];
const site = await server();

for (const [name, width, height, colorScheme, address, open] of PICTURES) {
	const b = await painter({ viewport: { width, height }, colorScheme });

	await signIn(b, site.base);
	await b.page.goto(site.base + address);
	await b.page.getByRole('row').first().waitFor();
	if (open)
		await row(b.page, open).click();
	await b.page.mouse.move(width - 1, 0);
	save(await taken(b.page), `${to}/${name}.png`);
	await b.close();
	console.log(name);
}
for (const [name, shown] of [['myday-1280', 'wide'], ['myday-360', 'narrow']])
	fs.copyFileSync(`${to}/${name}.png`, path.resolve(to, `../../www/icons/${shown}.png`));
await site.stop();
