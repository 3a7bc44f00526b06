// Draws the toast: a message with a button.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { lastUndo } from '../mutations/mutate.js';
import { t } from '../text/words.js';
import { roundButton } from './elements.js';
import { ui } from './ui.js';

/** Its button would undo what was changed since. */
const isStale = () => ui.toast?.undo && ui.toast.of !== lastUndo();

export const toast = () => html`<div class="toasts">${ui.toast && !isStale() ? html`<div
	class="toast" role="region" aria-label=${t('message')}><span class="grow" dir="auto">${ui.toast.text}</span>${ui.toast.undo ?
	html`<button class="btn" type="button" data-command="undo">${t('undo')}</button>` :
	nothing}${ui.toast.command ? html`<button class="btn" type="button"
	data-command=${ui.toast.command}>${ui.toast.label}</button>` : nothing}${roundButton('close',
	t('close'), 'toast-close')}</div>` : nothing}</div>`;
