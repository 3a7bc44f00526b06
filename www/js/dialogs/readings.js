// Draws below the line that adds tasks what was read of it, and what was not understood.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { list, members, state } from '../data/state.js';
import { icon } from '../page/elements.js';
import { ui } from '../page/ui.js';
import { formatClock, formatDay } from '../text/format.js';
import { sayRule } from '../text/rule-words.js';
import { t } from '../text/words.js';

/** @typedef {import('../data/types').Quick} Quick */

const PICS = /** @type {Record<string, string>} */ ({ date: 'calendar', time: 'clock',
	repeat: 'repeat', star: 'star', list: 'list', person: 'user' });

/** The texts of chips, by kind; empty: the words as they were typed.
 * @type {Record<string, (q: Quick) => string | undefined>} */
const TEXTS = {
	date: q => q.dueDate ? formatDay(q.dueDate) : '',
	time: q => q.reminderTime ? formatClock(q.reminderTime) : '',
	repeat: q => q.recurrenceRule ? [sayRule(q.recurrenceRule, q.recurrenceFrom),
		!q.spans.some(m => m.kind === 'date') && q.dueDate && formatDay(q.dueDate)]
	    .filter(Boolean).join(' · ') : '',
	star: () => t('starred'),
	list: q => list(q.listId ?? '')?.title,
	person: q => members(q.listId ?? state.route.id ?? '').find(m =>
		m.userId === q.assigneeId)?.displayName,
};

/** Returns the texts of all chips.  A repetition in two places is said once; a time that
 * belongs to another's words stands with these.
 * @param {Quick} q */
function texts(q) {
	const kinds = q.spans.map(m => m.kind), time = q.reminderTime && !kinds.includes('time');

	return q.spans.map((m, i) => {
		const again = kinds.indexOf(m.kind) < i && m.kind === 'repeat';
		const text = !again && TEXTS[m.kind]?.(q) || m.text;
		return time && i === kinds.findIndex(k => k === 'date' || k === 'repeat') ?
			`${text} ${formatClock(q.reminderTime ?? '')}` : text;
	});
}

/** @param {Quick} q */
export function readings(q) {
	const all = texts(q);

	return html`${q.spans.length ? html`<div class="chips">${q.spans.map((m, i) => html`<button
		class="chip" dir="auto" type="button" data-command="unread" data-id=${m.id}
		title=${t('quick.unread')}>${PICS[m.kind] ? icon(PICS[m.kind], 'small') : nothing}${
		all[i]}</button>`)}</div>` : nothing}<div role="status">${ui.quick.unread?.length ?
		html`<p class="hint unread" dir="auto">${t('quick.notRead',
		{ text: ui.quick.unread.join(', ') })}</p>` : nothing}</div>`;
}
