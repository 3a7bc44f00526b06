// Draws the line that adds a task, with what was read of it marked.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { t } from '../text/words.js';
import { icon, listTint, roundButton } from './elements.js';
import { pickerBundle } from './load-pickers.js';
import { targetList } from './screen.js';
import { ui } from './ui.js';

/** @typedef {import('../data/types').Quick} Quick */

/** Draws the text, with what was read marked, behind the field.
 * @param {string} text @param {Quick | null} q */
function mirror(text, q) {
	const out = [];
	let at = 0;

	for (const m of q?.spans ?? []) {
		out.push(text.slice(at, m.from), html`<b>${text.slice(m.from, m.to)}</b>`);
		at = m.to;
	}
	return html`<div class="mirror" dir="auto" aria-hidden="true">${out}${text.slice(at)}</div>`;
}

/** Draws the names that complete the word being typed.
 * @param {string[]} names */
const offer = names => names.length ? html`<div class="offer" role="listbox"
	aria-label=${t('quick.offer')}>${names.map((n, i) => html`<button type="button"
	dir="auto" role="option" tabindex="-1" id=${i ? nothing : 'offered'} aria-selected=${i === 0} data-command="take"
	data-id=${n}>${n}</button>`)}</div>` : nothing;

/** Draws the list that the task goes to.
 * @param {Quick | null} q */
function goesTo(q) {
	const l = targetList(q);

	return l ? html`<span class="goes" id="goes" dir="auto">→ <i class="dot ${
		listTint(l.id)}"></i>${l.title}</span>` : nothing;
}

export function quickAdd() {
	const { text, reading, offers = [], to } = ui.quick;

	return html`<div class="quick"><form data-command="add" class=${text || to ? 'full' : ''}
		autocomplete="off">${icon('plus')}
		<div class="typed">${mirror(text, reading)}<input id="quick" type="text"
			data-input="quick" placeholder=${t('quick.add')} aria-label=${t('quick.add')}
			aria-autocomplete="list" aria-activedescendant=${offers.length ?
			'offered' : nothing} aria-describedby=${text ? 'goes' : nothing}
			enterkeyhint="done" maxlength="2000" dir="auto" .defaultValue=${text}></div>
		<div class="with">${roundButton('calendar', t('due.add'), 'quick-due')}${
		roundButton('bell', t('remind'), 'quick-remind')}${roundButton('list', t('quick.to'),
		'quick-list')}${text || to ? goesTo(reading) : nothing}</div><button
		class="btn main" aria-label=${t('add')}>${icon('up')}<span>${t('add')}</span></button>${offer(offers)}</form>
		${reading && pickerBundle.parts?.readings(reading)}</div>`;
}
