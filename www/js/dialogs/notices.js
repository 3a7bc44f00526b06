// Shows the notices of sync as messages.

import { COMMANDS } from '../commands/commands.js';
import { list, members, state, task } from '../data/state.js';
import { setTask } from '../mutations/tasks.js';
import { navigate, setUi, showToast, ui } from '../page/ui.js';
import { fileLimits, formatDay, formatMoment, someoneOf } from '../text/format.js';
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

/** The user's own values, which the message on the screen offers.
 * @type {[string, any][]} */
let mine = [];

/** Shows a message below those notices that are still on the screen.
 * @param {string} text @param {{command?: string, label?: string}} [more] */
function show(text, more) {
	const now = ui.toast?.notice ? ui.toast : null;

	if (!now)
		mine = [];
	showToast(now ? `${now.text}\n${text}` : text, { command: now?.command, label: now?.label,
		...more, notice: true });
}

/** Returns how a value is shown.
 * @param {string} field @param {any} r the task that has it */
const valueText = (field, r) => field !== 'recurrence' && (r[field] ?? null) === null ?
	t('group.none') : VALUE_TEXTS[field]?.(r[field], r) ?? String(r[field]);

/** Shows that somebody else's later value won, and offers the user's own.
 * @param {Notice} n */
function showOverridden(n) {
	const id = n.taskId ?? '', field = n.field ?? '', r = task(id);
	const shared = r && members(r.listId).length > 1;
	const now = { ...r, [field]: n.value }, had = { ...r, ...n.mine };

	show(t(shared ? 'theirs' : 'theirs.elsewhere', {
		title: field === 'title' ? '' : `${r?.title}: `,
		name: shared && someoneOf(r.listId), value: valueText(field, now),
		mine: valueText(field, had) }), { command: 'use-mine', label: t('useMine') });
	mine.push([id, n.mine]);
}

COMMANDS['use-mine'] = () => {
	setUi({ toast: null });
	mine.splice(0).forEach(([id, patch]) => setTask(id, patch));
};

/** @param {Notice} n */
function showDeleted(n) {
	const { listId = '', title } = n, shared = members(listId).length > 1;

	navigate({ ...state.route, task: undefined });
	if (list(listId))
		show(shared ? t('gone', { title, name: someoneOf(listId) }) :
			t('gone.elsewhere', { title }));
}

/** @param {Notice} n */
export function showNotice(n) {
	if (n.kind === 'deleted' && state.route.task === n.taskId)
		showDeleted(n);
	else if (n.kind === 'theirs')
		showOverridden(n);
	else if (n.kind === 'unshared' && n.listId !== ui.left)
		show(t('unshared', { title: n.title }));
	else if (n.kind === 'unsaved')
		show(t('problem.' + (n.problem?.code ?? 'unsaved'), fileLimits(n.title)));
}
