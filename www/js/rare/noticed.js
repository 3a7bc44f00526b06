// What the data layer has to tell, as a message.

import { ACTS, day, go, limitsOf, list, members, moment, set, state, t, task, toast, ui }
	from '../kit.js';
import { actions } from '../further.js';

/** @typedef {import('../types').Notice} Notice */

/** A field's value in words.
 * @type {Record<string, (value: any, task: any) => string>} */
const SAID = {
	dueDate: day,
	reminderAt: moment,
	starred: on => t(on ? 'starred' : 'group.none'),
	assigneeId: (id, r) => members(r?.listId ?? '').find(m => m.userId === id)
	    ?.displayName ?? t('someone'),
};

/** Another's later value was kept: whose, and the way back to mine.
 * @param {Notice} n */
function theirs(n) {
	const id = n.taskId ?? '', field = n.field ?? '', r = task(id);
	const shared = r && members(r.listId).length > 1;
	const value = n.value === null ? t('group.none') :
		SAID[field]?.(n.value, r) ?? String(n.value);

	ACTS['use-mine'] = () => {
		set({ toast: null });
		actions.setTask(id, { [field]: n.mine ?? null });
	};
	toast(t('theirs', { name: t(shared ? 'someone' : 'you'), value }),
	    { act: 'use-mine', label: t('useMine') });
}

/** @param {Notice} n */
export function noticed(n) {
	const title = n.title ?? task(n.taskId ?? '')?.title ?? '';

	if (n.kind === 'gone' && state.route.task === n.taskId) {
		go({ ...state.route, task: undefined });
		if (list(n.listId ?? ''))
			toast(t('gone', { title }));
	} else if (n.kind === 'theirs')
		theirs(n);
	else if (n.kind === 'unshared' && n.listId !== ui.left)
		toast(t('unshared', { title }));
	else if (n.kind === 'unsaved')
		toast(t('problem.' + (n.problem?.code ?? 'unsaved'), limitsOf()));
}
