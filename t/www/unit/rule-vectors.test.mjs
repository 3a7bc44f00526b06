// The app and the service understand rules alike: the vectors that both are tested with.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { canonicalRule, parseRule, ruleOfWord, wordOfRule } from '../../../www/js/data/rule.js';
import { datesOf, following } from '../../../www/js/data/series.js';

const VECTORS = JSON.parse(readFileSync(new URL('../../vectors/rules.json', import.meta.url),
	'utf8'));
/** What a vector says of a rule, by the name of its table.
 * @type {Record<string, (v: any) => [any, any]>} */
const TABLES = {
	canonical: v => {
		const r = parseRule(v.rule), text = r && canonicalRule(r, v.due);
		return [[text, wordOfRule(text)], [v.want, v.word]];
	},
	refused: v => {
		const r = parseRule(v.rule);
		/* A rule that never comes is refused by the service alone. */
		return [v.part === null ? datesOf(/** @type {any} */ (r), v.due, 2).length : r,
		    v.part === null ? 1 : null];
	},
	words: v => [ruleOfWord(v.word, v.due), v.want],
	next: v => [following(v.rule, v.due, v.today, v.from), v.next && { dueDate: v.next,
		recurrenceRule: v.ruleAfter }],
	dates: v => [datesOf(/** @type {any} */ (parseRule(v.rule)), v.due, v.dates.length), v.dates],
};

test('every table of vectors is read', () => assert.deepEqual(Object.keys(VECTORS).filter(k =>
	Array.isArray(VECTORS[k])).sort(), Object.keys(TABLES).sort()));
for (const [name, look] of Object.entries(TABLES))
	test(name, () => {
		const wrong = VECTORS[name].map((/** @type {any} */ v) => [v, ...look(v)])
			.filter((/** @type {any} */ [, have, want]) => JSON.stringify(have) !==
			    JSON.stringify(want));
		assert.deepEqual(wrong, []);
	});
