// One task with all it has.

import { conflict, dayOf, dueOn, html, icon, inMyDay, list, live, members, moment,
	nothing, repeat, round, star, state, steps, t, tagsOf, task, tick, ui, dueClass }
	from '../kit.js';
import { own as shown } from './edit.js';
import { files } from './files.js';
import { NOTES, TITLE } from '../limits.js';

/** @typedef {import('../types').Task} Task */

/** @param {string} keep @param {string} id @param {string} value */
const own = (keep, id, value) => live(shown(keep, id, value));

/** @param {import('../types').Step} s @param {any} id */
const step = (s, id) => html`<li class="step ${s.done ? 'done' : ''}" data-step=${s.id}>
	<label class="tick small"><input type="checkbox" data-act="step-tick"
		data-id=${s.id} aria-label=${s.title} .checked=${live(s.done)}></label>
	<textarea rows="1" dir="auto" data-keep="step" data-id=${s.id}
		aria-label=${t('step.title')} maxlength=${TITLE} .value=${own('step', s.id, s.title)}></textarea>
	${round('up', t('step.up', { title: s.title }), 'step-up', s.id)}
	${round('close', t('step.delete', { title: s.title }), 'step-delete', s.id)}</li>`;

/** @param {Task} r */
const stepList = r => html`<ul>${repeat(steps(r.id), s => s.id, step)}</ul>
	<form class="step" data-act="step-add" data-id=${r.id}>${icon('plus')}<input
		type="text" id="step-new" data-input="step-new" placeholder=${t('step.add')}
		aria-label=${t('step.add')} maxlength=${TITLE} autocomplete="off"></form>`;

/** A property: a button that says it or offers it, and one that takes it away.
 * @param {string} pic @param {any} words @param {string} act
 * @param {boolean} on @param {string} [clear] @param {string} [cls] */
const prop = (pic, words, act, on, clear, cls = '') => html`<div class="prop ${on ?
	'set' : ''} ${cls}"><button class="do" type="button" data-act=${act}>${
	icon(pic)}<span>${words}</span></button>${on && clear ? round('close', clear,
	act + '-clear') : nothing}</div>`;

/** @param {Task} r */
function props(r) {
	const today = inMyDay(r.id), people = members(r.listId);
	const who = people.find(m => m.userId === r.assigneeId);
	const late = dueClass(r.dueDate, r.done) === 'late' ? 'overdue' : '';

	return html`${prop('sun', t(today ? 'myDay.in' : 'myDay.add'), 'my-day',
		today, t('myDay.remove'))}
	${prop('bell', r.reminderAt ? t('reminder.at', { at: moment(r.reminderAt) }) :
		t('remind'), 'remind', !!r.reminderAt, t('reminder.clear'))}
	${prop('calendar', r.dueDate ? dueOn(r.dueDate) :
		t('due.add'), 'due', !!r.dueDate, t('due.clear'), late)}
	${prop('repeat', r.recurrence ? t('repeat.' + r.recurrence) : t('repeat'),
		'repeat', !!r.recurrence, t('repeat.clear'))}
	${people.length > 1 ? prop('user', who ? t('assigned', { name: who.displayName }) :
		t('assign'), 'assign', !!who, t('assign.clear')) : nothing}
	${prop('list', html`<span class="hush">${t('page.list')}:</span> <span dir="auto">${list(r.listId)?.title}</span>`, 'move', false)}`;
}

/** @param {Task} r */
const tags = r => html`<div class="tags">${tagsOf(r.id).map(g => html`<a class="chip"
	dir="auto" href="#/tag/${encodeURIComponent(g.name)}">#${g.name}</a>`)}<button
	class="chip bare" type="button" data-act="tags">${t('tags.edit')}</button></div>`;

/** Addresses in notes, as links.
 * @param {string | null} notes */
function links(notes) {
	const found = [...new Set(notes?.match(/\bhttps?:\/\/[^\s<>"')\]]+/g) ?? [])];

	return found.length ? html`<div class="links">${found.slice(0, 10).map(href =>
		html`<a href=${href} rel="noopener noreferrer" target="_blank">${href}</a>`)}</div>` :
		nothing;
}

/** Notes that two have changed.
 * @param {string} id */
function clash(id) {
	const c = conflict(id);
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
	t('notes')}</label>${clash(r.id)}<textarea id="notes" dir="auto" data-keep="notes"
	data-id=${r.id} maxlength=${NOTES} placeholder=${t('notes.add')}
	.value=${own('notes', r.id, r.notes ?? '')}></textarea>${links(r.notes)}</div>`;

/** When it was done, or made; in shared lists, by whom.
 * @param {Task} r */
function history(r) {
	const people = members(r.listId), done = r.done && r.completedAt;
	const who = people.length > 1 && people.find(m => m.userId ===
		(done ? r.completedBy : r.createdBy));

	return t(done ? who ? 'completed.by' : 'completed.on' : who ? 'created.by' :
		'created.on', { day: dayOf(done || r.createdAt), name: who && who.displayName });
}

/** @param {Task} r */
const footer = r => html`<footer><span class="grow" dir="auto">${history(r)}</span>${
	round('trash', t('delete'), 'delete')}</footer>`;

/** The open task; another one is another element.
 * @returns {any} */
export function details() {
	const r = task(state.route.task ?? '');

	return r ? repeat([r], x => x.id, panel) : nothing;
}

/** @param {Task} r */
const panel = r => html`<aside class="details ${ui.dropping ? 'drop' : ''}"
	aria-label=${t('details')} data-task=${r.id} tabindex="-1">
	<div class="name ${r.done ? 'done' : ''}">${tick(r, 'big')}<textarea rows="1"
		id="title" dir="auto" data-keep="title" data-id=${r.id} aria-label=${t('title')}
		maxlength=${TITLE} .value=${own('title', r.id, r.title)}></textarea>${
		star(r.title, r.id, r.starred)}${round('close', t('close'), 'close')}</div>
	${stepList(r)}<hr>${props(r)}<hr>${tags(r)}${notes(r)}<hr>${files(r)}
	${footer(r)}</aside>`;
