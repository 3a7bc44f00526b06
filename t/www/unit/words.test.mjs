/* Translations: every language has the same keys and placeholders, none is unused,
 * and no text is outside the tables. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { PAIRS } from '../../../www/js/text/audit-words.js';
import { LANGUAGES } from '../../../www/js/text/languages.js';

const www = new URL('../../../www/', import.meta.url);
const read = path => fs.readFileSync(new URL(path, www), 'utf8');
const table = name => JSON.parse(read('words/' + name + '.json'));
const files = dir => fs.readdirSync(new URL(dir, www), { recursive: true })
    .map(String).filter(f => f.endsWith('.js')).map(f => [dir + f, read(dir + f)]);
const english = table('en'), holes = s => [...s.matchAll(/\{\w+\}/g)].map(String).sort();
const code = files('js/').map(([, text]) => text).join('\n');

/* The entries of a key with forms of number, in a language: English has one and
 * other; some have more.  Those that only fractions or millions have are left out. */
const keys = lang => {
	const rules = new Intl.PluralRules(lang);
	const forms = new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)));

	return Object.keys(english).flatMap(key => {
		const base = key.replace(/\.(one|other)$/, '');

		return base === key || !(base + '.one' in english && base + '.other' in english) ?
			[key] : key.endsWith('.one') ? [] : [...forms].map(f => `${base}.${f}`);
	});
};

for (const file of fs.readdirSync(new URL('words/', www)))
	test(file, () => {
		const lang = file.replace('.json', ''), words = table(lang);
		const want = new Set(keys(lang)), have = new Set(Object.keys(words));
		assert.deepEqual([...want].filter(k => !have.has(k)), [], 'missing');
		assert.deepEqual([...have].filter(k => !want.has(k)), [], 'too many');
		for (const key of Object.keys(words)) {
			assert.ok(words[key].trim(), key);
			if (!/\.one$/.test(key))
				assert.deepEqual(holes(words[key]), holes(english[key] ??
					english[key.replace(/\w+$/, 'other')]), key);
		}
	});

test('no line of French begins with a sign', () => {
	const words = table('fr');

	assert.deepEqual(Object.keys(words).filter(k => / [:;?!»]|« /.test(words[k])), []);
});

test('every language has its words, its table of quick add, and its mails', () => {
	const codes = dir => fs.readdirSync(new URL(dir, www)).map(f => f.split('.')[0])
		.filter(f => f.length === 2).sort();

	assert.deepEqual(codes('words/'), [...LANGUAGES].sort(), 'words/CODE.json');
	assert.deepEqual(codes('js/quickadd/'), [...LANGUAGES].sort(), 'quickadd/CODE.js');
	assert.deepEqual(['en', ...codes('../lib/mail/words/')].sort(), [...LANGUAGES].sort(),
		'lib/mail/words/CODE.txt');
	for (const name of LANGUAGES.map(l => new Intl.DisplayNames('en', { type: 'language' })
		.of(l)))
		for (const page of ['doc/app.md', 'doc/import.md'])
			assert.ok(read('../' + page).includes(name ?? '?'), `${page}: ${name}`);
});

test('an import knows the heads of a table in every language', () => {
	const heads = read('../lib/import/format/words.c')
		.match(/ heads\[COLUMN__MAX\] = \{\n(.*?)^\};/ms)?.[1] ?? '';
	const columns = heads.split(/^\t\[(?=COLUMN_\w+\] =\n)/m).slice(1);

	assert.ok(columns.length > 10, 'columns are found');
	for (const column of columns)
		assert.ok([...column.matchAll(/^\t {4}" /gm)].length >= LANGUAGES.length,
			`lib/import/format/words.c, ${column.split(']')[0]}: a line each`);
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

test('every key that is used exists', () => {
	const named = [...code.matchAll(/\bt\('([\w.]+)'/g)].map(m => m[1])
	    .filter(k => !k.endsWith('.'));
	const missing = [...new Set(named)].filter(k => !(k in english) &&
	    !(k + '.other' in english));
	assert.deepEqual(missing, []);
});

/* The words of a member of the API that is one of some, and what they begin with. */
for (const [file, member, start] of [['account', 'what', 'audit.'],
	['administration', 'name', 'check.'], ['administration', 'name', 'check.bad.']])
	test(`${start} has all words of the API`, () => {
		const all = read(`../api/${file}.txt`).match(new RegExp(
			`^\t- ${member} word ([\\w-]+(?:\\|[\\w-]+)+)`, 'm'))?.[1].split('|') ?? [];

		assert.ok(all.length > 3);
		assert.deepEqual(all.filter(w => !(start + w in english ||
			start === 'audit.' && w in PAIRS)), []);
	});

test('templates contain no text', () => {
	const found = files('js/page/').concat(files('js/dialogs/')).flatMap(([name, text]) =>
		[...text.matchAll(/(?<!=)>\s*([A-Za-z][a-z]{2,}[^<$`{}]*)</g)]
		    .filter(m => !/=>|[()'=;]/.test(m[0]) && m[1].trim() !== 'Docket')
		    .map(m => name + ': ' + m[1]));
	assert.deepEqual(found, []);
});
