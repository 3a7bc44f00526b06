/* Every screen in a made-up language, with words that are 40 % longer: on a phone
 * and on a wide screen, written from left to right and from right to left.
 * Nothing is cut off, covered, or in English; nothing scrolls sideways.
 *
 * SHOTS: a folder for pictures of them all. */
import test from 'node:test';
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { LANGUAGES } from '../../../www/js/text/languages.js';
import { ADA, PASSWORD, browse, call, serve } from './lib/browser.mjs';
import { madeUp, table, wrong } from './lib/madeup.mjs';
import { INSIDE, OUTSIDE, TROUBLE, clear, speak, still } from './lib/screens.mjs';

const TYPED = ['Pay Bob', 'tomorrow', 'every month', 'phone',
	'Bob', 'bob', 'grace', 'example.org'];
const LOCALE = 'de';	// whose table is replaced; of days and numbers

/** What Intl names in that language. */
const names = () => {
	const days = Array.from({ length: 400 }, (_, i) => new Date(2026, 0, i + 1));
	const formats = ['long', 'short'].flatMap(x => [{ weekday: x }, { month: x },
		{ day: 'numeric', month: x }]);
	return [...formats.flatMap(f => days.map(d =>
		new Intl.DateTimeFormat(LOCALE, f).format(d))),
	...days.slice(0, 60).flatMap((_, n) => ['day', 'week'].map(unit =>
		new Intl.RelativeTimeFormat(LOCALE).format(-n, unit))),
	...LANGUAGES.toSorted().map(l =>
		new Intl.DisplayNames([l], { type: 'language' }).of(l)),
	...Intl.supportedValuesOf('timeZone'), 'UTC'];
};

/** Every text that the user has written, the longest first.
 * @param {any} page */
async function written(page) {
	const feed = await call(page, 'GET', '/me/changes?limit=1000');
	const texts = feed.items.flatMap(x => Object.values(x.data ?? x))
	    .filter(x => typeof x === 'string').flatMap(s => [s, ...s.split('\n')]);

	return texts;
}

/* Names of programs, files and feeds, which are the same in every language. */
const NAMES = ['iPhone', 'iPad', 'Mac', 'Android', 'Thunderbird', 'GNOME Evolution', 'KOrganizer',
	'Merkuro', 'Home Assistant', 'vdirsyncer', 'todoman', 'DAVx5', 'Tasks.org', 'config',
	'Google Calendar', 'Apple', 'Outlook', 'wall', 'table.csv', 'table', 'todo.txt', 'MB',
	'Todoist', 'backup.zip'];
/* What is in the files that are imported. */
const words = x => typeof x === 'string' ? [x] : x && typeof x === 'object' ?
	Object.entries(x).flatMap(([k, v]) => [k, ...words(v)]) : [];
const IMPORTED = [...words(JSON.parse(readFileSync(new URL(
	'../../imports/todoist/backup.zip.expected.json', import.meta.url), 'utf8'))), 'Title',
	'Due', 'Tags', 'Colour', 'Milk', 'shop', 'white', 'Inbox', 'Responsible', 'Duration',
	'Deadline', 'Deeper', 'Part of', 'description', 'labels', 'comment', 'every blue moon', 'jeden Montag'];

const initials = name => name.split(/\s+/).map(w => w[0]).join('');
const ready = texts => [...new Set([...texts, ...texts.map(initials), ...names(),
	'Docket', 'Chrome', 'Linux', 'kB', 'PM', 'xyzzy', ...NAMES, ...IMPORTED,
	...TYPED])]
    .filter(s => s.length > 1 && /[a-zA-Z]/.test(s)).sort((a, b) => b.length - a.length);

for (const dir of ['ltr', 'rtl'])
	for (const [width, height] of [[360, 740], [1280, 800]])
		test(`${dir}, ${width}`, async t => {
			const server = await serve();
			const b = await browse({ viewport: { width, height }, locale: LOCALE }),
			    { page } = b;
			let known = ready([]);
			const look = async name => {
				await still(page);
				if (process.env.SHOTS)
					await page.screenshot({ path: `${process.env.SHOTS}/${dir}-${
						width}-${name.replace(/\W+/g, '-')}.png` });
				assert.deepEqual(await wrong(page, known), []);
			};

			server.admin('user', 'admin', ADA);
			t.after(async () => {
				await b.close();
				await server.stop();
			});
			speak(madeUp);
			await page.route(new RegExp(`words-${LOCALE}-`), r => r.fulfill({
				body: table(), contentType: 'application/json' }));
			await page.addInitScript(dir => document.addEventListener(
				'DOMContentLoaded', () => document.documentElement.dir = dir), dir);
			await page.goto(server.base);
			for (const [name, go] of Object.entries(OUTSIDE))
				await t.test(name, async () => {
					await go(page, server.base);
					await page.getByText('[').first().waitFor();
					await look(name);
				});
			await page.goto(server.base + '#/signin');
			await page.locator('[autocomplete=username]').fill(ADA);
			await page.locator('[type=password]').fill(PASSWORD);
			await page.keyboard.press('Enter');
			await page.getByRole('row').first().waitFor();
			const { version, features } = await call(page, 'GET', '/service');

			known = ready([...await written(page), /main-(\w+)/.exec(
				await page.content())[1], version, ...features]);
			for (const [name, go] of Object.entries(INSIDE))
				await t.test(name, async () => {
					await clear(page, server.base);
					await go(page, server.base);
					await look(name);
				});
			for (const [name, go] of Object.entries(TROUBLE))
				await t.test(name, async () => {
					await go(page, server.base);
					await look(name);
				});
			assert.deepEqual(b.complaints.filter(c =>
				!/status of [45]|ERR_INTERNET/.test(c)), []);
		});
