// The first list of a user who has none: by an id that every device makes alike,
// so that it is made once.

import { engine, send, store } from './engine.js';
import { lists, me, state } from './state.js';
import { made } from './ops.js';
import { t } from './words.js';
import { uuid5 } from './uuid5.js';

let made_ = false;

/** Creates the first list if there is none. */
export function firstList() {
	const user = me();

	if (made_ || !user || !engine.outbox || lists().some(l => l.role === 'owner'))
		return;
	made_ = true;
	const id = uuid5(user.id, 'inbox'), title = t('list.first');
	if (store.ops.size === 0 && state.session === 'ok')
		send(made('list', { id, title }, '/lists', { id, title },
		    [{ kind: 'list', id, put: { id, title, groupId: null, rank: 'a0',
			role: 'owner', ownerId: user.id, ownerName: user.displayName,
			createdAt: new Date().toISOString(), updatedAt: '' } }],
		    ['order/lists'], []).forward);
}
