/* The tests would notice: what a page must not do is put into it, and each is a
 * complaint, which fails the test that it happens in. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, serve, signIn } from './lib/browser.mjs';

const FAULTS = {
	'an error in the console': [/planted/, () => console.error('planted')],
	'an exception': [/planted/, () => setTimeout(() => {
		throw new Error('planted');
	})],
	'a script in the page': [/violates.*script/, () => {
		const a = document.createElement('a');
		a.href = 'javascript:void 0';
		document.body.append(a);
		a.click();
	}],
	'a style in the page': [/style-src/, () => {
		document.body.setAttribute('style', 'color: red');
	}],
	'text as HTML': [/TrustedHTML/, () => setTimeout(() => {
		document.createElement('p').innerHTML = '<b>planted</b>';
	})],
	'a request to another origin': [/violates.*connect-src/, () => {
		fetch('http://docket.invalid/planted').catch(() => {});
	}],
};

test('what a page must not do is noticed', async t => {
	const server = await serve(), b = await browse();
	const free = await browse({ bypassCSP: true });
	const noticed = async ({ page, complaints }, what, plant) => {
		const end = Date.now() + 10000;

		complaints.length = 0;
		await page.evaluate(plant);
		while (!complaints.some(c => what.test(c)) && Date.now() < end)
			await new Promise(yes => setTimeout(yes, 50));
		assert.match(complaints.join('\n'), what);
	};

	t.after(async () => {
		await b.close();
		await free.close();
		await server.stop();
	});
	await signIn(b.page, server.base);
	assert.deepEqual(b.complaints, [], 'without a fault');
	for (const [name, [what, plant]] of Object.entries(FAULTS))
		await t.test(name, () => noticed(b, what, plant));
	await free.page.goto(server.base);
	await t.test('a request to another origin that no policy stops', () =>
		noticed(free, /asks http:\/\/docket.invalid/, FAULTS['a request to another origin'][1]));
});
