/*
 * Chromium keeps IndexedDB in a log.  Each record is two writes, its head and the
 * rest, so a kill can leave a head alone.  At the next start Chromium writes on
 * behind it; at the start after that the log is broken, and Chromium drops all
 * databases of the origin, with what it had said was committed.
 *
 * Deleting a database begins a new log.  The app does that when it starts
 * (www/js/replica/open.js).  This shows that it helps, in a page without the app.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { browse, profile, remove } from './lib/browser.mjs';
import { kill, tear } from './lib/kill.mjs';

/** In the page: puts a record; with a database to delete first, or later.
 * @param {{key: number, log: boolean}} o @returns {Promise<number[]>} all keys */
const put = async ({ key, log }) => {
	const done = r => new Promise((yes, no) => {
		r.onsuccess = () => yes(r.result);
		r.onerror = () => no(r.error);
	});

	if (log)
		await done(indexedDB.deleteDatabase('log'));
	const r = indexedDB.open('kept');
	r.onupgradeneeded = () => r.result.createObjectStore('all');
	const db = await done(r);
	if (log)
		(await done(indexedDB.open('log'))).close();
	const t = db.transaction('all', 'readwrite', { durability: 'strict' });
	t.objectStore('all').put('x', key);
	await new Promise(yes => t.oncomplete = yes);
	return done(db.transaction('all').objectStore('all').getAllKeys());
};

/** Three runs of the browser, each killed; the first kill tears the log.
 * @param {string} base @param {boolean} log @returns {Promise<number[]>} the keys
 * that the last run finds */
async function runs(base, log) {
	const dir = profile();
	let keys = [];

	for (const key of [1, 2, 3]) {
		const b = await browse({ dir });
		await b.page.goto(base);
		keys = await b.page.evaluate(put, { key, log });
		await kill(b, dir);
		if (key === 1)
			tear(dir);
	}
	remove(dir);
	return keys;
}

test('what was committed behind half a record', async t => {
	const server = createServer((q, r) => r.setHeader('Content-Type', 'text/html')
	    .end('<!doctype html>'));

	await new Promise(yes => server.listen(0, '127.0.0.1', yes));
	t.after(() => server.close());
	const base = `http://127.0.0.1:${server.address().port}/`;
	assert.deepEqual(await runs(base, true), [1, 2, 3]);
	const without = await runs(base, false);
	t.diagnostic(`without a new log, this Chromium has kept [${without}] of [1,2,3]`);
});
