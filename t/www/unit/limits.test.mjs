// The lengths of texts are in data/limits.js alone; lists of the service stand in the app, too.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { build } from '../targets.mjs';

test('no other module defines lengths', () => {
	for (const f of ['details', 'menus', 'account', 'sign-up', 'pick-record'])
		assert.doesNotMatch(readFileSync(new URL(`../../../www/js/dialogs/${f}.js`,
		    import.meta.url), 'utf8'), /maxlength="/, f);
});

/** Returns the words of a constant list of a module.
 * @param {string} file @param {string} name @returns {string[]} */
function listIn(file, name) {
	const text = readFileSync(new URL(`../../../www/js/dialogs/${file}.js`, import.meta.url),
		'utf8').match(new RegExp(`^const ${name} = (\\[[^\\]]*\\]);`, 'm'))?.[1] ?? '[]';

	return JSON.parse(text.replaceAll("'", '"'));
}

test('the app offers each form that the service takes', () => {
	const document = JSON.parse(readFileSync(`${build}/gen/openapi.json`,
		'utf8'));

	assert.deepEqual(listIn('import-page', 'FORMS'),
		document.paths['/me/export'].get.parameters.find(
			(/** @type {any} */ p) => p.name === 'format').schema.enum);
	assert.deepEqual(listIn('feeds', 'FORMS'),
		document.components.schemas.CalendarFeed.properties.as.enum);
});

test('each format of imports has a name', () => {
	const names = readFileSync(new URL('../../../lib/import/names.c', import.meta.url), 'utf8');
	const preview = readFileSync(new URL('../../../www/js/dialogs/import-preview.js',
		import.meta.url), 'utf8').match(/^const NAMES = (\{[^}]*\});/m)?.[1] ?? '';
	const words = JSON.parse(readFileSync(new URL('../../../www/words/en.json', import.meta.url),
		'utf8'));
	const formats = [...names.matchAll(/"([\w-]+)"/g)].map(m => m[1]);

	assert.ok(formats.includes('todoist'));
	assert.deepEqual(formats.filter(f => !words['import.form.' + f] &&
		!new RegExp(`[\\s']${f}'?:`).test(preview)), []);
});
