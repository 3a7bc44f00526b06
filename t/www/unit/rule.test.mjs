// Recurrence rules: their text, their words, and the dates of their series.

import test from 'node:test';
import assert from 'node:assert/strict';
import { addDays } from '../../../www/js/data/dates.js';
import { canonicalRule, formatRule, parseRule, ruleOfWord, wordOfRule } from
	'../../../www/js/data/rule.js';
import { datesOf, following } from '../../../www/js/data/series.js';
import { random } from './lib/random.mjs';

const parsed = (/** @type {string} */ s) => /** @type {any} */ (parseRule(s));

test('the canonical form, by due date', () => {
	for (const [rule, due, want] of [
		['freq=weekly;byday=th,tu;interval=2', '2026-11-24', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH'],
		['FREQ=WEEKLY;BYDAY=TU', '2026-11-24', 'FREQ=WEEKLY'],
		['FREQ=WEEKLY;BYDAY=TU', '2026-11-25', 'FREQ=WEEKLY;BYDAY=TU'],
		['INTERVAL=1;FREQ=DAILY;WKST=SU', '2026-11-24', 'FREQ=DAILY'],
		['FREQ=MONTHLY;BYMONTHDAY=24', '2026-11-24', 'FREQ=MONTHLY'],
		['FREQ=MONTHLY', '2026-12-31', 'FREQ=MONTHLY;BYMONTHDAY=31'],
		['FREQ=MONTHLY;BYMONTHDAY=-1,15,3', '2026-11-24', 'FREQ=MONTHLY;BYMONTHDAY=3,15,-1'],
		['FREQ=MONTHLY;BYDAY=-1FR,1MO,1FR', '2026-11-27', 'FREQ=MONTHLY;BYDAY=1MO,1FR,-1FR'],
		['FREQ=YEARLY;BYMONTHDAY=24;BYMONTH=12', '2026-12-24', 'FREQ=YEARLY'],
		['FREQ=YEARLY;BYMONTH=12', '2026-11-24', 'FREQ=YEARLY;BYMONTH=12'],
		['FREQ=YEARLY', '2028-02-29', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'],
		['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,SU', '2026-11-23',
		    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU'],
		['FREQ=DAILY;UNTIL=20261231T225959Z', '2026-11-24', 'FREQ=DAILY;UNTIL=20261231'],
		['FREQ=DAILY;COUNT=5', '2026-11-24', 'FREQ=DAILY;COUNT=5'],
	])
		assert.equal(canonicalRule(parsed(rule), due), want, rule + due);
});

test('what is not supported is refused', () => {
	for (const rule of ['', 'DAILY', 'FREQ=HOURLY', 'FREQ=SOMETIMES', 'FREQ=DAILY;FREQ=DAILY',
		'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;INTERVAL=1000', 'FREQ=DAILY;BYHOUR=9',
		'FREQ=DAILY;COUNT=3;UNTIL=20270101', 'FREQ=DAILY;UNTIL=20270230', 'FREQ=WEEKLY;BYDAY=XX',
		'FREQ=WEEKLY;BYDAY=1MO', 'FREQ=MONTHLY;BYDAY=6MO', 'FREQ=MONTHLY;BYMONTHDAY=0',
		'FREQ=MONTHLY;BYMONTHDAY=32', 'FREQ=YEARLY;BYMONTH=13', 'FREQ=YEARLY;BYDAY=1MO',
		'FREQ=WEEKLY;BYSETPOS=1', 'FREQ=YEARLY;BYWEEKNO=3', 'FREQ=DAILY;COUNT=1e2',
		'FREQ=DAILY;BYDAY=' + 'MO,'.repeat(70) + 'MO', 'BYDAY=MO'])
		assert.equal(parseRule(rule), null, rule);
});

test('the five words and their rules', () => {
	for (const due of ['2026-11-24', '2026-01-28', '2026-01-29', '2026-01-30', '2026-01-31',
		'2028-02-29'])
		for (const word of ['daily', 'weekly', 'weekdays', 'monthly', 'yearly']) {
			const rule = ruleOfWord(word, due);
			assert.equal(wordOfRule(rule), word);
			assert.equal(canonicalRule(parsed(rule), due), rule, word + due);
		}
	assert.equal(ruleOfWord('monthly', '2026-01-30'),
	    'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1');
	for (const rule of ['FREQ=MONTHLY;BYMONTHDAY=31', 'FREQ=MONTHLY;INTERVAL=2', null, undefined,
		'FREQ=MONTHLY;BYMONTHDAY=28;BYSETPOS=-1'])
		assert.equal(wordOfRule(rule), null);
});

/* The dates are those of python3-dateutil 2.9. */
test('the dates of a series', () => {
	for (const [rule, ...want] of [
		['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27', '2026-12-25', '2027-01-29', '2027-02-26'],
		['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-11-30', '2026-12-31',
		    '2027-01-29', '2027-02-26'],
		['FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', '2026-01-31', '2026-02-28',
		    '2026-03-31', '2026-04-30'],
		['FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31'],
		['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', '2026-11-24', '2026-11-26', '2026-12-08'],
		['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU', '2026-11-22', '2026-11-23', '2026-12-06'],
		['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU', '2026-11-22', '2026-11-30', '2026-12-06'],
		['FREQ=DAILY;INTERVAL=3;BYDAY=MO', '2026-11-30', '2026-12-21', '2027-01-11'],
		['FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR', '2026-02-13', '2026-03-13', '2026-11-13'],
		['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', '2026-03-29', '2027-03-28', '2028-03-26'],
		['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29', '2032-02-29', '2036-02-29'],
		['FREQ=YEARLY;INTERVAL=400;BYMONTH=2;BYMONTHDAY=29', '2000-02-29', '2400-02-29'],
		['FREQ=YEARLY;BYDAY=MO;BYSETPOS=2', '2026-01-12', '2027-01-11', '2028-01-10'],
		['FREQ=DAILY;UNTIL=20261123', '2026-11-21', '2026-11-22', '2026-11-23'],
	])
		assert.deepEqual(datesOf(parsed(rule), want[0], want.length), want, rule);
	assert.deepEqual(datesOf(parsed('FREQ=DAILY;UNTIL=20261122'), '2026-11-21', 9),
	    ['2026-11-21', '2026-11-22']);
	assert.deepEqual(datesOf(parsed('FREQ=DAILY;COUNT=2'), '2026-11-21', 9),
	    ['2026-11-21', '2026-11-22']);
	assert.deepEqual(datesOf(parsed('FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30'), '2026-11-21', 9),
	    ['2026-11-21']);
});

test('31 January for 48 months, 29 February for 40 years', () => {
	const months = datesOf(parsed(ruleOfWord('monthly', '2026-01-31')), '2026-01-31', 48);
	const years = datesOf(parsed(ruleOfWord('yearly', '2028-02-29')), '2028-02-29', 40);

	assert.ok(months.every(d => addDays(d, 1).endsWith('-01')));
	assert.equal(months[47], '2029-12-31');
	assert.ok(years.every(d => addDays(d, 1).endsWith('-03-01')));
	assert.equal(years[39], '2067-02-28');
});

test('what follows a completed task', () => {
	for (const [rule, due, today, from, want, after = rule] of [
		['FREQ=DAILY', '2026-11-20', '2026-11-21', 'due', '2026-11-21'],
		['FREQ=DAILY', '2026-11-25', '2026-11-21', 'due', '2026-11-26'],
		['FREQ=WEEKLY', '2026-11-02', '2026-11-21', 'due', '2026-11-23'],
		['FREQ=WEEKLY;INTERVAL=2', '2026-11-02', '2026-11-21', 'due', '2026-11-30'],
		['FREQ=WEEKLY;INTERVAL=2', '2026-11-02', '2026-11-21', 'completion', '2026-12-05'],
		['FREQ=DAILY;INTERVAL=3', '2026-11-20', '2026-11-25', 'completion', '2026-11-28'],
		['FREQ=DAILY;COUNT=5', '2026-11-20', '2026-11-22', 'due', '2026-11-22', 'FREQ=DAILY;COUNT=3'],
		['FREQ=DAILY;COUNT=3', '2026-11-20', '2026-11-22', 'due', '2026-11-22', 'FREQ=DAILY;COUNT=1'],
		['FREQ=DAILY;COUNT=3', '2026-11-20', '2026-11-23', 'due', null],
		['FREQ=DAILY;COUNT=1', '2026-11-20', '2026-11-20', 'due', null],
		['FREQ=DAILY;COUNT=3', '2026-11-20', '2026-11-29', 'completion', '2026-11-30', 'FREQ=DAILY;COUNT=2'],
		['FREQ=DAILY;UNTIL=20261121', '2026-11-20', '2026-11-20', 'due', '2026-11-21'],
		['FREQ=DAILY;UNTIL=20261121', '2026-11-21', '2026-11-20', 'due', null],
		['FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', '2026-01-31', '2026-03-05', 'due', '2026-03-31'],
		['FREQ=YEARLY', '2026-03-05', '2029-03-05', 'due', '2029-03-05'],
		['FREQ=DAILY', '9999-12-31', '2026-11-20', 'due', null],
		['FREQ=HOURLY', '2026-11-20', '2026-11-20', 'due', null],
	])
		assert.deepEqual(following(/** @type {any} */ (rule), /** @type {any} */ (due),
		    /** @type {any} */ (today), /** @type {any} */ (from)), want &&
		    { dueDate: want, recurrenceRule: after }, [rule, due, today, from].join(' '));
});

test('reading is the opposite of writing; a later start names the same days', () => {
	const r = random(7), pick = (/** @type {any[]} */ a) => a[Math.floor(r() * a.length)];
	let n = 0;

	for (let i = 0; i < 4000; i++) {
		const text = ['FREQ=' + pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']),
			r() < 0.5 && 'INTERVAL=' + pick([1, 2, 3, 5]),
			r() < 0.2 && 'BYMONTH=' + pick(['2', '1,7', '3,4,5']),
			r() < 0.3 && 'BYMONTHDAY=' + pick(['1', '15,-1', '29,30', '31']),
			r() < 0.4 && 'BYDAY=' + pick(['MO', 'TU,TH', '1MO', '-1FR,2SA']),
			r() < 0.2 && 'BYSETPOS=' + pick(['1', '-1', '2,-2'])].filter(Boolean).join(';');
		const rule = parseRule(text);
		if (!rule)
			continue;
		n++;
		assert.deepEqual(parseRule(formatRule(rule)), rule, text);
		const dates = datesOf(rule, '2026-01-05', 6);
		if (dates.length > 3)
			assert.deepEqual(datesOf(parsed(canonicalRule(rule, dates[1])), dates[1], 4)
				.slice(0, 4), dates.slice(1, 5), text);
	}
	assert.ok(n > 1000);
});
