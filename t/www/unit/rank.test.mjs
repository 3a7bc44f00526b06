// Ranks agree byte for byte with the published package.

import test from 'node:test';
import assert from 'node:assert/strict';
import { generateKeyBetween } from
	'../../npm/node_modules/fractional-indexing/src/index.js';
import { between } from '../../../www/js/data/rank.js';
import { random } from './lib/random.mjs';

test('ranks between 5,000 are as those of the package', () => {
	const r = random(9), ranks = [between(null, null)];

	assert.equal(ranks[0], generateKeyBetween(null, null));
	for (let n = 0; n < 5000; n++) {
		const i = Math.floor(r() * r() * (ranks.length + 1));
		const a = ranks[i - 1] ?? null, b = ranks[i] ?? null;
		const k = between(a, b);
		assert.equal(k, generateKeyBetween(a, b));
		assert.ok((a === null || a < k) && (b === null || k < b));
		ranks.splice(i, 0, k);
	}
});

test('ranks at both ends are as those of the package', () => {
	for (const end of [0, 1]) {
		let k = between(null, null);
		for (let n = 0; n < 5000; n++) {
			const next = end ? between(k, null) : between(null, k);
			assert.equal(next, end ? generateKeyBetween(k, null) :
			    generateKeyBetween(null, k));
			k = next;
		}
	}
	assert.equal(between('zzzzzzzzzzzzzzzzzzzzzzzzzzz', null),
	    generateKeyBetween('zzzzzzzzzzzzzzzzzzzzzzzzzzz', null));
	assert.throws(() => between('b', 'a'));
	assert.throws(() => between('a', 'a'));
});
