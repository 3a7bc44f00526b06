// What can be done with many at once.

import { html, icon, round, t, ui } from '../kit.js';

/** @param {string} act @param {string} pic @param {string} words */
const button = (act, pic, words) => html`<button class="btn" type="button"
	data-act=${act} aria-label=${words}>${icon(pic)}<span>${words}</span></button>`;

export const bulk = () => html`<div class="bulk" role="toolbar"
	aria-label=${t('selected', { n: ui.selected.size })}><span class="count">${
	t('selected', { n: ui.selected.size })}</span>
	${button('done', 'check', t('done'))}${button('star-all', 'star', t('star.it'))}
	${button('due', 'calendar', t('date'))}${button('my-day', 'sun', t('smart.today'))}
	${button('move', 'move', t('move'))}${button('tags', 'tag', t('tag'))}
	${button('delete', 'trash', t('delete'))}
	${round('more', t('task.options'), 'task-menu')}
	${round('close', t('select.end'), 'select-end')}</div>`;
