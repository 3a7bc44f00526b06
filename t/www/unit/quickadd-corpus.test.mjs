// Quick add reads what people say: phrases and titles of each language.  A line of the
// corpus is `title | phrase = date time rule done`, `title ?? phrase` for one that is
// named as not understood, or a title that is left alone.  The day is Saturday 21
// November 2026, 10:00; a date of 2026 has no year, a rule no FREQ=.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadLanguage, parse } from '../../../www/js/quickadd/parse.js';
import { LANGUAGES } from '../../../www/js/text/languages.js';
import { random } from './lib/random.mjs';

const AT = { today: '2026-11-21', now: '10:00', weekStart: 1 };
const PHRASES = 200, TITLES = 100, UNREAD = 5;

/** @param {string} language */
async function corpus(language) {
	await loadLanguage(language);
	const lines = readFileSync(new URL(`corpus/${language}.txt`, import.meta.url), 'utf8')
		.trim().split('\n');
	return { phrases: lines.filter(l => l.includes(' = ')).map(l =>
		/** @type {string[]} */ (/^(.*) \| (.*) = (.*)$/.exec(l)).slice(1)),
	    unread: lines.filter(l => l.includes(' ?? ')).map(l => l.split(' ?? ')),
	    titles: lines.filter(l => !/ = | \?\? /.test(l)),
	    read: (/** @type {string} */ line) => parse(line, { ...AT, language }) };
}

/** What was read, as the corpus says it.
 * @param {import('../../../www/js/data/types').Quick} q */
const said = q => [q.dueDate?.replace('2026-', ''), q.reminderTime,
    q.recurrenceRule?.replace('FREQ=', ''), q.recurrenceFrom === 'completion' && 'done']
	.filter(Boolean).join(' ');

for (const language of LANGUAGES) {
	test(`${language}: phrases are read to their end`, async () => {
		const { phrases, read } = await corpus(language), wrong = [];

		for (const [title, phrase, want] of phrases) {
			const q = read(`${title} ${phrase}`);
			if (q.title !== title || said(q) !== want || q.unread.length)
				wrong.push(`${title} | ${phrase} = ${want}: ${q.title} = ${said(q)}`);
		}
		assert.deepEqual(wrong, []);
		assert.ok(phrases.length >= PHRASES, `${phrases.length} phrases`);
		assert.equal(new Set(phrases.map(p => p.join())).size, phrases.length);
	});

	test(`${language}: titles are left alone`, async () => {
		const { titles, read } = await corpus(language);

		assert.deepEqual(titles.filter(t => read(t).spans.length), []);
		assert.deepEqual(titles.filter(t => read(t).unread.length), []);
		assert.ok(titles.length >= TITLES, `${titles.length} titles`);
		assert.equal(new Set(titles).size, titles.length);
	});

	test(`${language}: what begins like a phrase and is none is named`, async () => {
		const { unread, read } = await corpus(language);

		for (const [title, phrase] of unread) {
			const q = read(`${title} ${phrase}`);
			assert.deepEqual([q.title, q.spans, q.unread],
			    [`${title} ${phrase}`, [], [phrase]]);
		}
		assert.ok(unread.length >= UNREAD, `${unread.length} phrases`);
	});

	/* While somebody types, and with a word left out. */
	test(`${language}: a cut phrase is read whole or not at all`, async () => {
		const { phrases, read } = await corpus(language), r = random(language.length);
		const half = [];

		for (const [title, phrase] of phrases) {
			const words = phrase.split(' '), n = words.length;
			const cuts = [...words.map((_, i) => words.slice(0, i + 1)),
				...words.slice(1).map((_, i) => words.filter((_, k) => k !== i + 1))]
				.map(w => w.join(' '));
			for (let i = 0; i < n; i++)
				cuts.push(phrase.slice(0, 1 + r() * (phrase.length - 1)).trim());
			for (const cut of cuts) {
				const line = `${title} ${cut}`, q = read(line);
				const rest = q.spans.reduceRight((s, m) =>
					s.slice(0, m.from) + s.slice(m.to), line);
				assert.equal(rest.replace(/\s+/g, ' ').trim(), q.title);
				/* A number alone begins nothing. */
				if (![title, line].includes(q.title.replace(/ \d+$/, '')) &&
				    q.title !== line)
					half.push(`${title} | ${cut}: ${q.title}`);
			}
		}
		assert.deepEqual([...new Set(half)], []);
	});
}
