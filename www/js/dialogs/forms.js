// Draws the forms of lists, groups and tags; the table of keys; questions.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { keyCaps, KEYS } from '../commands/key-table.js';
import { LIST_TITLE, TAG_NAME } from '../data/limits.js';
import { group, groups, list, setting, tag } from '../data/state.js';
import { icon } from '../page/elements.js';
import { fieldError } from '../page/sign-in.js';
import { t } from '../text/words.js';

const ICONS = ['list', 'home', 'cart', 'case', 'book', 'plane', 'leaf', 'heart',
	'wrench', 'cup'];

/** Draws the form of a list; a new one has no id.
 * @param {any} d */
function listEdit(d) {
	const l = d.id ? list(d.id) : null, set = d.id ? setting('list/' + d.id) ?? {} : {};
	const pic = d.icon ?? set.icon ?? 'list', color = d.color ?? set.color ?? 0;
	const mine = !l || l.role === 'owner';

	return { title: t(l ? 'list.edit' : 'list.new'), body: html`<form data-command="list-form">
		<label class="field"><span>${t('name')}</span><input class="input" name="title"
			maxlength=${LIST_TITLE} required autofocus autocomplete="off" dir="auto" ?disabled=${!mine}
			.defaultValue=${l?.title ?? ''}></label>
		${groups().length ? html`<label class="field"><span>${t('group')}</span><select
			class="input" name="group"><option value="">${t('group.none')}</option>${
			groups().map(g => html`<option value=${g.id} ?selected=${g.id ===
			l?.groupId}>${g.title}</option>`)}</select></label>` : nothing}
		<div class="swatches" role="group" aria-label=${t('list.icon')}>${ICONS.map(x =>
			html`<button class="swatch" type="button" data-command="list-icon" data-id=${x}
			aria-pressed=${x === pic} aria-label=${t('icon.' + x)}>${icon(x)}</button>`)}</div>
		<div class="swatches" role="group" aria-label=${t('list.color')}>${[0, 1, 2, 3, 4,
			5, 6, 7, 8].map(n => html`<button class="swatch tint${n}" type="button"
			data-command="list-color" data-id=${n} aria-pressed=${n === +color}
			aria-label=${t('color.' + n)}>${n ? html`<i></i>` : icon('close')}</button>`)}</div>
		<div class="buttons"><button class="btn main">${t('save')}</button></div></form>` };
}

/** @param {any} d */
const groupEdit = d => ({ title: t(d.id ? 'group.rename' : 'group.new'),
	body: html`<form data-command="group-form"><label class="field"><span>${t('name')}</span><input
	class="input" name="title" maxlength=${LIST_TITLE} required autofocus autocomplete="off" dir="auto"
	.defaultValue=${group(d.id ?? '')?.title ?? ''}></label><div class="buttons"><button
	class="btn main">${t('save')}</button></div></form>` });

/** @param {any} d */
const tagEdit = d => ({ title: t('tag.rename'), body: html`<form data-command="tag-form"><label
	class="field"><span>${t('name')}</span><input class="input" name="name"
	maxlength=${TAG_NAME} required autofocus autocomplete="off" autocapitalize="none"
	dir="auto" .defaultValue=${tag(d.id)?.name ?? ''}></label>${fieldError('form')}<div
	class="buttons"><button class="btn main">${t('save')}</button></div></form>` });

/** Draws the table of keys. */
const keys = () => ({ title: t('keys'), cls: 'wide', body: html`<dl class="keys">${KEYS
	.filter(k => k.words).map(k => html`<div><dt>${keyCaps(k).map(x =>
	html`<kbd>${x}</kbd>`)}</dt><dd>${t('key.' + k.words)}</dd></div>`)}</dl>` });

/** Draws a question.
 * @param {any} d */
const question = d => ({ title: d.title, body: html`<p>${d.text}</p><div class="buttons"><button
	class="btn" type="button" data-command="dialog-close">${d.no ?? t('cancel')}</button><button
	class="btn main" type="button" data-command=${d.command} data-id=${d.id ?? nothing}>${
	d.yes}</button></div>` });

export const dialogs = { 'list-edit': listEdit, 'group-edit': groupEdit,
	'tag-edit': tagEdit, keys, ask: question };
