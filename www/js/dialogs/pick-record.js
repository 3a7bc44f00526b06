// The pickers of lists, tags and people.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { moveToList } from '../commands/rows.js';
import { TAG_NAME } from '../data/limits.js';
import { assignable, writableLists } from '../data/roles.js';
import { group, list as listOf, me, tags, tagsOf, task } from '../data/state.js';
import { addList } from '../mutations/lists.js';
import { setTags } from '../mutations/tasks.js';
import { icon, listIcon, listTint } from '../page/elements.js';
import { targetList } from '../page/screen.js';
import { closeDialog, setUi, ui } from '../page/ui.js';
import { foldCase } from '../text/fold-case.js';
import { initials, tintClass } from '../text/format.js';
import { t } from '../text/words.js';
import { choice, field, filter, highlight, pick, typed } from './picker.js';

/** Whether one of these names is what was typed.
 * @param {string[]} names @param {string} text folded */
const isNamed = (names, text) => names.some(n => foldCase(n) === text);

/** @param {any} d */
function list(d) {
	const now = d.line ? targetList(ui.quick.reading)?.id : d.ids.length === 1 ?
		task(d.ids[0])?.listId : null, text = typed(d);
	const all = writableLists(), some = filter(all, l => l.title, text);

	return { title: t(d.line ? 'quick.to' : 'move.to'), cls: 'picker', body: html`${field(d, t('list.find'))}
		<div class="choices">${some.map(l => choice('move-set', l.id, highlight(l.title, text), {
			pic: html`<span class=${listTint(l.id)}>${listIcon(l.id)}</span>`,
			end: l.groupId ? group(l.groupId)?.title : '', on: l.id === now }))}</div>${
		text && !isNamed(all.map(l => l.title), text) ? html`<hr><div class="choices">${
		choice('move-new', '', t('list.newNamed', { name: d.text.trim() }),
		    { pic: icon('plus') })}</div>` : nothing}` };
}

/** @param {any} d */
function tagPicker(d) {
	const sets = d.ids.map((/** @type {string} */ id) => tagsOf(id).map(g => g.id));
	const onAll = (/** @type {string} */ id) => sets.every(
		(/** @type {string[]} */ s) => s.includes(id));
	const name = (d.text ?? '').trim().replace(/^#/, ''), text = foldCase(name);

	return { title: t('tags'), cls: 'picker', body: html`${field(d, t('tag.find'))}
		<div class="choices">${filter(tags(), g => g.name, text).map(g => choice('tag-toggle',
			g.name, highlight(g.name, text), { pic: icon('tag'), on: onAll(g.id) }))}</div>${
		text && [...name].length <= TAG_NAME && !isNamed(tags().map(g => g.name), text) ?
		html`<hr><div class="choices">${choice('tag-new', name, t('tag.newNamed', { name }),
		    { pic: icon('plus') })}</div>` : nothing}` };
}

/** @param {any} d */
function assign(d) {
	const r = task(d.ids[0]), text = typed(d);

	return { title: t('assign'), cls: 'picker', body: html`${field(d, t('assign.find'))}
		<div class="choices">${filter(assignable(r?.listId ?? ''), m => m.displayName, text)
		.map(m => choice('assign-set', m.userId, m.userId === me()?.id ?
			t('assign.me', { name: m.displayName }) : highlight(m.displayName, text), {
			pic: html`<span class=${tintClass(m.userId)}><span class="who" aria-hidden="true">${
				initials(m.displayName)}</span></span>`, on: r?.assigneeId === m.userId }))}${
		r?.assigneeId && !text ? choice('assign-clear', '', t('assign.clear'),
		    { pic: icon('close'), cls: 'bad' }) : nothing}</div>` };
}

/** Empties the field, and gives it the focus. */
function emptyField() {
	const el = /** @type {HTMLInputElement | null} */ (document.querySelector(
		'dialog [data-input=picker]'));

	if (el)
		el.value = '';
	el?.focus();
	setUi({ dialog: { ...ui.dialog, text: '' } });
}

/** Moves the tasks to a list, or has the line that adds go there.
 * @param {string} id */
function setList(id) {
	const { line, ids } = ui.dialog;

	if (!line)
		return moveToList(ids, id);
	closeDialog();
	setUi({ quick: { ...ui.quick, to: id } });
}

/** @param {string} name */
function toggleTag(name) {
	const id = tags().find(g => g.name === name)?.id ?? '', some = ui.dialog.ids;
	const all = some.every((/** @type {string} */ x) => tagsOf(x).some(g => g.id === id));

	setTags(some, all ? { remove: [id] } : { add: [id] });
	if (ui.dialog.text)
		emptyField();
}

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	'move-set': (el, e, id) => setList(id),
	'move-new': () => {
		const { ids, text } = ui.dialog, from = listOf(task(ids[0])?.listId ?? '');
		setList(addList({ title: text.trim(), groupId: from?.groupId ?? null }));
	},
	'tag-toggle': (el, e, id) => toggleTag(id),
	'tag-new': (el, e, id) => { setTags(ui.dialog.ids, { addNames: [id] }); emptyField(); },
	'assign-set': (el, e, id) => pick({ assigneeId: id }),
}));

export const dialogs = { list, tags: tagPicker, assign };
