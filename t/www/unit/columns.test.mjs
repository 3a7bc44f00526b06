// Columns of a table: each field has one, and each column one field.

import test from 'node:test';
import assert from 'node:assert/strict';
import { chooseColumn, fieldOf } from '../../../www/js/data/columns.js';

const heads = ['Task', 'Date', 'Date', '', '2'];

/** The choice so far, the column, its new field, and the choice then.
 * @type {[any, number, string, any][]} */
const CASES = [
	[{}, 0, 'title', { title: 'Task' }],
	[{ title: 'Task' }, 0, 'notes', { notes: 'Task' }],
	[{ title: 'Task' }, 0, '', {}],
	[{ title: 'Task', due: '2' }, 2, 'due', { title: 'Task', due: '3' }],
	[{ due: 'Date' }, 2, 'created', { due: 'Date', created: '3' }],
	[{ due: 'Date' }, 1, '', {}],
	[{}, 3, 'notes', { notes: '4' }],
	[{ notes: '4' }, 3, '', {}],
];

for (const [map, at, field, want] of CASES)
	test(JSON.stringify([map, at, field]), () => {
		const now = chooseColumn(map, heads, at, field);

		assert.deepEqual(now, want);
		assert.equal(fieldOf(now, heads, at), field);
	});

test('a head that is a number is the head', () => {
	assert.equal(fieldOf({ title: '2' }, heads, 4), 'title');
	assert.equal(fieldOf({ title: '2' }, heads, 1), '');
});
