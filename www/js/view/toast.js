// What happened, with the way back.

import { html, nothing, round, t, ui } from '../kit.js';

export const toast = () => html`<div class="toasts">${ui.toast ? html`<div
	class="toast" role="region" aria-label=${t('message')}><span class="grow" dir="auto">${ui.toast.text}</span>${ui.toast.undo ?
	html`<button class="btn" type="button" data-act="undo">${t('undo')}</button>` :
	nothing}${ui.toast.act ? html`<button class="btn" type="button"
	data-act=${ui.toast.act}>${ui.toast.label}</button>` : nothing}${round('close',
	t('close'), 'toast-close')}</div>` : nothing}</div>`;
