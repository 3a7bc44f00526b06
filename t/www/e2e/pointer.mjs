/* What a mouse or a finger leaves behind: rows selected but no text, a small card beside
 * the pointer while something is dragged, and no colour of hovering after a tap. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, openList, row, serve, signIn, until } from './lib/browser.mjs';

const box = locator => locator.evaluate(el => {
	const { left, top, right, bottom, width, height } = el.getBoundingClientRect();
	return { left, top, right, bottom, width, height };
});
const middle = b => [b.left + b.width / 2, b.top + b.height / 2];

test('a mouse', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const rows = page.locator('main .row');

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await openList(page, 'Home');
	await row(page, 'Water').waitFor();

	await t.test('with Shift a click selects rows, and no text', async () => {
		await page.keyboard.press('Escape');
		await rows.nth(0).locator('.title').click({ modifiers: ['Control'] });
		await rows.nth(2).locator('.title').click({ modifiers: ['Shift'] });
		await until(() => page.locator('.row.on').count(), 3);
		assert.equal(await page.evaluate(() => String(getSelection())), '');
		await page.keyboard.press('Escape');
		await until(() => page.locator('.row.on').count(), 0);
	});
	for (const [what, from, to] of [
	    ['a row over a list', 'main .row', '.nav [data-list]'],
	    ['a list over another', '.nav [data-list]', '.nav [data-list]:nth-child(2)']])
		await t.test(`${what}: the card is small, and beside the pointer`, async () => {
			await page.mouse.move(...middle(await box(page.locator(from).first())));
			await page.mouse.down();
			const at = middle(await box(page.locator(to).last()));
			await page.mouse.move(at[0] - 20, at[1], { steps: 3 });
			await page.mouse.move(...at);
			const card = await box(page.locator('.lifted'));
			assert.ok(card.width <= 260 && card.height <= 54, JSON.stringify(card));
			assert.ok(card.left > at[0] || card.top > at[1],
			    'what is below the pointer can be seen');
			assert.ok(card.left >= 0 && card.right <= 1280, 'it stays in the window');
			await page.keyboard.press('Escape');
			await page.mouse.up();
			await until(() => page.locator('.lifted').count(), 0);
		});
	assert.deepEqual(b.complaints, []);
});

test('a finger leaves no ring; a key shows one', async t => {
	const server = await serve();
	const b = await browse({ viewport: { width: 360, height: 740 }, hasTouch: true,
	    isMobile: true }), { page } = b;
	const button = name => page.getByRole('button', { name, exact: true });
	const details = page.locator('.details'), dialog = page.locator('dialog');
	const gone = async what => {
		await what.waitFor({ state: 'detached' });
		await page.waitForTimeout(150);
	};
	/* What has the focus, and whether a ring is drawn around it. */
	const ring = () => page.evaluate(() => {
		const el = document.activeElement;
		return [el.matches('body, main') ? 'page' : 'part', getComputedStyle(el).outlineStyle];
	});
	const open = async () => {
		await row(page, 'Call').first().tap();
		await details.waitFor();
	};
	const ways = {
		'Back': async () => { await open(); await page.goBack(); await gone(details); },
		'Back, after a reload': async () => { await open(); await page.reload();
			await details.waitFor(); await page.goBack(); await gone(details); },
		'Back, after typing': async () => { await open();
			await page.locator('#step-new').tap(); await page.keyboard.type('One');
			await page.keyboard.press('Enter'); await page.goBack(); await gone(details); },
		'Close': async () => { await open();
			await details.locator('[data-command=close]').tap(); await gone(details); },
		'a menu, left': async () => { await button('List options').tap();
			await dialog.waitFor(); await page.touchscreen.tap(12, 400); await gone(dialog); },
		'a menu, open': async () => { await button('List options').tap();
			await dialog.waitFor(); },
	};

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await button('Lists').tap();
	await openList(page, 'Home');
	await row(page, 'Call').first().waitFor();
	for (const [name, way] of Object.entries(ways))
		await t.test(name, async () => {
			await way();
			assert.deepEqual(await ring(), ['part', 'none']);
			await page.keyboard.press('ArrowDown');
			await until(ring, ['part', 'solid']);
			await page.keyboard.press('Escape');
		});
	assert.deepEqual(b.complaints, []);
});

test('a finger leaves no colour of hovering', async t => {
	const server = await serve();
	const b = await browse({ viewport: { width: 360, height: 740 }, hasTouch: true,
	    isMobile: true }), { page } = b;
	const ground = locator => locator.evaluate(el => getComputedStyle(el).backgroundColor);

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await row(page, 'Renew').first().waitFor();
	const was = await ground(row(page, 'Renew').first());
	await row(page, 'Renew').first().tap();
	await page.locator('.details').waitFor();
	await page.goBack();
	await page.locator('.details').waitFor({ state: 'detached' });
	await page.mouse.move(...middle(await box(row(page, 'Renew').first())));
	await page.evaluate(() => document.activeElement?.blur());
	await until(() => ground(row(page, 'Renew').first()), was);
	assert.deepEqual(b.complaints, []);
});
