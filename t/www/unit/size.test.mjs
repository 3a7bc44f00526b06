/* The size of what is fetched before the first draw, and of the rest. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { size, SIZES } from '../targets.mjs';

for (const [name, most, ...patterns] of SIZES)
	test(name, () => {
		const n = size(patterns);
		assert.ok(n > 0 && n <= most * 1000, `${n} bytes, of ${most} kB`);
	});
