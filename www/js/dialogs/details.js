// Draws the open task.

import { live } from '../../node_modules/lit-html/directives/live.js';
import { repeat } from '../../node_modules/lit-html/directives/repeat.js';
import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { NOTES, TITLE } from '../data/limits.js';
import { isInMyDay, list, members, state, steps, tagsOf, task } from
	'../data/state.js';
import { conflictOf } from '../data/trash-and-conflicts.js';
import { icon, roundButton } from '../page/elements.js';
import { dueClass, starButton, tickBox } from '../page/row.js';
import { ui } from '../page/ui.js';
import { formatDayOf, formatDue, formatMoment } from '../text/format.js';
import { t } from '../text/words.js';
import { fieldValue as shown } from './edit.js';
import { files } from './files.js';

/** @typedef {import('../data/types').Task} Task */

/** @param {string} field @param {string} id @param {string} value */
const liveValue = (field, id, value) => live(shown(field, id, value));

/** @param {import('../data/types').Step} s @param {any} id */
const step = (s, id) => html`<li class="step ${s.done ? 'done' : ''}" data-step=${s.id}>
	<label class="tick small"><input type="checkbox" data-act="step-tick"
		data-id=${s.id} aria-label=${s.title} .checked=${live(s.done)}></label>
	<textarea rows="1" dir="auto" data-keep="step" data-id=${s.id}
		aria-label=${t('step.title')} maxlength=${TITLE} .value=${liveValue('step', s.id, s.title)}></textarea>
	${roundButton('up', t('step.up', { title: s.title }), 'step-up', s.id)}
	${roundButton('close', t('step.delete', { title: s.title }), 'step-delete', s.id)}</li>`;

/** @param {Task} r */
const stepList = r => html`<ul>${repeat(steps(r.id), s => s.id, step)}</ul>
	<form class="step" data-act="step-add" data-id=${r.id}>${icon('plus')}<input
		type="text" id="step-new" data-input="step-new" placeholder=${t('step.add')}
		aria-label=${t('step.add')} maxlength=${TITLE} autocomplete="off"></form>`;

/** Draws a property: a button that shows or offers it, and one that clears it.
 * @param {string} pic @param {any} words @param {string} command
 * @param {boolean} on @param {string} [clear] @param {string} [cls] */
const propertyButton = (pic, words, command, on, clear, cls = '') => html`<div class="prop ${on ?
	'set' : ''} ${cls}"><button class="do" type="button" data-act=${command}>${
	icon(pic)}<span>${words}</span></button>${on && clear ? roundButton('close', clear,
	command + '-clear') : nothing}</div>`;

/** @param {Task} r */
function props(r) {
	const today = isInMyDay(r.id), people = members(r.listId);
	const who = people.find(m => m.userId === r.assigneeId);
	const late = dueClass(r.dueDate, r.done) === 'late' ? 'overdue' : '';

	return html`${propertyButton('sun', t(today ? 'myDay.in' : 'myDay.add'), 'my-day',
		today, t('myDay.remove'))}
	${propertyButton('bell', r.reminderAt ? t('reminder.at', { at: formatMoment(r.reminderAt) }) :
		t('remind'), 'remind', !!r.reminderAt, t('reminder.clear'))}
	${propertyButton('calendar', r.dueDate ? formatDue(r.dueDate) :
		t('due.add'), 'due', !!r.dueDate, t('due.clear'), late)}
	${propertyButton('repeat', r.recurrence ? t('repeat.' + r.recurrence) : t('repeat'),
		'repeat', !!r.recurrence, t('repeat.clear'))}
	${people.length > 1 ? propertyButton('user', who ? t('assigned', { name: who.displayName }) :
		t('assign'), 'assign', !!who, t('assign.clear')) : nothing}
	${propertyButton('list', html`<span class="hush">${t('page.list')}:</span> <span dir="auto">${list(r.listId)?.title}</span>`, 'move', false)}`;
}

/** @param {Task} r */
const tags = r => html`<div class="tags">${tagsOf(r.id).map(g => html`<a class="chip"
	dir="auto" href="#/tag/${encodeURIComponent(g.name)}">#${g.name}</a>`)}<button
	class="chip bare" type="button" data-act="tags">${t('tags.edit')}</button></div>`;

/** Draws the addresses in notes as links.
 * @param {string | null} notes */
function links(notes) {
	const found = [...new Set(notes?.match(/\bhttps?:\/\/[^\s<>"')\]]+/g) ?? [])];

	return found.length ? html`<div class="links">${found.slice(0, 10).map(href =>
		html`<a href=${href} rel="noopener noreferrer" target="_blank">${href}</a>`)}</div>` :
		nothing;
}

/** Draws a conflict of notes.
 * @param {string} id */
function conflictBox(id) {
	const c = conflictOf(id);
	const btn = (/** @type {string} */ how) => html`<button class="btn" type="button"
		data-act="resolve" data-id=${how}>${t('clash.' + how)}</button>`;

	return c ? html`<div class="clash" role="group" aria-label=${t('clash')}>
		<strong>${c.here ? t('clash') : t('clash.by', { name: c.by ?? t('someone') })}</strong>
		<span class="caption">${t('clash.theirs')}</span><pre>${c.theirs}</pre>
		<span class="caption">${t('clash.mine')}</span><pre>${c.mine}</pre>
		<div class="acts">${btn('both')}${btn('mine')}${btn('theirs')}</div></div>` : nothing;
}

/** @param {Task} r */
const notes = r => html`<div class="notes"><label class="caption" for="notes">${
	t('notes')}</label>${conflictBox(r.id)}<textarea id="notes" dir="auto" data-keep="notes"
	data-id=${r.id} maxlength=${NOTES} placeholder=${t('notes.add')}
	.value=${liveValue('notes', r.id, r.notes ?? '')}></textarea>${links(r.notes)}</div>`;

/** Returns when a task was completed or created, and in shared lists by which member.
 * @param {Task} r */
function historyText(r) {
	const people = members(r.listId), done = r.done && r.completedAt;
	const who = people.length > 1 && people.find(m => m.userId ===
		(done ? r.completedBy : r.createdBy));

	return t(done ? who ? 'completed.by' : 'completed.on' : who ? 'created.by' :
		'created.on', { day: formatDayOf(done || r.createdAt), name: who && who.displayName });
}

/** @param {Task} r */
const footer = r => html`<footer><span class="grow" dir="auto">${historyText(r)}</span>${
	roundButton('trash', t('delete'), 'delete')}</footer>`;

/** Draws the open task; each task gets an element of its own.
 * @returns {any} */
export function details() {
	const r = task(state.route.task ?? '');

	return r ? repeat([r], x => x.id, panel) : nothing;
}

/** @param {Task} r */
const panel = r => html`<aside class="details ${ui.dropping ? 'drop' : ''}"
	aria-label=${t('details')} data-task=${r.id} tabindex="-1">
	<div class="name ${r.done ? 'done' : ''}">${tickBox(r, 'big')}<textarea rows="1"
		id="title" dir="auto" data-keep="title" data-id=${r.id} aria-label=${t('title')}
		maxlength=${TITLE} .value=${liveValue('title', r.id, r.title)}></textarea>${
		starButton(r.title, r.id, r.starred)}${roundButton('close', t('close'), 'close')}</div>
	${stepList(r)}<hr>${props(r)}<hr>${tags(r)}${notes(r)}<hr>${files(r)}
	${footer(r)}</aside>`;
