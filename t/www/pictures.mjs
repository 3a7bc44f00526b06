/*
 * The pictures of doc/pictures, of the demo's data: `make pictures`.
 */
import { ADA, PASSWORD, browse, row, serve } from './e2e/lib/browser.mjs';
import path from 'node:path';

const to = path.resolve(import.meta.dirname, '../../doc/pictures');
const PICTURES = [
	['myday-1280', 1280, 800, 'light', '#/today', 'Renew the passport'],
	['planned-768', 768, 900, 'light', '#/planned'],
	['myday-360', 360, 720, 'light', '#/today'],
	['planned-360-dark', 360, 720, 'dark', '#/planned'],
	['work-1280-dark', 1280, 800, 'dark', '#/starred', 'Buy train tickets'],
];
const server = await serve();

for (const [name, width, height, colorScheme, address, open] of PICTURES) {
	const b = await browse({ viewport: { width, height }, colorScheme });

	await b.page.goto(server.base + address);
	await b.page.getByRole('button', { name: 'Sign in' }).waitFor();
	await b.page.locator('input[autocomplete=username]').fill(ADA);
	await b.page.locator('input[type=password]').fill(PASSWORD);
	await b.page.keyboard.press('Enter');
	await b.page.getByRole('row').first().waitFor();
	if (open)
		await row(b.page, open).click();
	await b.page.waitForTimeout(700);
	await b.page.screenshot({ path: `${to}/${name}.png` });
	await b.close();
	console.log(name);
}
await server.stop();
