// Draws the toolbar of a selection.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { icon, roundButton } from '../page/elements.js';
import { ui } from '../page/ui.js';
import { t } from '../text/words.js';

/** @param {string} command @param {string} pic @param {string} words */
const button = (command, pic, words) => html`<button class="btn" type="button"
	data-act=${command} aria-label=${words}>${icon(pic)}<span>${words}</span></button>`;

export const bulk = () => html`<div class="bulk" role="toolbar"
	aria-label=${t('selected', { n: ui.selected.size })}><span class="count">${
	t('selected', { n: ui.selected.size })}</span>
	${button('done', 'check', t('done'))}${button('star-all', 'star', t('star.it'))}
	${button('due', 'calendar', t('date'))}${button('my-day', 'sun', t('smart.today'))}
	${button('move', 'move', t('move'))}${button('tags', 'tag', t('tag'))}
	${button('delete', 'trash', t('delete'))}
	${roundButton('more', t('task.options'), 'task-menu')}
	${roundButton('close', t('select.end'), 'select-end')}</div>`;
