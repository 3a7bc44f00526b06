/*
 * The browser is killed while it sends, and started again with the same profile:
 * what looked saved is there, and nothing is there twice.
 *
 * KILLS: how many times.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { browse, profile, serve, signIn } from './lib/browser.mjs';

const KILLS = Number(process.env.KILLS ?? 4);

/** The browser's first process and all that it started.
 * @param {string} dir its profile @returns {number[]} */
function processes(dir) {
	const all = fs.readdirSync('/proc').filter(p => /^\d+$/.test(p)).flatMap(p => {
		try {
			const stat = fs.readFileSync(`/proc/${p}/stat`, 'utf8');
			return [{ pid: +p, parent: +stat.slice(stat.lastIndexOf(')') + 4)
				.split(' ')[0], line: fs.readFileSync(`/proc/${p}/cmdline`, 'utf8') }];
		} catch {
			return [];
		}
	});
	const mine = new Set(all.filter(p => p.line.includes('--user-data-dir=' + dir))
	    .map(p => p.pid));

	for (let size = 0; size !== mine.size;) {
		size = mine.size;
		all.filter(p => mine.has(p.parent)).forEach(p => mine.add(p.pid));
	}
	return [...mine];
}

/** Every one at once, with no chance to write anything.
 * @param {string} dir */
function kill(dir) {
	const pids = processes(dir);

	assert.ok(pids.length > 1);
	const socket = fs.readlinkSync(path.join(dir, 'SingletonSocket'));
	execFileSync('sh', ['-c', 'kill -9 "$@" 2>/dev/null; true', 'sh', ...pids.map(String)]);
	fs.rmSync(path.dirname(socket), { recursive: true, force: true });
}

/** In the page: adds by the line, faster than they are sent, and tells of each
 * that looks saved; till the end of the browser.
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
	setInterval(() => {
		field.value = `Kill ${round} no ${n++}`;
		field.dispatchEvent(new Event('input', { bubbles: true }));
		field.form?.requestSubmit();
	}, 15);
};

/** In the page: nothing waits any more. */
const sent = () => /Up to date/.test(document.body.textContent ?? '') &&
	!document.querySelector('.unsent');

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

/** What the browser has kept, for the case that a change is missing.
 * @param {any} page */
const kept = page => page.evaluate(async () => {
	const asked = r => new Promise((yes, no) => {
		r.onsuccess = () => yes(r.result);
		r.onerror = () => no(r.error);
	});
	const out = [document.querySelector('.bar')?.textContent ?? ''];

	for (const { name } of await indexedDB.databases()) {
		const db = await asked(indexedDB.open(name));
		const all = store => asked(db.transaction(store).objectStore(store).getAll());
		out.push(name, JSON.stringify(await all('outbox')).slice(0, 2000),
		    JSON.stringify(await all('meta')).slice(0, 500),
		    `${(await all('chunks')).length} chunks, ${(await all('rows')).length} rows`);
		db.close();
	}
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
		await new Promise(yes => setTimeout(yes, Math.random() * 800));
		const gone = new Promise(yes => b.context.once('close', yes));
		kill(dir);
		await gone;
		b = await browse({ dir });
		await b.page.goto(server.base + '#/l/' + id);
		await b.page.locator('h1', { hasText: id }).waitFor();
		await b.page.waitForFunction(sent);
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
