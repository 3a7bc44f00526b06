/* What is fetched before anything is seen, and what the others add. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';

const build = process.env.DOCKET_BUILD ?? new URL('../../../build', import.meta.url).pathname;
const size = (...patterns) => fs.readdirSync(build + '/www')
    .filter(f => patterns.some(p => p.test(f)))
    .reduce((n, f) => n + fs.statSync(build + '/www/' + f).size, 0);
const kB = 1000;

const LIMITS = [
	['the page, its script and style, the worker', 45, /^index\.html\.gz$/,
		/^main-.*\.js\.gz$/, /^app-.*\.css\.gz$/, /^sw\.js\.gz$/],
	['the further script', 20, /^further-.*\.js\.gz$/],
	['the last script', 20, /^later-.*\.js\.gz$/],
	['the page alone', 14, /^index\.html\.gz$/],
	['the words of a language', 8, /^words-de-.*\.json\.gz$/],
];

for (const [name, most, ...patterns] of LIMITS)
	test(name, () => {
		const n = size(...patterns);
		assert.ok(n > 0 && n <= most * kB, `${n} bytes, of ${most} kB`);
	});
