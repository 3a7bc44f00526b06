// Types of the web app: its sources match their comments.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const bin = (/** @type {string} */ name, /** @type {string[]} */ ...args) => {
	const r = spawnSync(process.execPath, [root + 't/npm/node_modules/' +
	    name, ...args], { cwd: root, encoding: 'utf8' });
	return { ok: r.status === 0, text: r.stdout + r.stderr };
};
const tsc = (/** @type {string[]} */ ...args) =>
	bin('typescript/bin/tsc', ...args);

test('the sources agree with their types', () => {
	const r = tsc('-p', 'www/tsconfig.json');

	assert.ok(r.ok, r.text);
});
