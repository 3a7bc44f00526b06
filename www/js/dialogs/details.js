// Draws the open task.

import { live } from '../../node_modules/lit-html/directives/live.js';
import { repeat } from '../../node_modules/lit-html/directives/repeat.js';
import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { wallClock } from '../data/dates.js';
import { NOTES, TITLE } from '../data/limits.js';
import { mayWrite } from '../data/roles.js';
import { isInMyDay, list, members, state, steps, tagsOf, task, zone } from '../data/state.js';
import { conflictOf } from '../data/trash-and-conflicts.js';
import { icon, listTint, roundButton } from '../page/elements.js';
import { starButton, tickBox } from '../page/row.js';
import { dueClass } from '../page/when.js';
import { ui } from '../page/ui.js';
import { formatDate, formatDayOf, formatDueTime, formatRowDay, formatTime, initials, nearName,
	someoneOf, tintClass } from
	'../text/format.js';
import { sayRepetition } from '../text/rule-words.js';
import { t } from '../text/words.js';
import { fieldValue as shown } from './edit.js';
import { files } from './files.js';

/** @typedef {import('../data/types').Task} Task */

/** @param {string} field @param {string} id @param {string} value */
const liveValue = (field, id, value) => live(shown(field, id, value));

/** @param {import('../data/types').Step} s @param {boolean} may change it */
const step = (s, may) => html`<li class="step ${s.done ? 'done' : ''}" data-step=${s.id}>
	<label class="tick small"><input type="checkbox" data-command="step-tick"
	data-id=${s.id} aria-label=${s.title} ?disabled=${!may} .checked=${live(s.done)}></label>
	<textarea rows="1" dir="auto" data-keep="step" data-id=${s.id} ?readonly=${!may}
	aria-label=${t('step.title')} maxlength=${TITLE} .value=${liveValue('step', s.id, s.title)}></textarea>
	${may ? html`${roundButton('up', t('step.up', { title: s.title }), 'step-up', s.id)}
	${roundButton('close', t('step.delete', { title: s.title }), 'step-delete', s.id)}` : nothing}</li>`;

/** Draws the heading of a part.
 * @param {string} words @param {any} [n] */
const heading = (words, n = nothing) => html`<h2>${words} <span class="n">${n}</span></h2>`;

/** @param {Task} r @param {boolean} may change it */
function stepList(r, may) {
	const all = steps(r.id);

	return !may && !all.length ? nothing : html`${heading(t('steps'), all.length ? t('steps.of', { n: all.length,
		done: all.filter(s => s.done).length }) : nothing)}<ul>${repeat(all, s => s.id, s => step(s, may))}</ul>${may ? stepForm(r) : nothing}`;
}

/** Draws the line that adds steps.
 * @param {Task} r */
const stepForm = r => html`<form class="step" data-command="step-add" data-id=${r.id}>${icon('plus')}<input
		type="text" id="step-new" data-keep="new" data-id=${r.id} placeholder=${t('step.add')}
		aria-label=${t('step.add')} maxlength=${TITLE} autocomplete="off"></form>`;

/** A property of the open task: its icon and words where it is unset, its name and
 * value where it is set, the words of the button that clears it.
 * @typedef {{command: string, pic: string, add: string, name: string, value: any,
 *   clear?: string, own?: boolean}} Property  own: it belongs to the user, not to the list */

/** Draws a property that is set: its name, and its value, a button that changes it.
 * @param {Property} p @param {boolean} may change what belongs to the list */
function setProperty(p, may) {
	const words = html`<span class="key">${p.name}</span><span class="value">${p.value}</span>`;

	return html`<div class="prop">${may || p.own ? html`<button class="do" type="button"
		data-command=${p.command}>${words}</button>${p.clear ? roundButton('close', p.clear,
		p.command + '-clear') : nothing}` : html`<div class="do">${words}</div>`}</div>`;
}

/** Draws the tags, which lead to their tasks, and the button that changes them.
 * @param {import('../data/types').Tag[]} all */
const tagProperty = all => html`<div class="prop"><button class="do key" type="button"
	data-command="tags">${t('tags')}</button><span class="value">${all.map(g => html`<a class="tag"
	dir="auto" href="#/tag/${encodeURIComponent(g.name)}">${g.name}</a>`)}</span>${
	roundButton('plus', t('tags.edit'), 'tags')}</div>`;

/** Draws the due day; one that is near has a name.
 * @param {string} date @param {boolean} done */
function day(date, done) {
	const cls = dueClass(date, done), name = cls === 'late' ? formatRowDay(date) : nearName(date);

	return name ? html`<b class=${cls}>${name}</b> <span class="dim">${formatDate(date)}</span>` :
		formatDate(date);
}

/** Draws how a task repeats, and who takes turns.
 * @param {Task} r @param {{userId: string, displayName: string}[]} people */
function repetition(r, people) {
	const rule = sayRepetition(r), names = (r.rotation ?? []).map(id =>
		people.find(m => m.userId === id)?.displayName).filter(Boolean);

	return rule && html`<span>${rule}</span>${names.length ? html`<span class="dim" dir="auto">${
		t('repeat.turns')}: ${names.join(', ')}</span>` : nothing}`;
}

/** @param {string} at */
const reminder = at => html`${formatRowDay(wallClock(at, zone())[0])} <b>${formatTime(at)}</b>`;

