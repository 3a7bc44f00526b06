/* Which modules can import which: views use neither network nor disk, and pure
 * modules no window. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const js = new URL('../../../www/js/', import.meta.url).pathname;
const text = file => fs.readFileSync(path.join(js, file), 'utf8');
const imports = file => [...text(file).matchAll(/^(?:import|export)[^;]*?from\s+'([^']+)'/gm)]
    .map(m => path.relative(js, path.resolve(js, path.dirname(file), m[1])));
const files = fs.readdirSync(js, { recursive: true }).map(String)
    .filter(f => f.endsWith('.js'));
const NETWORK = ['http.js', 'sync.js', 'outbox.js', 'db.js', 'pull.js', 'uploads.js',
    'sending.js', 'work.js'];

for (const file of files.filter(f => /^(view|rare)\//.test(f)))
	test(file, () => {
		assert.deepEqual(imports(file).filter(i => NETWORK.includes(i)), []);
		if (file.startsWith('rare/'))
			assert.deepEqual(imports(file).filter(i => !i.startsWith('rare/') &&
			    !['kit.js', 'further.js', 'limits.js'].includes(i)), [],
			    'takes its parts from kit.js, further.js and limits.js');
		if (file.startsWith('view/'))
			assert.ok(!/\bawait\b|\bfetch\(/.test(text(file)), 'only draws');
	});

for (const file of ['merge.js', 'dates.js', 'quickadd.js', 'rank.js', 'undo.js',
    'route.js'])
	test(file + ' is pure', () => assert.ok(!/\b(window|document|location|fetch)\b[.(]/
	    .test(text(file).replace(/\/\/.*/g, ''))));

for (const file of files)
	test(file + ' is short', () => {
		const lines = text(file).split('\n');
		assert.ok(lines.length <= 600, `${lines.length} lines`);
	});
