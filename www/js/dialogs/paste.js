// Draws the question about pasted lines.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { t } from '../text/words.js';

/** @param {any} d */
const paste = d => ({ title: t('paste.title', { n: d.lines.length }),
	body: html`<p class="dim">${t('paste.words', { n: d.lines.length })}</p>
	<div class="buttons"><button class="btn" type="button" data-command="paste-look">${
	t('paste.look')}</button><button class="btn" type="button" data-command="paste-one">${
	t('paste.one')}</button><button class="btn main" type="button" autofocus
	data-command="paste-all">${t('paste.all', { n: d.lines.length })}</button></div>` });

export const dialogs = { paste };
