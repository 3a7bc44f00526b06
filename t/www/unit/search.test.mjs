// Search: every word begins a word, without regard to case and accents.

import test from 'node:test';
import assert from 'node:assert/strict';
import { store } from '../../../www/js/data/state.js';
import { foldCase } from '../../../www/js/text/fold-case.js';
import { buildSearchTexts, search } from '../../../www/js/text/search.js';

const task = (/** @type {string} */ id, /** @type {string} */ title, o = {}) =>
	/** @type {[string, any]} */ (['task/' + id, { id, title, listId: 'l', notes: null,
	    done: false, rank: id, createdAt: id, updatedAt: id, ...o }]);

store.apply([['list/l', { id: 'l', title: 'Größe', rank: 'a' }],
	['tag/g', { id: 'g', name: 'Müll' }],
	task('1', 'Renew passport'), task('2', 'Crème brûlée', { notes: 'with\nsugar' }),
	task('3', 'passport photo', { done: true }), task('4', 'ŁÓDŹ trip'),
	['step/s', { id: 's', taskId: '1', title: 'Take pictures', rank: 'a' }],
	['taskTags/4', { taskId: '4', tagIds: ['g'] }]]);

const ids = (/** @type {string} */ q) => search(q).map(t => t.id).join(' ');

test('titles, notes, steps, tags and lists are found; open first, then the newest', () => {
	for (const [q, want] of [['pass', '1 3'], ['PASSPORT', '1 3'], ['port', ''],
		['creme', '2'], ['brulee sug', '2'], ['pict renew', '1'], ['lodz', '4'],
		['mull', '4'], ['mu trip', '4'], ['grosse', '4 2 1 3'], ['grosse photo', '3'],
		['', ''], ['...', ''], ['pass nothing', '']])
		assert.equal(ids(q), want, q);
});

test('letter by letter as at once, and not again for each draw', () => {
	for (const q of ['passport photo', 'grosse pass', 'mu trip', 'tri']) {
		search('...');
		const typed = [...q].map((_, i) => ids(q.slice(0, i + 1)));
		const at = typed.map((_, i) => {
			search('nothing like it');
			return ids(q.slice(0, i + 1));
		});
		assert.deepEqual(typed, at, q);
	}
	assert.equal(search('pass'), search('pass'));
});

test('changes are found at once', () => {
	buildSearchTexts(fn => fn(() => 100));
	store.apply([task('1', 'Renew licence', { updatedAt: '2' })]);
	assert.equal(ids('licence'), '1');
	assert.equal(ids('passport'), '3');
	store.apply([['step/s', { id: 's', taskId: '1', title: 'Stamps', rank: 'a' }],
		['list/l', { id: 'l', title: 'Home', rank: 'a', updatedAt: '2' }],
		['tag/g', null], ['task/3', null]]);
	assert.deepEqual([ids('stamps'), ids('pict'), ids('home'), ids('grosse'),
	    ids('mull'), ids('photo')], ['1', '', '4 2 1', '', '', '']);
});

test('case and accents are ignored', () => {
	assert.deepEqual(['Ähre', 'STRASSE', 'Straße', 'ﬁn', 'Ø'].map(foldCase),
	    ['ahre', 'strasse', 'strasse', 'fin', 'o']);
});
