/* Two people in one list see each other's changes at once, as docket-serve is started by
 * default: the page waits for them, and does not ask every 15 seconds. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, find, GRACE, openList, row, serve, signIn } from './lib/browser.mjs';

const MOST = 1000;	/* ms */

test('two people see each other’s changes within a second', async t => {
	const server = await serve(), b = await browse(), grace = await browse();
	const ada = b.page, hers = grace.page;

	t.after(async () => {
		await b.close();
		await grace.close();
		await server.stop();
	});
	await signIn(ada, server.base);
	await signIn(hers, server.base, GRACE);
	for (const page of [ada, hers]) {
		await openList(page, 'Journey');
		await row(page, 'Pack').waitFor();
	}
	const { path } = await find(ada, 'Pack');
	const base = path.replace(/[^/]+$/, '');

	/* The best of some: the machine may be busy. */
	for (const [from, to, name] of [[ada, hers, 'Ada’s'], [hers, ada, 'Grace’s']])
		await t.test(name, async () => {
			let best = Infinity;

			for (let i = 0; i < 5 && best > MOST; i++) {
				const title = `Seen ${name} ${i}`;
				await call(from, 'POST', base.slice(0, -1), { id: crypto.randomUUID(),
					title, position: 'top' });
				const begun = Date.now();
				await row(to, title).waitFor();
				best = Math.min(best, Date.now() - begun);
			}
			assert.ok(best <= MOST, `${best} ms`);
		});
	assert.deepEqual([...b.complaints, ...grace.complaints], []);
});