/** @param {Task} r @returns {Property[]} */
function properties(r) {
	const people = members(r.listId);
	const who = people.find(m => m.userId === r.assigneeId);

	return [{ command: 'move', pic: 'list', add: '', name: t('page.list'), value:
		html`<i class="dot"></i><span dir="auto">${list(r.listId)?.title}</span>` },
	{ command: 'due', pic: 'calendar', add: t('due.add'), name: t('due'),
		value: r.dueDate && html`${day(r.dueDate, r.done)} <b>${formatDueTime(r)}</b>`,
		clear: t('due.clear') },
	{ command: 'repeat', pic: 'repeat', add: t('repeat'), name: t('repeat'),
		value: repetition(r, people), clear: t('repeat.clear') },
	{ command: 'remind', pic: 'bell', add: t('remind'), name: t('reminder'),
		value: r.reminderAt && reminder(r.reminderAt), clear: t('reminder.clear') },
	{ command: 'my-day', own: true, pic: 'sun', add: t('myDay.add'), name: t('smart.today'),
		value: isInMyDay(r.id) && html`${icon('sun')}${t('myDay.in')}`, clear: t('myDay.remove') },
	...people.length > 1 ? [{ command: 'assign', pic: 'user', add: t('assign'),
		name: t('assign'), value: who && html`<span class=${tintClass(who.userId)}><span
		class="who" aria-hidden="true">${initials(who.displayName)}</span></span><span
		dir="auto">${who.displayName}</span>`, clear: t('assign.clear') }] : [],
	{ command: 'tags', own: true, pic: 'tag', add: t('tags.edit'), name: '', value: null },
	{ command: 'attach', pic: 'clip', add: t('file.add'), name: '', value: null }];
}

/** Draws what is set first, and below it the others as icons.
 * @param {Task} r @param {boolean} may change it */
function props(r, may) {
	const all = properties(r), mine = tagsOf(r.id);

	return html`${all.filter(p => p.value).map(p => setProperty(p, may))}${mine.length ?
		tagProperty(mine) : nothing}<div class="unset">${all.filter(p => !p.value &&
		(may || p.own) && (p.command !== 'tags' || !mine.length)).map(p => roundButton(p.pic, p.add,
		p.command))}</div>`;
}

/** Draws the addresses in notes as links.
 * @param {string | null} notes */
function links(notes) {
	const found = [...new Set(notes?.match(/\bhttps?:\/\/[^\s<>"')\]]+/g) ?? [])];

	return found.length ? html`<div class="links">${found.slice(0, 10).map(href =>
		html`<a href=${href} rel="noopener noreferrer" target="_blank">${href}</a>`)}</div>` :
		nothing;
}

/** Draws a conflict of notes.  Who cannot change them any more can only close it.
 * @param {Task} r @param {boolean} may change it */
function conflictBox({ id, listId }, may) {
	const c = conflictOf(id);
	const btn = (/** @type {string} */ how) => html`<button class="btn" type="button"
		data-command="resolve" data-id=${how}>${t('clash.' + how)}</button>`;

	const who = members(listId).length > 1 ? c?.by ?? someoneOf(listId) : null;
	return c ? html`<div class="clash" role="group" aria-label=${t('clash')}>
		<strong>${c.here || !who ? t('clash') : t('clash.by', { name: who })}</strong>
		<span class="caption">${who ?? t('clash.theirs')}</span><pre>${c.theirs}</pre>
		<span class="caption">${t(who ? 'you' : 'clash.mine')}</span><pre>${c.mine}</pre>
		<div class="buttons">${(may ? ['both', 'mine', 'theirs'] : ['both']).map(btn)}</div></div>` : nothing;
}

/** @param {Task} r @param {boolean} may change it */
const notes = (r, may) => !may && !r.notes ? nothing : html`<div class="notes"><h2><label for="notes">${
	t('notes')}</label></h2>${conflictBox(r, may)}<textarea id="notes" dir="auto" data-keep="notes" ?readonly=${!may}
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

/** @param {Task} r @param {boolean} may change it */
const footer = (r, may) => html`<footer><span class="grow" dir="auto">${historyText(r)}</span>${
	may ? roundButton('trash', t('delete'), 'delete') : nothing}</footer>`;

/** Draws the open task; each task gets an element of its own.
 * @returns {any} */
export function details() {
	const r = task(state.route.task ?? '');

	return r ? repeat([r], x => x.id, panel) : nothing;
}

/** @param {Task} r */
function panel(r) {
	const may = mayWrite(r.listId);

	return html`<aside class="details ${listTint(r.listId)} ${ui.dropping ? 'drop' : ''}"
	aria-label=${t('details')} data-task=${r.id} tabindex="-1">
	<div class="name ${r.done ? 'done' : ''}">${tickBox(r, 'big')}<textarea rows="1"
		id="title" dir="auto" data-keep="title" data-id=${r.id} ?readonly=${!may} aria-label=${t('title')}
		maxlength=${TITLE} .value=${liveValue('title', r.id, r.title)}></textarea>${
		starButton(r)}${roundButton('close', t('close'), 'close')}</div>
	${props(r, may)}<hr>${stepList(r, may)}${notes(r, may)}${files(r)}${footer(r, may)}</aside>`;
}
