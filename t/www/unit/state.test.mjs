// Selectors: the order of lists, and where a task goes by default.

import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { SORTS } from '../../../www/js/data/indices.js';
import { defaultList, listsInOrder, store } from
	'../../../www/js/data/state.js';

const list = (/** @type {string} */ id, /** @type {string} */ rank, o = {}) =>
	/** @type {[string, any]} */ (['list/' + id, { id, title: id, rank, groupId: null,
	    role: 'owner', ...o }]);

test('lists without a group come first', () => {
	store.apply([['group/g', { id: 'g', title: 'g', rank: 'a0' }],
		list('a', 'a0', { groupId: 'g' }), list('m', 'a0', { role: 'member' }),
		list('z', 'a0'), list('y', 'a1'), list('b', 'a1', { groupId: 'gone' })]);
	assert.deepEqual(listsInOrder().map(l => l.id), ['m', 'z', 'b', 'y', 'a']);
	assert.equal(defaultList()?.id, 'z', 'the first of one’s own');
	store.apply([['list/z', null], ['list/y', null], ['list/b', null]]);
	assert.equal(defaultList()?.id, 'a');
	store.apply([['list/a', null]]);
	assert.equal(defaultList()?.id, 'm', 'else the first there is');
});

test('every sort that the menu of a list offers exists', () => {
	const menu = fs.readFileSync(new URL('../../../www/js/dialogs/menus.js', import.meta.url),
		'utf8').match(/^const SORTS = (\[.*\]);$/m)?.[1] ?? '';
	assert.deepEqual(JSON.parse(menu.replaceAll("'", '"')).sort(), Object.keys(SORTS).sort());
});
