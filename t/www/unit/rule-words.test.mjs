// Every language says every rule that quick add can read, and others by their text.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sayRule } from '../../../www/js/text/rule-words.js';
import { LANGUAGES } from '../../../www/js/text/languages.js';
import { setWords } from '../../../www/js/text/words.js';

const read = (/** @type {string} */ f) => readFileSync(new URL(f, import.meta.url), 'utf8');
/** @param {string} language */
function speak(language) {
	Object.defineProperty(globalThis, 'navigator', { configurable: true,
		value: { languages: [language] } });
	setWords(JSON.parse(read(`../../../www/words/${language}.json`)), language);
}

const ENGLISH = {
	'FREQ=DAILY': 'Every day',
	'FREQ=DAILY;INTERVAL=3': 'Every 3 days',
	'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU': 'Every 2 weeks on Tuesday',
	'FREQ=WEEKLY;BYDAY=TU,TH': 'Every week on Tue, Thu',
	'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': 'Every weekday',
	'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR': 'Every 2 weeks on Mon, Tue, Wed, Thu, Fri',
	'FREQ=MONTHLY;BYMONTHDAY=1,15': 'Every month on the 1st, 15th',
	'FREQ=MONTHLY;BYMONTHDAY=22': 'Every month on the 22nd',
	'FREQ=MONTHLY;BYMONTHDAY=13,23': 'Every month on the 13th, 23rd',
	'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1': 'Every month on the 30th',
	'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28,29,30,31;BYSETPOS=-1': 'Every 2 months on the last day',
	'FREQ=MONTHLY;BYMONTHDAY=-1': 'Every month on the last day',
	'FREQ=MONTHLY;BYDAY=-1FR': 'Every month on the last Friday',
	'FREQ=MONTHLY;BYDAY=1MO,3MO': 'Every month on the 1st Monday, on the 3rd Monday',
	'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1': 'Every month on the last weekday',
	'FREQ=YEARLY': 'Every year',
	'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24': 'Every year on 24 December',
	'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1': 'Every year on 29 February',
	'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU': 'Every year in October on the last Sunday',
	'FREQ=WEEKLY;BYMONTH=6,7;BYDAY=SA': 'Every week in June, July on Saturday',
	'FREQ=WEEKLY;COUNT=6': 'Every week, 6 times',
	'FREQ=WEEKLY;COUNT=1': 'Every week, 1 time',
	'FREQ=DAILY;UNTIL=20301224': 'Every day, until Tue 24 Dec 2030',
};
const TEXT_ONLY = ['FREQ=MONTHLY;BYMONTHDAY=-2', 'FREQ=DAILY;BYDAY=MO', 'FREQ=MONTHLY;BYDAY=-2FR',
	'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1', 'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
	'FREQ=YEARLY;BYDAY=MO;BYSETPOS=2', 'FREQ=YEARLY;BYMONTHDAY=13', 'FREQ=MONTHLY;BYSETPOS=1',
	'FREQ=MONTHLY;BYMONTHDAY=15;BYSETPOS=1', 'FREQ=MONTHLY;BYMONTHDAY=1,-1',
	'FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=5', 'FREQ=HOURLY', 'something else'];

test('rules in English', () => {
	speak('en');
	globalThis.navigator.languages[0] = 'en-GB';
	for (const [rule, want] of Object.entries(ENGLISH))
		assert.equal(sayRule(rule), want);
	assert.equal(sayRule('FREQ=YEARLY;INTERVAL=10', 'completion'),
	    'Every 10 years, from the day it is done');
	assert.equal(sayRule('FREQ=DAILY;COUNT=2', 'completion'),
	    'Every day, 2 times, from the day it is done');
});

for (const language of LANGUAGES)
	test(`${language}: all rules of its phrases and of this table`, () => {
		speak(language);
		const rules = new Set([...read(`corpus/${language}.txt`).matchAll(
			/ ((?:DAI|WEEK|MONTH|YEAR)LY\S*)( done)?$/gm)].map(m => m[1]));
		const said = new Map();

		assert.ok(rules.size > 25);
		for (const rule of [...[...rules].map(r => 'FREQ=' + r), ...Object.keys(ENGLISH)]) {
			const words = sayRule(rule, 'completion');
			assert.doesNotMatch(words, /[=;{}|]|undefined|rule\./, rule);
			/* The last of 28 to 31 is the last day, too. */
			if (rule.includes('BYMONTHDAY=28,29,30,31;'))
				continue;
			assert.equal(said.get(words) ?? rule, rule, 'two rules, one sentence');
			said.set(words, rule);
		}
		for (const rule of TEXT_ONLY)
			assert.equal(sayRule(rule), rule);
	});
