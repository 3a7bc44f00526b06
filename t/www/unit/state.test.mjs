// Selectors: the order of lists, and where a task goes by default.

import test from 'node:test';
import assert from 'node:assert/strict';
import { inbox } from '../../../www/js/data/inbox.js';
import { listsInOrder, state, store } from '../../../www/js/data/state.js';

const list = (/** @type {string} */ id, /** @type {string} */ rank, o = {}) =>
	/** @type {[string, any]} */ (['list/' + id, { id, title: id, rank, groupId: null,
	    role: 'owner', ownerId: 'me', createdAt: '2026-01-01', ...o }]);
const shared = (/** @type {string} */ listId) => /** @type {[string, any]} */ (
	[`member/${listId}/x`, { listId, userId: 'x', displayName: 'X', joinedAt: '' }]);
const chosen = (/** @type {string} */ key, /** @type {any} */ value) =>
	store.apply([['setting/' + key, { key, value }]]);

test('lists without a group come first', () => {
	store.apply([['group/g', { id: 'g', title: 'g', rank: 'a0' }],
		list('a', 'a0', { groupId: 'g' }), list('m', 'a0', { role: 'member' }),
		list('z', 'a0'), list('y', 'a1'), list('b', 'a1', { groupId: 'gone' })]);
	assert.deepEqual(listsInOrder().map(l => l.id), ['m', 'z', 'b', 'y', 'a']);
});

test('a task goes to a list of one’s own, never to a shared one', () => {
	store.clear();
	store.apply([list('first', 'a5'), list('top', 'a0', { createdAt: '2026-01-02' }),
		list('theirs', 'a1', { role: 'member', ownerId: 'x', createdAt: '2025' }),
		list('ours', 'a2', { createdAt: '2025' }), shared('ours')]);
	assert.equal(inbox(), undefined, 'unknown until everything is fetched');
	Object.assign(state, { loaded: true, partial: false });
	assert.equal(inbox()?.id, 'first', 'the first that was made, wherever it stands');
	chosen('ui', { inbox: 'top' });
	assert.equal(inbox()?.id, 'top', 'as earlier versions stored it');
	for (const [id, goes, why] of [['first', 'first', 'chosen'],
	    ['ours', 'first', 'shared'], ['theirs', 'first', 'somebody else’s'],
	    ['gone', 'first', 'not there'], ['top', 'top', 'chosen']]) {
		chosen('inbox', id);
		assert.equal(inbox()?.id, goes, why);
	}
	store.apply([shared('top')]);
	assert.equal(inbox()?.id, 'first', 'shared since');
	store.apply([shared('first')]);
	assert.equal(inbox(), undefined, 'none is left');
});
