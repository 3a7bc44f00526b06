// Makes sure that the user has a list that nobody else sees, for tasks that are added
// outside of a list, and that all devices agree which it is.

import { inbox } from '../data/inbox.js';
import { isComplete, me, setting, state, store } from '../data/state.js';
import { uuid5 } from '../data/uuid5.js';
import { mutateWithoutUndo } from '../mutations/mutate.js';
import { createRecord } from '../mutations/operations.js';
import { queues } from '../mutations/queues.js';
import { setSetting } from '../mutations/settings.js';
import { t } from '../text/words.js';

/** Creates the list if there is none, and stores which it is.  Every device gives it
 * the same id, so that only one is created; the id of a list that is gone or shared is
 * never used again. */
export function ensureInbox() {
	const user = me(), had = setting('inbox');

	if (!user || !queues.outbox || store.ops.size || state.session !== 'ok' || !isComplete())
		return;
	const id = inbox()?.id ?? uuid5(user.id, 'inbox' + (had ?? ''));
	const title = t('list.first');
	if (!inbox())
		mutateWithoutUndo(createRecord('list', { id, title }, '/lists', { id, title },
		    [{ kind: 'list', id, put: { id, title, groupId: null, rank: 'a0',
			role: 'owner', ownerId: user.id, ownerName: user.displayName,
			createdAt: new Date().toISOString(), updatedAt: '' } }],
		    ['order/lists'], []).forward);
	if (had !== id)
		setSetting('inbox', id);
}
