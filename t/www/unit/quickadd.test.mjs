// Quick add: 48 sentences for each language, half of them titles without a date.
// A line is `text = title; date; time; repeat`, or a title alone.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadLanguage, parse } from '../../../www/js/quickadd/parse.js';
import { LANGUAGES } from '../../../www/js/text/languages.js';

const at = { today: '2026-11-21', now: '10:00', weekStart: 1,
	lists: [{ id: 'h', title: 'New home' }, { id: 'n', title: 'News' },
		{ id: 'w', title: 'Work' }],
	members: [{ userId: 'g', displayName: 'Grace Hopper' }] };

for (const language of LANGUAGES)
	test('the corpus of ' + language, async () => {
		await loadLanguage(language);
		const lines = readFileSync(new URL(`corpus/${language}.txt`,
		    import.meta.url), 'utf8').trim().split('\n');
		const wrong = [];
		let innocent = 0;
		for (const line of lines) {
			const [text, want] = line.split(' = ');
			const q = parse(text, { ...at, language });
			const got = [q.title, q.dueDate ?? '', q.reminderTime ?? '',
			    q.recurrence ?? ''].join('; ').replace(/(; )+$/, '');
			innocent += want === undefined ? 1 : 0;
			if (got !== (want ?? text))
				wrong.push(`${text} -> ${got}`);
		}
		assert.equal(lines.length, 48);
		assert.equal(innocent, 24);
		assert.deepEqual(wrong, []);
	});

const en = (/** @type {string} */ s, o = {}) => parse(s, { ...at, language: 'en', ...o });

test('signs can be anywhere, begin a word, and are removed', () => {
	const q = en('#home Paint /new @gra walls !! #home');
	assert.equal(q.title, 'Paint /new walls');	// two lists begin so
	assert.deepEqual([q.tagNames, q.assigneeId, q.starred], [['home'], 'g', true]);
	assert.equal(en('Paint /new-home').listId, 'h');
	assert.equal(en('Paint /w').listId, 'w');
	assert.equal(en('Paint c#d a*b x@y.org either/or').marks.length, 0);
	assert.equal(en('Paint *').starred, true);
	assert.equal(en('Paint @nobody').title, 'Paint @nobody');
});

test('a date needs a word before it', () => {
	for (const title of ['Tomorrow', 'Next week', 'Monday 9:00', 'Every day'])
		assert.equal(en(title).title, title);
	assert.equal(en('#home tomorrow').title, 'tomorrow');
});

test('signs can be between the words of the date', () => {
	assert.equal(en('Pay rent tomorrow #home 9:00').reminderTime, '09:00');
	assert.equal(en('Pay rent tomorrow #home 9:00').dueDate, '2026-11-22');
});

test('quoted words and words after a backslash are never read', () => {
	assert.equal(en('Say "see you tomorrow"').title, 'Say "see you tomorrow"');
	assert.equal(en('Meet \\tomorrow').title, 'Meet tomorrow');
	assert.equal(en('Meet \\tomorrow').dueDate, null);
	assert.equal(en('Sing \\#1').title, 'Sing #1');
	assert.equal(en('Watch "Blade Runner" tomorrow').dueDate, '2026-11-22');
});

test('a refused reading stays in the title', () => {
	const q = en('Call mom tomorrow');
	assert.deepEqual(q.marks.map(m => [m.from, m.to, m.text]), [[9, 17, 'tomorrow']]);
	const again = en('Call mom tomorrow', { refused: [q.marks[0].id] });
	assert.equal(again.title, 'Call mom tomorrow');
	assert.equal(again.dueDate, null);
	assert.deepEqual(en('Call !!', { refused: ['star !!'] }).title, 'Call !!');
});

test('past dates mean next year; the locale decides what 3/4 is', () => {
	assert.equal(en('Pay 20 nov').dueDate, '2027-11-20');
	assert.equal(en('Pay 21 nov').dueDate, '2026-11-21');
	assert.equal(en('Pay 29 feb').dueDate, '2028-02-29');
	assert.equal(en('Pay 31 feb').dueDate, null);
	assert.equal(en('Pay 3/4').dueDate, '2027-04-03');
	assert.equal(en('Pay 3/4', { monthFirst: true }).dueDate, '2027-03-04');
	assert.equal(en('Pay 2026-02-30').title, 'Pay 2026-02-30');
	assert.equal(en('Pay saturday').dueDate, '2026-11-28');
	assert.equal(en('Plan next week', { weekStart: 0 }).dueDate, '2026-11-22');
});

test('a time alone is today, or tomorrow if it is past; 25:00 is not a time', () => {
	assert.equal(en('Feed 10:01').dueDate, '2026-11-21');
	assert.equal(en('Feed 10:00').dueDate, '2026-11-22');
	assert.equal(en('Feed 25:00').title, 'Feed 25:00');
	assert.equal(en('Feed 12am').reminderTime, '00:00');
	assert.equal(en('Feed 12pm').reminderTime, '12:00');
	assert.equal(en('Feed tomorrow noon').reminderTime, '12:00');
	assert.equal(en('Feed at 8').reminderTime, null);
});

test('a language without a table reads sigils, English, and ISO dates', async () => {
	await loadLanguage('sv');
	const q = en('Betala hyran 2026-12-01 #hem', { language: 'sv' });
	assert.deepEqual([q.title, q.dueDate, q.tagNames],
	    ['Betala hyran', '2026-12-01', ['hem']]);
});
