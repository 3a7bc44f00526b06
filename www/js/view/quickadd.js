// The line that adds a task: what is read of it is marked in the line itself,
// and named by chips below.

import { day, fromLocal, html, icon, list, members, nothing, state, t, time, ui }
	from '../kit.js';

/** @typedef {import('../types').Quick} Quick */

/** The text with what was read marked; laid under the field.
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

/** What a chip says.
 * @param {{kind: string, text: string}} m @param {Quick} q */
function words(m, q) {
	if (m.kind === 'date')
		return q.dueDate ? day(q.dueDate) : m.text;
	if (m.kind === 'time')
		return q.reminderTime ? time(fromLocal(`${q.dueDate ?? state.today}T${
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

/** Names that begin as the word being typed.
 * @param {string[]} names */
const offer = names => names.length ? html`<div class="offer" role="listbox"
	aria-label=${t('quick.offer')}>${names.map((n, i) => html`<button type="button"
	dir="auto" role="option" tabindex="-1" id=${i ? nothing : 'offered'} aria-selected=${i === 0} data-act="take"
	data-id=${n}>${n}</button>`)}</div>` : nothing;

/** @param {import('../screen.js').Screen} s */
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
