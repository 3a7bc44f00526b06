// Names in texts: a dialog that is opened, a command that data-command or the table of
// keys names, and a page of a bundle exist; another file uses what a file exports.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../www/js/', import.meta.url));
const text = (/** @type {string} */ f) => readFileSync(root + f, 'utf8');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter(f => f.endsWith('.js'));
const code = files.map(text).join('\n');
const found = (/** @type {RegExp} */ pattern, from = code) =>
	[...new Set([...from.matchAll(pattern)].map(m => m[1]))];

/** The keys of an object literal, given its text between the braces. */
const keys = (/** @type {string} */ literal) =>
	found(/(?:^|[{,]\s*)'?([\w-]+)'?(?=\s*(?:[:,]|$))/g, literal.trim());

test('every dialog that is opened exists', () => {
	const dialogs = [...code.matchAll(/export const dialogs = \{([^}]*)\}/g)]
		.flatMap(m => keys(m[1]));
	const opened = found(/\b(?:openDialog\(|dialog: \{ name: )'([\w-]+)'/g)
		.concat(found(/command: 'picker', arg: '(\w+)'/g));

	assert.ok(opened.length > 15);
	assert.deepEqual(opened.filter(d => !dialogs.includes(d)), []);
});

test('every command that is named exists', () => {
	const named = found(/data-command="([\w-]+)"/g).concat(
	    found(/\b(?:option|chip)\('([\w-]+)'/g), found(/\bcommand: '([\w-]+)'/g,
		code.replace(text('commands/key-table.js'), '')));
	const defined = found(/(?:^\t|[{,]\s*)'?([\w-]+)'?: (?:async )?(?:\(|\w+ =>|closeDialog|online)/gm)
		.concat(found(/COMMANDS(?:\.|\[')([\w-]+)(?:'\])? =/g),
		    found(/\bcommands\.([\w-]+) =/g));

	assert.ok(named.length > 40);
	assert.deepEqual(named.filter(c => !defined.includes(c)), []);
});

test('every key runs a command of the keyboard', () => {
	const table = text('commands/key-table.js'), handlers = text('commands/keys.js');
	const literal = /KEY_COMMANDS = \{([^]*?)\n\};/.exec(handlers)?.[1] ?? '';

	for (const name of found(/command: '(\w+)'/g, table))
		assert.match(literal, new RegExp(`(?:^|[\\s,])${name}(?:[:,]|$)`, 'm'), name);
});

test('the bundles draw every page that they are asked for', () => {
	const made = ['dialogs', 'pages'].flatMap(b => keys(/return \{([^}]*)\}/.exec(
	    text(`bundle-${b}.js`))?.[1] ?? '')).concat(keys(/signedOutPages = \{([^}]*)\}/.exec(text(
			'dialogs/sign-up.js'))?.[1] ?? ''));
	const route = text('page/route.js');
	const asked = ['PAGES', 'SIGNED_OUT'].flatMap(name => found(/'(\w+)'/g,
		new RegExp(`\\b${name} = \\[([^\\]]*)\\]`).exec(route)?.[1] ?? ''))
		.concat(found(/(?:drawLater|drawSignedOut)\('(\w+)'/g, text('page/app.js')));

	assert.ok(asked.length > 8);
	assert.deepEqual(asked.filter(p => p !== 'signin' && !made.includes(p)), []);
});

test('an export is used by another file', () => {
	const tests = readdirSync(root + '../../t/www', { recursive: true, encoding: 'utf8' })
		.filter(f => f.endsWith('.mjs') && !f.includes('node_modules'))
		.map(f => '../../t/www/' + f);
	const names = new Map([...files, ...tests].map(f =>
		[f, new Set(text(f).match(/[\w$]+/g))]));
	const unused = files.flatMap(f => found(
		/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm, text(f))
		.filter(name => ![...names].some(([other, has]) => other !== f && has.has(name)))
		.map(name => `${f}: ${name}`));

	assert.deepEqual(unused, []);
});
