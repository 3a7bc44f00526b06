// Draws the line that adds a task.  What was read is marked in the line and named by the
// chips below.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { list, members, state } from '../data/state.js';
import { formatDay, formatTime, fromLocalInput } from '../text/format.js';
import { t } from '../text/words.js';
import { icon } from './elements.js';
import { ui } from './ui.js';

/** @typedef {import('../data/types').Quick} Quick */

/** Draws the text, with what was read marked, behind the field.
 * @param {string} text @param {Quick | null} q */
function mirror(text, q) {
	const out = [];
	let at = 0;

	for (const m of q?.marks ?? []) {
		out.push(text.slice(at, m.from), html`<b>${text.slice(m.from, m.to)}</b>`);
		at = m.to;
	}
	return html`<div class="mirror" dir="auto" aria-hidden="true">${out}${text.slice(at)}</div>`;
}

const PICS = /** @type {Record<string, string>} */ ({ date: 'calendar', time: 'bell',
	repeat: 'repeat', star: 'star', tag: '', list: 'list', person: 'user' });

/** Returns the text of a chip.
 * @param {{kind: string, text: string}} m @param {Quick} q */
function words(m, q) {
	if (m.kind === 'date')
		return q.dueDate ? formatDay(q.dueDate) : m.text;
	if (m.kind === 'time')
		return q.reminderTime ? formatTime(fromLocalInput(`${q.dueDate ?? state.today}T${
			q.reminderTime}`)) : m.text;
	if (m.kind === 'repeat')
		return t('repeat.' + q.recurrence);
	if (m.kind === 'star')
		return t('starred');
	if (m.kind === 'list')
		return list(q.listId ?? '')?.title ?? m.text;
	if (m.kind === 'person')
		return members(q.listId ?? state.route.id ?? '')
		    .find(x => x.userId === q.assigneeId)?.displayName ?? m.text;
	return m.text;
}

/** @param {Quick | null} q */
const chips = q => q?.marks.length ? html`<div class="chips">${q.marks.map(m =>
	html`<button class="chip" dir="auto" type="button" data-act="unread" data-id=${m.id}
	title=${t('quick.unread')}>${PICS[m.kind] ? icon(PICS[m.kind], 'small') :
	nothing}${words(m, q)}</button>`)}</div>` : nothing;

/** Draws the names that complete the word being typed.
 * @param {string[]} names */
const offer = names => names.length ? html`<div class="offer" role="listbox"
	aria-label=${t('quick.offer')}>${names.map((n, i) => html`<button type="button"
	dir="auto" role="option" tabindex="-1" id=${i ? nothing : 'offered'} aria-selected=${i === 0} data-act="take"
	data-id=${n}>${n}</button>`)}</div>` : nothing;

/** @param {import('./screen.js').Screen} s */
export function quickAdd(s) {
	const { text, reading, offers = [] } = ui.quick;

	return html`<div class="quick"><form data-act="add" class=${text ? 'full' : ''}
		autocomplete="off">${icon('plus')}
		<div class="typed">${mirror(text, reading)}<input id="quick" type="text"
			data-input="quick" placeholder=${t('quick.add')} aria-label=${t('quick.add')}
			aria-autocomplete="list" aria-activedescendant=${offers.length ?
			'offered' : nothing} enterkeyhint="done" maxlength="2000" dir="auto"></div>
		<button class="btn main">${t('add')}</button>${offer(offers)}</form>
		${chips(reading)}</div>`;
}
