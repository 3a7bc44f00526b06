// Draws who takes turns at a repeating task: people, in the order in which they were
// chosen.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { task } from '../data/state.js';
import { setUi, ui } from '../page/ui.js';
import { initials, tintClass } from '../text/format.js';
import { t } from '../text/words.js';

/** @param {{userId: string, displayName: string}[]} people who can be chosen
 * @param {string[]} order those chosen */
export const turns = (people, order) => html`<div class="turns" role="group" aria-label=${
	t('repeat.turns')}><span class="grow">${t('repeat.turns')}</span>${people.map(m => {
	const at = order.indexOf(m.userId) + 1;
	return html`<button type="button" class=${tintClass(m.userId)} data-command="turn-toggle"
		data-id=${m.userId} aria-pressed=${at > 0} title=${m.displayName} aria-label=${at ?
		t('repeat.turn', { name: m.displayName, at }) : m.displayName}><span class="who"
		aria-hidden="true">${initials(m.displayName)}</span>${at ? html`<i aria-hidden="true">${
		at}</i>` : nothing}</button>`;
})}${order.length === 1 ? html`<p class="hint">${t('repeat.turnsTwo')}</p>` : nothing}</div>`;

COMMANDS['turn-toggle'] = (el, e, id) => {
	const now = ui.dialog.turns ?? task(ui.dialog.ids[0])?.rotation ?? [];

	setUi({ dialog: { ...ui.dialog, turns: now.includes(id) ?
		now.filter((/** @type {string} */ x) => x !== id) : [...now, id] } });
};
