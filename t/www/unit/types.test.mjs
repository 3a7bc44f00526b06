// Types of the web app: its sources match their comments, and its records those of
// doc/openapi.json.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('the records are those that the service documents', () => {
	const dir = mkdtempSync(join(tmpdir(), 'types-'));
	const kinds = { List: 'List', Group: 'Group', Task: 'Task', Step: 'Step',
		Tag: 'Tag', Attachment: 'Attachment', MyDay: 'MyDayEntry', User: 'User' };
	const lines = Object.entries(kinds).map(([mine, theirs]) =>
		`export const of${mine} = (x: components['schemas']['${theirs}']): ` +
		`Mine.${mine} => x;`);

	const made = bin('openapi-typescript/bin/cli.js', 'doc/openapi.json', '-o',
	    join(dir, 'openapi.d.ts'));
	assert.ok(made.ok, made.text);
	writeFileSync(join(dir, 'agree.ts'),
	    "import type { components } from './openapi';\n" +
	    `import type * as Mine from '${root}www/js/types';\n` + lines.join('\n'));
	const r = tsc('--noEmit', '--strict', '--skipLibCheck', '--lib', 'es2023,dom',
	    '--moduleResolution', 'bundler', '--module', 'esnext',
	    '--typeRoots', dir, join(dir, 'agree.ts'));
	rmSync(dir, { recursive: true });
	assert.ok(r.ok, r.text);
});
