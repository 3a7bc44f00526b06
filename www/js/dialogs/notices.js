// Shows the notices of sync as messages.

import { COMMANDS } from '../commands/commands.js';
import { list, members, state, task } from '../data/state.js';
import { setTask } from '../mutations/tasks.js';
import { navigate, setUi, showToast, ui } from '../page/ui.js';
import { fileLimits, formatDay, formatMoment } from '../text/format.js';
import { sayRule } from '../text/rule-words.js';
import { t } from '../text/words.js';

/** @typedef {import('../data/types').Notice} Notice */

/** Format the value of a field.
 * @type {Record<string, (value: any, task: any) => string>} */
const VALUE_TEXTS = {
	dueDate: formatDay,
	reminderAt: formatMoment,
	recurrence: (word, r) => r.recurrenceRule ? sayRule(r.recurrenceRule, r.recurrenceFrom) :
		t('group.none'),
	starred: on => t(on ? 'starred' : 'group.none'),
	assigneeId: (id, r) => members(r?.listId ?? '').find(m => m.userId === id)
	    ?.displayName ?? t('someone'),
};

/** Shows that somebody else's later value won, and offers the user's own.
 * @param {Notice} n */
function showOverridden(n) {
	const id = n.taskId ?? '', field = n.field ?? '', r = task(id);
	const shared = r && members(r.listId).length > 1;
	const value = n.value === null && field !== 'recurrence' ? t('group.none') :
		VALUE_TEXTS[field]?.(n.value, r) ?? String(n.value);

	COMMANDS['use-mine'] = () => {
		setUi({ toast: null });
		setTask(id, n.mine);
	};
	showToast(t('theirs', { name: t(shared ? 'someone' : 'you'), value }),
	    { command: 'use-mine', label: t('useMine') });
}

/** @param {Notice} n */
export function showNotice(n) {
	const title = n.title ?? task(n.taskId ?? '')?.title ?? '';

	if (n.kind === 'deleted' && state.route.task === n.taskId) {
		navigate({ ...state.route, task: undefined });
		if (list(n.listId ?? ''))
			showToast(t('gone', { title }));
	} else if (n.kind === 'theirs')
		showOverridden(n);
	else if (n.kind === 'unshared' && n.listId !== ui.left)
		showToast(t('unshared', { title }));
	else if (n.kind === 'unsaved')
		showToast(t('problem.' + (n.problem?.code ?? 'unsaved'), fileLimits()));
}
