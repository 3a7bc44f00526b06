/* What is being written when the list is taken away, or the page goes. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { GRACE, browse, call, find, openList, row, serve, signIn, until } from './lib/browser.mjs';

test('what is being written', async t => {
	const server = await serve(), b = await browse(), c = await browse({ viewport:
	    { width: 360, height: 720 } });
	const { page } = b, hers = c.page;

	t.after(async () => {
		await b.close();
		await c.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await signIn(hers, server.base, GRACE);
	await openList(page, 'Home');

	await t.test('an empty title is not kept', async () => {
		await row(page, 'garden gate').click();
		for (const leave of [() => page.keyboard.press('Enter'),
		    () => page.locator('#notes').click()]) {
			await page.locator('#title').fill(' ');
			await leave();
			assert.equal(await page.locator('#title').inputValue(),
			    'Fix the garden gate');
		}
		await page.keyboard.press('Escape');
		await page.keyboard.press('Escape');
	});
	await t.test('stays when the page is reloaded at once', async () => {
		await row(page, 'garden gate').click();
		for (const field of ['#title', '#notes'])
			for (let i = 0; i < 4; i++) {
				const text = `The garden gate, ${field} ${i}`;
				await page.locator(field).fill(text);
				await page.reload();
				await page.locator(field).waitFor();
				await page.waitForFunction(([f, v]) =>
					document.querySelector(f)?.value === v, [field, text]);
			}
		await page.getByText('Up to date').waitFor();
		await page.keyboard.press('Escape');
	});
	await t.test('is not written over what was undone', async () => {
		const seen = state => page.evaluate(v => {
			Object.defineProperty(document, 'visibilityState',
				{ configurable: true, value: v });
			dispatchEvent(new Event('visibilitychange'));
		}, state);
		const is = v => page.waitForFunction(want =>
			document.querySelector('#title')?.value === want, v);

		await row(page, 'garden gate').click();
		const before = await page.locator('#title').inputValue();
		await page.locator('#title').fill('Another title');
		await seen('hidden');
		await seen('visible');
		await page.locator('#title').fill(before);
		await page.locator('#notes').focus();
		await until(async () => (await find(page, before))?.title, before);
		await page.reload();
		await is(before);
		await page.getByText('Up to date').waitFor();
		await is(before);
		await page.keyboard.press('Escape');
	});
	await t.test('is not written over what came later', async () => {
		await page.evaluate(() => {
			const id = document.querySelector('[data-row]').dataset.row;
			localStorage.setItem('docket-draft/', JSON.stringify([['title', id,
				'What it never was', 'What nobody wants']]));
		});
		await page.reload();
		await page.getByText('Up to date').waitFor();
		await page.waitForFunction(() => !localStorage.getItem('docket-draft/'));
		assert.equal(await row(page, 'What nobody wants').count(), 0);
	});
	await t.test('together with somebody else', async () => {
		const { items } = await call(page, 'GET', '/lists');
		const to = `${server.base}#/l/${items.find(l => l.title === 'Journey').id}`;
		const notes = page.locator('#notes'), her = hers.locator('#notes');
		const fetched = (p, text) => p.waitForFunction(v => {
			dispatchEvent(new Event('focus'));
			return document.querySelector('#notes').value === v;
		}, text, { polling: 500 });

		for (const p of [page, hers]) {
			await p.goto(to);
			await row(p, 'Buy train tickets').click();
		}
		/* A field that only has the focus shows what another writes, and does
		 * not write over it. */
		await notes.click();
		await her.fill('Two seats\nby the window');
		await fetched(page, 'Two seats\nby the window');
		await page.keyboard.press('Escape');
		await notes.click();
		await notes.fill('Two seats\nby the window\nwith a table');
		await hers.locator('#title').click();
		await fetched(hers, 'Two seats\nby the window\nwith a table');
		/* She writes what his page, which has no network, does not know yet. */
		const both = async (text, change) => {
			await b.context.setOffline(true);
			await her.fill(text);
			await hers.keyboard.press('Escape');
			await until(async () => (await find(hers, 'Buy train tickets')).notes, text);
			await notes.fill(change(await notes.inputValue()));
			await b.context.setOffline(false);
		};

		/* Different lines: both changes stay. */
		await both('Three seats\nby the window\nwith a table', text => text +
		    '\nfacing forward');
		await fetched(page, 'Three seats\nby the window\nwith a table\nfacing forward');
		/* The same line: both texts stay, and are shown. */
		await fetched(hers, 'Three seats\nby the window\nwith a table\nfacing forward');
		await both('Four seats', () => 'Five seats');
		await fetched(page, 'Four seats\n– – –\nFive seats');
		await page.getByText('Two versions of the notes').waitFor();
		await page.getByRole('button', { name: 'Mine' }).click();
		await fetched(page, 'Five seats');
		await fetched(hers, 'Five seats');
		await page.keyboard.press('Escape');
		await hers.keyboard.press('Escape');
	});
	await t.test('in a list that is taken away', async () => {
		const { items } = await call(page, 'GET', '/lists');
		const { id } = items.find(l => l.title === 'Journey');
		const { user } = await call(hers, 'GET', '/service');

		await hers.goto(server.base + '#/l/' + id);
		await row(hers, 'Pack').click();
		await hers.getByText(/^Created .* by Ada$/).waitFor();
		await c.context.setOffline(true);
		await call(page, 'DELETE', `/lists/${id}/members/${user.id}`);
		await hers.locator('#notes').fill('Take the blue bag');
		await c.context.setOffline(false);
		await hers.getByText('You no longer have access to “Journey”').first().waitFor();
		await hers.getByText('1 change could not be applied').waitFor();
		assert.equal(await hers.getByText('deleted “').count(), 0);
		await hers.getByRole('link', { name: 'Review' }).click();
		await hers.getByText('Take the blue bag').waitFor();
		await hers.getByText('or not yours').waitFor();
		await hers.getByRole('button', { name: 'Try again' }).waitFor();
		assert.equal(await hers.getByRole('button', { name: 'Restore' }).count(), 0);
	});
	assert.deepEqual([...b.complaints, ...c.complaints].filter(x =>
		!/status of 404|ERR_INTERNET/.test(x)), []);
});
