// What is pasted becomes a file to import: a file as it is, a table, lines and Markdown.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readLines, toFile } from '../../../www/js/quickadd/pasted.js';

/** A text, and the file that it becomes: the name, and whether it stays as it is.
 * @type {[string, string, boolean][]} */
const TEXTS = [
	['BEGIN:VCALENDAR\nEND:VCALENDAR', 'pasted.ics', true],
	['{"lists": []}', 'pasted.json', true],
	['[{"title": "a"}]', 'pasted.json', true],
	['(A) Call Mum\nx 2026-01-02 Milk', 'pasted.txt', true],
	['Title\tDue\nMilk\t2026-01-02', 'pasted.csv', true],
	['title,due\nMilk,2026-01-02\nBread,', 'pasted.csv', true],
	['Aufgabe;Fällig\n"a;b";1.2.2026', 'pasted.csv', true],
	['title,notes\n"Milk","two\nlines"', 'pasted.csv', true],
	['Milk, eggs\nBread, butter', 'pasted.csv', false],
	['Milk\nBread', 'pasted.csv', false],
	['[ ] Milk\n[x] Bread', 'pasted.csv', false],
	['One,two\nThree', 'pasted.csv', false],
	['a,a\nb,c', 'pasted.csv', false],
];

for (const [text, name, same] of TEXTS)
	test(JSON.stringify(text), () => {
		const file = toFile(text);

		assert.equal(file.name, name);
		assert.equal(file.text.trim() === text, same, file.text);
		assert.equal(file.format, name === 'pasted.csv' ? 'csv' : undefined);
	});

/** Lines, and what their tasks have of: list, title, done, starred, due, dueTime, tags,
 * steps, notes.
 * @type {[string, any[]][]} */
const LINES = [
	['Milk\n\n- Bread', [{ title: 'Milk' }, { title: 'Bread' }]],
	['# Shop\n- [ ] Milk\n- [x] Bread\n## Home ##\n* Wash', [{ list: 'Shop', title: 'Milk' },
		{ list: 'Shop', title: 'Bread', done: true }, { list: 'Home', title: 'Wash' }]],
	['- Party\n  - [x] Cake\n  - Lights\n  for Bob\n- Next', [{ title: 'Party', steps:
		['[x] Cake', '[ ] Lights'], notes: ['for Bob'] }, { title: 'Next' }]],
	['- a\n\t1. b\n\t2. c', [{ title: 'a', steps: ['[ ] b', '[ ] c'] }]],
	['1. Wash\n\n2. Dry', [{ title: 'Wash' }, { title: 'Dry' }]],
	['2. Mai Geburtstag\n7. Mai Umzug', [{ title: '2. Mai Geburtstag' }, { title: '7. Mai Umzug' }]],
	['  - a\n  - b', [{ title: 'a' }, { title: 'b' }]],
	['- [ ] **Rent** (due 2026-12-01 15:00) #home #money', [{ title: 'Rent', starred: true,
		due: '2026-12-01', dueTime: '15:00', tags: ['home', 'money'] }]],
	['- Rent (due 2026-12-01, every month)', [{ title: 'Rent (due 2026-12-01, every month)' }]],
	['- \\*a\\* \\[b\\] 2**3', [{ title: '*a* [b\\] 2**3' }]],
	['#tag alone', [{ title: '#tag alone' }]],
	['- fix #12', [{ title: 'fix', tags: ['12'] }]],
];
const NONE = { list: '', done: false, starred: false, due: '', dueTime: '', tags: [], steps: [],
	notes: [] };

for (const [text, want] of LINES)
	test(JSON.stringify(text), () => assert.deepEqual(readLines(text),
	    want.map(w => ({ ...NONE, ...w }))));

test('the table has what a spreadsheet would take for a formula, and quotation marks', () =>
	assert.equal(toFile('- =1+1 "x"\n- \'=y').text.split('\r\n').slice(1, 3).join('\n'),
	    '"","\'=1+1 ""x""","","","","","","",""\n"","\'\'=y","","","","","","",""'));
