/*
 * The browser is killed while it sends, and started again with the same profile:
 * what looked saved is there, and nothing is there twice.  After every other kill
 * the log of its database ends in half a record, as it can after any kill.
 *
 * KILLS: how many times.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, profile, serve, signIn } from './lib/browser.mjs';
import { kill, tear } from './lib/kill.mjs';

const KILLS = Number(process.env.KILLS ?? 4);

/** In the page: adds by the line, faster than they are sent, and tells of each
 * that looks saved.  It stops before the list is so long that the page has only a
 * part of it.
 * @param {number} round */
const adding = round => {
	const field = /** @type {HTMLInputElement} */ (document.getElementById('quick'));
	const seen = new Set();

	/* The dot is hollow until it is on the disk. */
	new MutationObserver(saved).observe(document.body, { subtree: true,
		childList: true, attributes: true });
	function saved() {
		for (const el of document.querySelectorAll('.row')) {
			const title = el.querySelector('.title')?.textContent ?? '';
			if (title.startsWith(`Kill ${round} `) && !seen.has(title) &&
			    !el.querySelector('.unsent.saving')) {
				seen.add(title);
				console.log('saved ' + title);
			}
		}
	}
	let n = 0;
	const timer = setInterval(() => {
		if (n === 150)
			return clearInterval(timer);
		field.value = `Kill ${round} no ${n++}`;
		field.dispatchEvent(new Event('input', { bubbles: true }));
		field.form?.requestSubmit();
	}, 15);
};

/** In the page: nothing waits any more, on the screen or on the disk. */
const sent = async () => {
	if (!/Up to date/.test(document.body.textContent ?? '') ||
	    document.querySelector('.unsent'))
		return false;
	const asked = r => new Promise((yes, no) => {
		r.onsuccess = () => yes(r.result);
		r.onerror = () => no(r.error);
	});
	const db = await asked(indexedDB.open('docket /api/v1'));
	const n = await asked(db.transaction('outbox').objectStore('outbox').count());
	db.close();
	return n === 0;
};

/** A new list, open; the one before it goes, so that later rounds do not have
 * more to start with than the first.
 * @param {any} page @param {string} id @param {string} [before] */
async function open(page, id, before) {
	await page.evaluate(async ([id, before]) => {
		const made = await fetch('api/v1/lists', { method: 'POST', headers: {
			'Content-Type': 'application/json' },
		body: JSON.stringify({ id, title: 'List ' + id }) });
		if (!made.ok)
			throw new Error(await made.text());
		if (before)
			await fetch('api/v1/lists/' + before, { method: 'DELETE' });
		dispatchEvent(new Event('focus'));
	}, [id, before]);
	await page.getByRole('link', { name: 'List ' + id }).click();
	await page.locator('h1', { hasText: id }).waitFor();
}

/** Titles of a list, as the service has them.
 * @param {any} page @param {string} id @returns {Promise<string[]>} */
const titles = (page, id) => page.evaluate(async id => {
	const all = [];
	for (let at = ''; ;) {
		const p = await (await fetch(`api/v1/lists/${id}/tasks?limit=1000` + at)).json();
		all.push(...p.items.map(x => x.title));
		if (!p.more)
			return all;
		at = '&after=' + encodeURIComponent(p.next);
	}
}, id);

/** What the browser has stored, for the case that a change is missing.
 * @param {any} page */
const kept = page => page.evaluate(async () => {
	const asked = r => new Promise((yes, no) => {
		r.onsuccess = () => yes(r.result);
		r.onerror = () => no(r.error);
	});
	const out = [document.querySelector('.bar')?.textContent ?? ''];
	const db = await asked(indexedDB.open('docket /api/v1'));
	const all = store => asked(db.transaction(store).objectStore(store).getAll());

	out.push(JSON.stringify(await all('outbox')).slice(0, 2000),
	    JSON.stringify(await all('meta')).slice(0, 500),
	    `${(await all('chunks')).length} chunks, ${(await all('rows')).length} rows`);
	db.close();
	return out.join('\n');
});

test(`${KILLS} kills`, async t => {
	const server = await serve(), dir = profile();
	let b = await browse({ dir }), all = 0, before;

	t.after(async () => {
		await b.close().catch(() => {});
		await server.stop();
	});
	await signIn(b.page, server.base);
	// The browser writes cookies every half minute, or when it is closed.
	await b.close({ keep: true });
	b = await browse({ dir });
	await b.page.goto(server.base);
	for (let round = 0; round < KILLS; round++) {
		const id = crypto.randomUUID(), saved = [];
		await open(b.page, id, before);
		b.page.on('console', m => m.text().startsWith('saved ') &&
			saved.push(m.text().slice(6)));
		await b.page.evaluate(adding, round);
		while (!saved.length)
			await new Promise(yes => setTimeout(yes, 5));
		await new Promise(yes => setTimeout(yes, Math.random() * 500));
		await kill(b, dir);
		if (round % 2)
			tear(dir);
		b = await browse({ dir });
		b.context.setDefaultTimeout(120000);
		await b.page.goto(server.base + '#/l/' + id);
		await b.page.locator('h1', { hasText: id }).waitFor();
		while (!await b.page.evaluate(sent))
			await new Promise(yes => setTimeout(yes, 20));
		const have = await titles(b.page, id);
		assert.equal(new Set(have).size, have.length, 'nothing is there twice');
		const lost = saved.filter(x => !have.includes(x));
		assert.deepEqual(lost, [], lost.length ? `round ${round}: of ${saved.length
			} that looked saved; the browser has\n${await kept(b.page)}\nand now ${
			(await titles(b.page, id)).length}` : '');
		assert.deepEqual((await b.page.locator('.row .title').allTextContents()).sort(),
		    have.sort());
		all += saved.length;
		before = id;
		if (round % 50 === 49)
			t.diagnostic(`${round + 1} kills`);
	}
	t.diagnostic(`${KILLS} kills, ${all} changes that looked saved, none lost`);
});
