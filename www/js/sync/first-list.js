// Creates the first list of a user who has none.  Every device gives it the same id, so
// that only one is created.

import { lists, me, state, store } from '../data/state.js';
import { uuid5 } from '../data/uuid5.js';
import { mutateWithoutUndo, parts } from '../mutations/mutate.js';
import { createRecord } from '../mutations/operations.js';
import { t } from '../text/words.js';

let created = false;

/** Creates the first list if the user owns none. */
export function createFirstList() {
	const user = me();

	if (created || !user || !parts.outbox || lists().some(l => l.role === 'owner'))
		return;
	created = true;
	const id = uuid5(user.id, 'inbox'), title = t('list.first');
	if (store.ops.size === 0 && state.session === 'ok')
		mutateWithoutUndo(createRecord('list', { id, title }, '/lists', { id, title },
		    [{ kind: 'list', id, put: { id, title, groupId: null, rank: 'a0',
			role: 'owner', ownerId: user.id, ownerName: user.displayName,
			createdAt: new Date().toISOString(), updatedAt: '' } }],
		    ['order/lists'], []).forward);
}
