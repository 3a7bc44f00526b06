// Which modules import which: views no network code, pure modules no window; and
// their sizes.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../www/js', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter(f => f.endsWith('.js')).map(f => join(root, f));
const source = (/** @type {string} */ f) => readFileSync(f, 'utf8');

/** @param {string} f */
const imports = f => [...source(f).matchAll(/^(?:import|export)[^;]*?from\s+'(\.[^']+)'|^import '(\.[^']+)'/gm)]
	.map(m => resolve(dirname(f), m[1] ?? m[2]));

/** All that a file brings with it.
 * @param {string} f @param {Set<string>} [seen] */
function reached(f, seen = new Set()) {
	for (const i of imports(f))
		if (!seen.has(i)) {
			seen.add(i);
			reached(i, seen);
		}
	return seen;
}

const NETWORK = ['http.js', 'sync.js', 'outbox.js', 'sending.js', 'db.js', 'pull.js',
	'uploads.js', 'work.js', 'tabs.js', 'session.js'];
const PURE = ['merge', 'dates', 'rank', 'undo', 'quickadd', 'fold', 'ops', 'store',
	'indices', 'ordered', 'kinds', 'queue', 'prepare', 'words', 'uuid',
	'uuid5', 'join'];

test('views import no network', () => {
	for (const f of files.filter(x => x.includes('/view/')))
		for (const i of imports(f))
			assert.ok(!NETWORK.includes(basename(i)), `${f} imports ${i}`);
});

test('pure modules use no window and no network', () => {
	for (const name of PURE) {
		const f = join(root, name + '.js');
		for (const g of [f, ...reached(f)]) {
			assert.ok(!NETWORK.includes(basename(g)) &&
			    !['state.js', 'engine.js'].includes(basename(g)),
			    `${name} reaches ${basename(g)}`);
			const code = source(g).replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
			assert.doesNotMatch(code, /\b(window|document|fetch|navigator|localStorage|indexedDB)\b/,
			    relative(root, g));
		}
	}
});

test('files under 300 lines, functions under 40', () => {
	for (const f of files) {
		const lines = source(f).split('\n');
		assert.ok(lines.length <= 301, `${f}: ${lines.length}`);
		let start = 0;
		lines.forEach((l, i) => {
			if (/^(export )?(async )?function|^\t(async )?\w+\(.*\) \{$/.test(l))
				start = i;
			if (/^\t?\}$/.test(l) && start) {
				assert.ok(i - start <= 41, `${f}:${start + 1}`);
				start = 0;
			}
		});
	}
});
