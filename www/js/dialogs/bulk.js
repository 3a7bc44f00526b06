// Draws the toolbar of a selection.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { mayWrite } from '../data/roles.js';
import { task } from '../data/state.js';
import { icon, roundButton } from '../page/elements.js';
import { ui } from '../page/ui.js';
import { t } from '../text/words.js';

/** @param {string} command @param {string} pic @param {string} words */
const button = (command, pic, words) => html`<button class="btn" type="button"
	data-command=${command} aria-label=${words} title=${words}>${icon(pic)}<span>${words}</span></button>`;

/** The commands, their signs and words, and whether they change the tasks for all.
 * @type {[string, string, string, boolean][]} */
const COMMANDS = [['done', 'check', 'done', true], ['star-all', 'star', 'star.it', true],
	['due', 'calendar', 'date', true], ['my-day', 'sun', 'smart.today', false],
	['move', 'move', 'move', true], ['tags', 'tag', 'tag', false], ['delete', 'trash', 'delete', true]];

export function bulk() {
	const any = [...ui.selected].some(id => mayWrite(task(id)?.listId));
	const words = t('selected', { n: ui.selected.size });

	return html`<div class="bulk" role="toolbar" aria-label=${words}><span class="count">${words}</span>
		${COMMANDS.filter(([, , , writes]) => !writes || any).map(([command, pic, name]) =>
		button(command, pic, t(name)))}
		${roundButton('more', t('task.options'), 'task-menu')}
		${roundButton('close', t('select.end'), 'select-end')}</div>`;
}
