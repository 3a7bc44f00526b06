// Draws the row of a task: check box, title with its flags, the end of the row, star.

import { Directive, directive } from '../../node_modules/lit-html/directive.js';
import { live } from '../../node_modules/lit-html/directives/live.js';
import { html, noChange, nothing } from
	'../../node_modules/lit-html/lit-html.js';
import { addDays } from '../data/dates.js';
import { mayWrite } from '../data/roles.js';
import { files, isInMyDay, isUnsent, list, members, state, steps, tagsOf } from
	'../data/state.js';
import { formatRowDay, formatTime, initials, tintClass } from '../text/format.js';
import { language, t } from '../text/words.js';
import { icon, listTint } from './elements.js';
import { hasWordStarting, highlightWords } from './highlight.js';
import { changedTasks, ui } from './ui.js';
import { when } from './when.js';

/** @typedef {import('../data/types').Task} Task
 * @typedef {import('./screen.js').Screen} Screen
 * @typedef {{lists: boolean, day?: string, past?: boolean, reason?: boolean,
 *   words?: string[]}} How what
 *   the rows of a section say: their lists; a day that they need not say; when they
 *   were completed; why they are suggested; the words that a search found */

/** Draws how many of a task's steps are done.
 * @param {number} done @param {number} n */
const progressPie = (done, n) => html`<svg class="icon pie" aria-hidden="true" viewBox="0 0 20 20"><circle
	cx="10" cy="10" r="8"/><circle class="part" cx="10" cy="10" r="4" pathLength="100"
	stroke-dasharray="${100 * done / n} 100" transform="rotate(-90 10 10)"/></svg>`;

/** Returns the signs behind a title: picture, label, number, class.
 * @param {Task} r @returns {[any, string, (string | number)?, string?][]} */
function signs(r) {
	const all = steps(r.id), clips = files(r.id).length, n = all.length;
	const done = all.filter(s => s.done).length;

	return [...!['today', 'add', 'completed'].includes(state.route.name ?? '') && isInMyDay(r.id) ?
		/** @type {[any, string, string, string][]} */ ([[icon('sun'), t('smart.today'), '', 'sun']]) : [],
	...n ? /** @type {[any, string, string][]} */ ([[progressPie(done, n), `${t('steps')}: ${t('steps.of',
		{ n, done })}`, `${done}/${n}`]]) : [],
	...r.notes ? /** @type {[any, string][]} */ ([[icon('note'), t('notes')]]) : [],
	...clips ? /** @type {[any, string, number | string][]} */ ([[icon('clip'), t('files'),
		clips > 1 ? clips : '']]) : []];
}

/** Draws the title.  No line breaks between its last word and the signs.
 * @param {Task} r @param {How} how */
function title(r, how) {
	const shown = (/** @type {string} */ s) => how.words ? highlightWords(s, how.words) : s;
	const all = signs(r), at = r.title.search(/\S{1,12}\s*$/u);

	return html`<span class="title" dir="auto">${all.length ? html`${shown(r.title.slice(0,
		at))}<span class="last">${shown(r.title.slice(at))}<span class="flags" aria-hidden="true"
		>${all.map(([pic, , n, cls]) => html`<span class="flag ${cls}" data-n=${n ?? ''}>${
		pic}</span>`)}</span></span>` : shown(r.title)}</span>${all.length ? html`<span
		class="hush">${all.map(x => x[1]).join(', ')}</span>` : nothing}`;
}

/** @param {Task} r */
function assignee(r) {
	const m = r.assigneeId && members(r.listId)
	    .find(x => x.userId === r.assigneeId);

	return m ? html`<span class=${tintClass(m.userId)}><span class="who" aria-hidden="true"
		>${initials(m.displayName)}</span><span class="hush">${t('assigned',
		{ name: m.displayName })}</span></span>` : nothing;
}

/** Draws why a task is suggested, where its date does not say it.
 * @param {Task} r */
const reason = r => r.dueDate && r.dueDate <= state.today ? nothing : html`<span>${
	t(isInMyDay(r.id, addDays(state.today, -1)) ? 'suggest.left' : 'starred')}</span>`;

/** Returns when a task was completed: the time on its day, else the day.
 * @param {Task} r @param {How} how */
function completion(r, how) {
	const at = r.completedAt ?? r.updatedAt;

	return how.day ? formatTime(at) : formatRowDay(at.slice(0, 10));
}

/** Draws the end of a row: two tags, the list, the face, the date.
 * @param {Task} r @param {How} how */
function end(r, how) {
	const shown = (/** @type {string} */ s) => how.words ? highlightWords(s, how.words) : s;

	return html`<span class="end">${tagsOf(r.id).slice(0, 2).map(g => html`<span
		class="tag"><span dir="auto">${shown(g.name)}</span></span>`)}${how.lists ?
		html`<span class="of"><i class="dot"></i><span dir="auto">${
		shown(list(r.listId)?.title ?? '')}</span></span>` : nothing}${assignee(r)}${
		how.past ? html`<span class="when">${completion(r, how)}</span>` : html`${when(r,
		how.day)}${how.reason ? reason(r) : nothing}`}</span>`;
}

