// Quick add: signs, and what decides how dates, times and repetitions are read; the
// phrases of each language are in quickadd-corpus.test.mjs.

import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { loadLanguage, parse, parseWhen } from '../../../www/js/quickadd/parse.js';
import { LANGUAGES } from '../../../www/js/text/languages.js';

const at = { today: '2026-11-21', now: '10:00', weekStart: 1,
	lists: [{ id: 'h', title: 'New home' }, { id: 'n', title: 'News' },
		{ id: 'w', title: 'Work' }],
	members: [{ userId: 'g', displayName: 'Grace Hopper' }] };

const en = (/** @type {string} */ s, o = {}) => parse(s, { ...at, language: 'en', ...o });

test('signs can be anywhere, begin a word, and are removed', () => {
	const q = en('#home Paint /new @gra walls !! #home');
	assert.equal(q.title, 'Paint /new walls');	// two lists begin so
	assert.deepEqual([q.tagNames, q.assigneeId, q.starred], [['home'], 'g', true]);
	assert.equal(en('Paint /new-home').listId, 'h');
	assert.equal(en('Paint /w').listId, 'w');
	assert.equal(en('Paint c#d a*b x@y.org either/or').spans.length, 0);
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

test('a number is no tag', () => {
	for (const title of ['We are #1', 'Fix #12', 'Fix #1-2'])
		assert.equal(en(title).title, title);
	assert.deepEqual(en('Buy a gift #xmas2026 #2do').tagNames, ['xmas2026', '2do']);
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
	assert.deepEqual(q.spans.map(m => [m.from, m.to, m.text]), [[9, 17, 'tomorrow']]);
	const again = en('Call mom tomorrow', { refused: [q.spans[0].id] });
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
	assert.equal(en('Feed tonight at 8').reminderTime, '20:00');
	assert.equal(en('Feed every day 9:00').dueDate, '2026-11-22');
});

test('what begins like a date and cannot be read to its end is named, and stays', () => {
	for (const [line, unread] of [
		['Trash every other full moon', 'every other full moon'],
		['Trash every other', 'every other'],
		['Pay every 2 weeks on Foo', 'every 2 weeks on Foo'],
		['Check every 3 hours', 'every 3 hours'],
		['Bins every third blue Tuesday', 'every third blue Tuesday'],
		['Call mom tomorrow at 8', 'tomorrow at 8'],
		['Pay 31 feb', '31 feb'], ['Feed 25:00', '25:00'],
		['Water every day until yesterday', 'every day until yesterday'],
		['Water every day until 20 November 2026', 'every day until 20 November 2026'],
		['Howl every full moon', 'every full moon'],
	]) {
		const q = en(line);
		assert.deepEqual([q.title, q.spans, q.dueDate, q.recurrenceRule, q.unread],
		    [line, [], null, null, [unread]], line);
	}
});

test('a date by itself is read after words that probably begin nothing', () => {
	assert.equal(en('Clean every window on Monday').title, 'Clean every window');
	assert.deepEqual(en('Clean every window on Monday').unread, []);
});

test('signs that name nothing are named, and stay', () => {
	assert.deepEqual(en('Paint /new @bob #a.b').unread, ['/new', '@bob', '#a.b']);
	assert.equal(en('Paint /new @bob #a.b').title, 'Paint /new @bob #a.b');
	assert.deepEqual(en('Paint /work /news').unread, ['/news']);
	assert.deepEqual(en('Look into /usr/bin or 1/2 #1').unread, []);
	assert.deepEqual(en('Write to @bob', { members: [] }).unread, []);
});

test('what was put back is not named', () => {
	const q = en('Bins every other Tuesday 9:00 /work');

	assert.deepEqual(q.spans.map(m => m.kind), ['repeat', 'time', 'list']);
	const refused = q.spans.map(m => m.id);
	assert.deepEqual(en('Bins every other Tuesday 9:00 /work', { refused }).unread, []);
	assert.equal(en('Bins every other Tuesday 9:00 /work', { refused }).title,
	    'Bins every other Tuesday 9:00 /work');
	assert.equal(en('Bins every other Tuesday 9:00', { refused: refused.slice(0, 1) })
	    .title, 'Bins every other Tuesday');
});

test('a service that knows only the five words gets only these', () => {
	assert.equal(en('Bins every Tuesday', { rules: false }).recurrence, 'weekly');
	assert.equal(en('Bins every month', { rules: false }).recurrence, 'monthly');
	for (const line of ['Bins every other Tuesday', 'Bins every week after done'])
		assert.deepEqual([en(line, { rules: false }).title,
		    en(line, { rules: false }).unread.length], [line, 1], line);
});

test('a text that is only a date, a time or a repetition', () => {
	const when = (/** @type {string} */ s) => parseWhen(s, { ...at, language: 'en' });

	assert.equal(when('fri 7pm')?.dueDate, '2026-11-27');
	assert.equal(when('fri 7pm')?.reminderTime, '19:00');
	assert.equal(when('every 2 weeks')?.recurrenceRule, 'FREQ=WEEKLY;INTERVAL=2');
	for (const s of ['', 'fr', 'fri seven', '#home', 'Call fri'])
		assert.equal(when(s), null, s);
});

test('a language without a table reads sigils, English, and ISO dates', async () => {
	await loadLanguage('sv');
	const q = en('Betala hyran 2026-12-01 #hem', { language: 'sv' });
	assert.deepEqual([q.title, q.dueDate, q.tagNames],
	    ['Betala hyran', '2026-12-01', ['hem']]);
});

test('the picker of dates understands its own examples', async () => {
	for (const language of LANGUAGES) {
		await loadLanguage(language);
		const hint = JSON.parse(fs.readFileSync(new URL(`../../../www/words/${language}.json`,
			import.meta.url), 'utf8'))['pick.date'];
		const [day, amount] = [...hint.matchAll(/[“„«]\s?(.*?)\s?[”“»]/g)].map(m => m[1]);
		assert.deepEqual([parseWhen(day, { ...at, language })?.dueDate,
			parseWhen(day, { ...at, language })?.reminderTime],
		['2026-11-27', '19:00'], hint);
		// Days, where weeks have no place.
		assert.match(parseWhen(amount, { ...at, language })?.dueDate ?? '',
			/^2026-(?:12-05|11-23)$/, hint);
	}
});
