/* The words: the same keys and holes in every language, none unused, and none
 * outside the tables. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';

const www = new URL('../../../www/', import.meta.url);
const read = path => fs.readFileSync(new URL(path, www), 'utf8');
const table = name => JSON.parse(read('words/' + name + '.json'));
const files = dir => fs.readdirSync(new URL(dir, www), { recursive: true })
    .map(String).filter(f => f.endsWith('.js')).map(f => [dir + f, read(dir + f)]);
const english = table('en'), holes = s => [...s.matchAll(/\{\w+\}/g)].map(String).sort();
const code = files('js/').map(([, text]) => text).join('\n');

for (const file of fs.readdirSync(new URL('words/', www)))
	test(file, () => {
		const words = table(file.replace('.json', ''));
		assert.deepEqual(Object.keys(words), Object.keys(english));
		for (const key of Object.keys(words))
			if (!/\.(one|few|many)$/.test(key))
				assert.deepEqual(holes(words[key]), holes(english[key]), key);
	});

test('every key is used', () => {
	const unused = Object.keys(english).filter(key => {
		const base = key.replace(/\.(one|few|many|other)$/, '');
		const parts = base.split('.');
		return ![key, base, ...parts.map((_, i) => parts.slice(0, i).join('.') + '.')
		    .filter(p => p !== '.')].some(k => code.includes(`'${k}'`));
	});
	assert.deepEqual(unused, []);
});

test('every key that is named is there', () => {
	const named = [...code.matchAll(/\bt\('([\w.]+)'/g)].map(m => m[1])
	    .filter(k => !k.endsWith('.'));
	const missing = [...new Set(named)].filter(k => !(k in english) &&
	    !(k + '.other' in english));
	assert.deepEqual(missing, []);
});

test('templates hold no words of their own', () => {
	const found = files('js/view/').concat(files('js/rare/')).flatMap(([name, text]) =>
		[...text.matchAll(/(?<!=)>\s*([A-Za-z][a-z]{2,}[^<$`{}]*)</g)]
		    .filter(m => !/=>|[()'=;]/.test(m[0]) && m[1].trim() !== 'Docket')
		    .map(m => name + ': ' + m[1]));
	assert.deepEqual(found, []);
});
