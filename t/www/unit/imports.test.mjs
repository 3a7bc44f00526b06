// Which modules of the web app import which: each folder only those below it, no
// circles, no file of exports alone; views no network, pure modules no window.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../www/js', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter(f => f.endsWith('.js'));
/** @type {Record<string, string>} */
const source = Object.fromEntries(files.map(f => [f, readFileSync(join(root, f), 'utf8')]));
const code = (/** @type {string} */ f) => source[f]
	.replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, '');

/** What a text imports by paths of its own, at the start or when it runs.
 * @param {string} f @param {string} text @returns {string[]} */
const importsOf = (f, text) => [...text.matchAll(
    /^(?:import|export)\b[^;'(]*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)]
	.map(m => posix.join(posix.dirname(f), m[1] ?? m[2]))
	.filter(i => !i.includes('node_modules'));

/* From above to below; files of no folder start the scripts. */
const LAYERS = ['.', 'dialogs', 'commands', 'page', 'sync', 'mutations', 'outbox',
	'replica', 'quickadd', 'text', 'data'];
/** @type {Record<string, string[]>} */
const graph = Object.fromEntries(files.map(f => [f, importsOf(f, code(f))]));

/** The imports that go up.
 * @param {Record<string, string[]>} g */
const climbs = g => Object.entries(g).flatMap(([f, to]) => to.filter(i =>
	LAYERS.indexOf(dirname(i)) < LAYERS.indexOf(dirname(f)))
	.map(i => `${f} imports ${i}`));

/** The files of a circle, in order; null without one.
 * @param {Record<string, string[]>} g @returns {string | null} */
function circle(g) {
	/** @type {Set<string>} */
	const done = new Set();
	/** @param {string} f @param {string[]} path @returns {string | null} */
	function visit(f, path) {
		if (path.includes(f))
			return [...path.slice(path.indexOf(f)), f].join(' -> ');
		if (done.has(f))
			return null;
		for (const i of g[f] ?? []) {
			const found = visit(i, [...path, f]);
			if (found)
				return found;
		}
		done.add(f);
		return null;
	}
	for (const f in g) {
		const found = visit(f, []);
		if (found)
			return found;
	}
	return null;
}

/** All that a file brings with it.
 * @param {string} f @param {Set<string>} [seen] */
function reached(f, seen = new Set()) {
	for (const i of graph[f])
		if (!seen.has(i)) {
			seen.add(i);
			reached(i, seen);
		}
	return seen;
}

test('imports, climbs and circles are found', () => {
	assert.deepEqual(importsOf('a/b.js', "import { c,\n\td } from '../c.js';\n" +
	    "import './d.js';\nexport { e } from './e.js';\nf(import('./f.js'));\n"),
	    ['c.js', 'a/d.js', 'a/e.js', 'a/f.js']);
	assert.deepEqual(climbs({ 'data/a.js': ['text/b.js'], 'text/b.js': ['data/a.js'] }),
	    ['data/a.js imports text/b.js']);
	assert.equal(circle({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }), 'b -> d -> b');
	assert.equal(circle({ a: ['b', 'c'], b: ['c'], c: [] }), null);
});

test('every import is of a file that exists, in a folder of the table', () => {
	for (const f of files) {
		assert.ok(LAYERS.includes(dirname(f)), f);
		for (const i of importsOf(f, code(f)))
			assert.ok(i in graph, `${f} imports ${i}`);
	}
});

test('a folder imports only the folders below it', () =>
	assert.deepEqual(climbs(graph), []));

test('the types of a folder are those of folders below it, too', () =>
	assert.deepEqual(climbs(Object.fromEntries(files.map(f => [f,
	    [...source[f].matchAll(/import\('(\.[^']+)'\)/g)]
		.map(m => posix.join(posix.dirname(f), m[1]))]))), []));

test('no files import each other in a circle', () =>
	assert.equal(circle(graph), null));

/* A bundle's entry names what others load from it. */
test('only the entry of a bundle exports what another file defines', () => {
	for (const f of files.filter(x => !x.startsWith('bundle-')))
		assert.doesNotMatch(code(f), /^export [^;']*\bfrom '/m, f);
});

test('pages and dialogs use the network through sync/online.js', () => {
	for (const f of files.filter(x => /^(page|dialogs)\//.test(x)))
		assert.doesNotMatch(code(f), /\b(fetch|XMLHttpRequest|indexedDB)\b/, f);
	for (const f of files.filter(x => x.startsWith('page/')))
		assert.doesNotMatch(code(f), /\bawait\b/, `${f} only draws`);
});

const PURE = ['data', 'quickadd'];
/* What these folders have of the window: the one state asks for a frame. */
const IMPURE = ['data/state.js', 'data/inbox.js', 'data/roles.js', 'data/trash-and-conflicts.js'];

test('pure modules use no window and no network', () => {
	const pure = files.filter(f => PURE.includes(dirname(f)) && !IMPURE.includes(f))
		.concat('mutations/operations.js', 'outbox/answers.js', 'outbox/next-requests.js',
		    'outbox/undo.js',
		    'text/words.js', 'text/fold-case.js');

	for (const f of pure)
		for (const g of [f, ...reached(f)]) {
			assert.ok(!IMPURE.includes(g), `${f} reaches ${g}`);
			assert.doesNotMatch(code(g),
			    /\b(window|document|fetch|navigator|localStorage|indexedDB)\b/,
			    `${f} reaches ${g}`);
		}
});

test('files under 300 lines, functions under 40', () => {
	for (const f of files) {
		const lines = source[f].split('\n');
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