/** Draws a step or a line of the notes that a search has found, from a few words before
 * the match.
 * @param {Task} r @param {string[]} words */
function excerpt(r, words) {
	const texts = [...steps(r.id).map(s => s.title), ...(r.notes ?? '').split('\n')];
	const rest = words.filter(w => !hasWordStarting(r.title, w));
	const text = texts.find(s => rest.some(w => hasWordStarting(s, w)));
	const parts = text?.trim().split(/\s+/) ?? [];
	const at = parts.findIndex(p => rest.some(w => hasWordStarting(p, w)));

	return text ? html`<div class="excerpt" dir="auto">${at > 5 ? '… ' : ''}${
		highlightWords(parts.slice(at > 5 ? at - 4 : 0).join(' '), words)}</div>` : nothing;
}

/** Draws the star; for who only reads the list, it is a sign.
 * @param {Task} r */
export const starButton = r => html`<button class="round starry" ?disabled=${!mayWrite(r.listId)}
	type="button" tabindex="-1" aria-pressed=${r.starred} data-command="star" data-id=${r.id}
	aria-label=${t('star', { title: r.title })}><svg class="icon" aria-hidden="true" viewBox="0 0 20 20"><path
	d="m10 2.8 2.2 4.6 5 .7-3.6 3.5.9 5L10 14.2l-4.5 2.4.9-5L2.8 8.1l5-.7z"/></svg></button>`;

/** @param {Task} r @param {string} [cls] */
export const tickBox = (r, cls = '') => html`<label class="tick ${cls}"><input
	type="checkbox" tabindex=${cls ? nothing : '-1'} data-command="tick" data-id=${r.id}
	aria-label=${r.title} ?disabled=${!mayWrite(r.listId)} .checked=${live(r.done)}></label>`;

/** Draws what is only printed.
 * @param {Task} r */
const printed = r => ui.printing ? html`<div class="printed">${steps(r.id)
	.map(s => html`<div>${s.done ? '☑' : '☐'} ${s.title}</div>`)}${r.notes}</div>` :
	nothing;

/** @param {Task} r @param {How} how */
const body = (r, how) => html`${title(r, how)}${end(r, how)}${how.words ?
	excerpt(r, how.words) : nothing}`;

/** @param {Task} r @param {How} how @param {boolean} on @param {boolean} retained
 * @param {false | string} unsent @param {boolean} fresh @param {number} at
 * @param {number} tab */
const drawRow = (r, how, on, retained, unsent, fresh, at, tab) => html`<div class="row ${
		listTint(r.listId)}${on ? ' on' : ''}${r.done ? ' done' : ''}${retained ?
		' leaving' : ''}" role="row" data-row=${r.id} data-command="row" data-id=${r.id}
		aria-rowindex=${at} aria-selected=${on} aria-labelledby="r${r.id}" tabindex=${tab}>
		<div role="gridcell">${tickBox(r)}${unsent ? html`<div class="unsent ${unsent}"
			role="img" aria-label=${t('unsent')} title=${t('unsent')}></div>` : fresh ?
			html`<div class="news" role="img" aria-label=${t('news.new')}></div>` : nothing}</div>
		<div role="gridcell" class="body" id="r${r.id}">${body(r, how)}${printed(r)}</div>
		<div role="gridcell">${starButton(r)}</div></div>`;

/** Draws a row.  It is drawn again only when something in it has changed, because in a
 * long list most rows stay the same. */
export const row = directive(class extends Directive {
	key = '';

	/** @param {Task} r @param {How & {at: number, first: boolean}} how */
	render(r, how) {
		const on = state.route.task === r.id || ui.selected.has(r.id);
		const more = /** @type {const} */ ([on, ui.retained.has(r.id),
			isUnsent('task', r.id), !!ui.fresh?.has(r.id), how.at + 1,
			ui.focus === r.id || how.first ? 0 : -1]);
		/** @type {string} */
		const key = [...more, state.route.name, how.lists, how.day, how.words, state.today,
			language(), ui.printing].join();

		if (key === this.key && !changedTasks.has('') && !changedTasks.has(r.id))
			return noChange;
		this.key = key;
		return drawRow(r, how, ...more);
	}
});

/** Draws a suggestion for My Day.
 * @param {Task} r */
export const suggestion = r => html`<li class="row ${listTint(r.listId)}">
	<button class="round plus" type="button" data-command="suggest" data-id=${r.id}
		aria-label=${t('suggest.add', { title: r.title })}>${icon('plus')}</button>
	<div class="body" data-command="open" data-id=${r.id}>${body(r, { lists: true,
		reason: true })}</div>
	<button class="round" type="button" data-command="not-today" data-id=${r.id}
		aria-label=${t('suggest.not', { title: r.title })} title=${t('notToday')}
		>${icon('close')}</button></li>`;
