// What happened, with the way back; and what can be done with many at once.

import { html, icon, nothing, round, t, ui } from '../kit.js';

export const toast = () => html`<div class="toasts">${ui.toast ? html`<div
	class="toast" role="region" aria-label=${t('message')}><span class="grow" dir="auto">${ui.toast.text}</span>${ui.toast.undo ?
	html`<button class="btn" type="button" data-act="undo">${t('undo')}</button>` :
	nothing}${ui.toast.act ? html`<button class="btn" type="button"
	data-act=${ui.toast.act}>${ui.toast.label}</button>` : nothing}${round('close',
	t('close'), 'toast-close')}</div>` : nothing}</div>`;

/** @param {string} act @param {string} pic @param {string} words */
const button = (act, pic, words) => html`<button class="btn" type="button"
	data-act=${act} aria-label=${words}>${icon(pic)}<span>${words}</span></button>`;

export const bulk = () => ui.selected.size ? html`<div class="bulk" role="toolbar"
	aria-label=${t('selected', { n: ui.selected.size })}><span class="count">${
	t('selected', { n: ui.selected.size })}</span>
	${button('done', 'check', t('done'))}${button('star-all', 'star', t('star.it'))}
	${button('due', 'calendar', t('date'))}${button('my-day', 'sun', t('smart.today'))}
	${button('move', 'move', t('move'))}${button('tags', 'tag', t('tag'))}
	${button('delete', 'trash', t('delete'))}
	${round('more', t('task.options'), 'task-menu')}
	${round('close', t('select.end'), 'select-end')}</div>` : nothing;
