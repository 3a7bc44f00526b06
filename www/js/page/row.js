// Draws the row of a task: check box, title, details, star.

import { Directive, directive } from '../../node_modules/lit-html/directive.js';
import { live } from '../../node_modules/lit-html/directives/live.js';
import { html, noChange, nothing } from
	'../../node_modules/lit-html/lit-html.js';
import * as dates from '../data/dates.js';
import { files, isInMyDay, isUnsent, list, members, state, steps, tagsOf, zone }
	from '../data/state.js';
import { formatDay, formatTime, initials, tintClass } from '../text/format.js';
import { language, t } from '../text/words.js';
import { icon } from './elements.js';
import { hasWordStarting, markWords } from './marked.js';
import { changedTasks, ui } from './ui.js';

/** @typedef {import('../data/types').Task} Task */

/** @param {string | null} date @param {boolean} [done] */
export const dueClass = (date, done) => !date || done ? '' :
	date < state.today ? 'late' : date === state.today ? 'today' : '';

/** @param {string} iconName @param {any} text @param {string} [cls] @param {string} [label] */
const detail = (iconName, text, cls = '', label = '') => html`<span class=${cls}
	>${icon(iconName, 'small')}${label ?
	html`<span class="hush">${label}</span>` : nothing}${text}</span>`;

/** Draws the time of the reminder, and its day unless that is today or the due day.
 * @param {Task} r */
function reminder(r) {
	const [date] = dates.wallClock(/** @type {string} */ (r.reminderAt), zone());
	const near = date === state.today || date === r.dueDate;

	return detail('bell', (near ? '' : formatDay(date) + ' ') +
		formatTime(/** @type {string} */ (r.reminderAt)), '', t('reminder'));
}

/** @param {Task} r */
function dueBit(r) {
	const name = r.recurrence ? 'repeat' : 'calendar';

	return r.dueDate ? detail(name, formatDay(r.dueDate), dueClass(r.dueDate, r.done),
		t(r.recurrence ? 'repeats' : 'due')) : nothing;
}

/** @param {Task} r */
function assignee(r) {
	const m = r.assigneeId && members(r.listId)
	    .find(x => x.userId === r.assigneeId);

	return m ? html`<span class="${tintClass(m.userId)}"><span class="who" aria-hidden="true"
		>${initials(m.displayName)}</span><span class="hush">${t('assigned',
		{ name: m.displayName })}</span></span>` : nothing;
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
		markWords(parts.slice(at > 5 ? at - 4 : 0).join(' '), words)}</div>` : nothing;
}

/** @param {Task} r @param {{lists: boolean, today?: boolean, words?: string[]}} how */
function meta(r, how) {
	const shown = (/** @type {string} */ s) => how.words ? markWords(s, how.words) : s;
	const all = steps(r.id), tags = tagsOf(r.id), fileCount = files(r.id).length;
	const sun = how.today !== true && isInMyDay(r.id);
	const any = how.lists || sun || r.dueDate || r.reminderAt || all.length ||
		r.notes || fileCount || tags.length || r.assigneeId;

	return any ? html`<div class="meta">
		${how.lists ? html`<span dir="auto">${shown(list(r.listId)?.title ?? '')}</span>` : nothing}
		${sun ? detail('sun', '', '', t('smart.today')) : nothing}${dueBit(r)}
		${r.reminderAt && !r.done ? reminder(r) : nothing}
		${all.length ? detail('check', t('steps.of', { n: all.length,
			done: all.filter(s => s.done).length })) : nothing}
		${r.notes ? detail('note', '', '', t('notes')) : nothing}
		${fileCount ? detail('clip', fileCount > 1 ? fileCount : '', '', t('files')) : nothing}
		${tags.map(g => html`<span class="tag" dir="auto">#${shown(g.name)}</span>`)}
		${assignee(r)}</div>${how.words ? excerpt(r, how.words) : nothing}` : nothing;
}

/** @param {string} title @param {string} id @param {boolean} on */
export const starButton = (title, id, on) => html`<button class="round starry"
	type="button" tabindex="-1" aria-pressed=${on} data-act="star" data-id=${id}
	aria-label=${t('star', { title })}><svg class="icon" aria-hidden="true" viewBox="0 0 20 20"><path
	d="m10 2.8 2.2 4.6 5 .7-3.6 3.5.9 5L10 14.2l-4.5 2.4.9-5L2.8 8.1l5-.7z"/></svg></button>`;

/** @param {Task} r @param {string} [cls] */
export const tickBox = (r, cls = '') => html`<label class="tick ${cls}"><input
	type="checkbox" tabindex=${cls ? nothing : '-1'} data-act="tick" data-id=${r.id}
	aria-label=${r.title} .checked=${live(r.done)}></label>`;

/** Draws what is only printed.
 * @param {Task} r */
const printed = r => ui.printing ? html`<div class="printed">${steps(r.id)
	.map(s => html`<div>${s.done ? '☑' : '☐'} ${s.title}</div>`)}${r.notes}</div>` :
	nothing;

/** @typedef {{lists: boolean, today?: boolean, words?: string[]}} How */

/** @param {Task} r @param {How} how @param {boolean} on @param {boolean} retained
 * @param {false | string} unsent @param {number} at @param {number} tab */
const drawRow = (r, how, on, retained, unsent, at, tab) => html`<div class="row${
		on ? ' on' : ''}${r.done ? ' done' : ''}${retained ? ' leaving' : ''}" role="row"
		data-row=${r.id} data-act="row" data-id=${r.id} aria-rowindex=${at}
		aria-selected=${on} aria-labelledby="r${r.id}" tabindex=${tab}>
		<div role="gridcell">${tickBox(r)}</div>
		<div role="gridcell" class="body" id="r${r.id}"><span class="title" dir="auto">${
		how.words ? markWords(r.title, how.words) : r.title}</span>${
		meta(r, how)}${printed(r)}</div>
		${unsent ? html`<div role="gridcell"><div class="unsent ${unsent}"
			role="img" aria-label=${t('unsent')} title=${t('unsent')}></div></div>` : nothing}
		<div role="gridcell">${starButton(r.title, r.id, r.starred)}</div></div>`;

/** Draws a row.  It is drawn again only when something in it has changed, because in a
 * long list most rows stay the same. */
export const row = directive(class extends Directive {
	key = '';

	/** @param {Task} r @param {How & {at: number, first: boolean}} how */
	render(r, how) {
		const on = state.route.task === r.id || ui.selected.has(r.id);
		const more = /** @type {const} */ ([on, ui.retained.has(r.id),
			isUnsent('task', r.id), how.at + 1,
			ui.focus === r.id || how.first ? 0 : -1]);
		/** @type {string} */
		const key = [...more, how.lists, how.today, how.words, state.today,
			language(), ui.printing].join();

		if (key === this.key && !changedTasks.has('') && !changedTasks.has(r.id))
			return noChange;
		this.key = key;
		return drawRow(r, how, ...more);
	}
});

/** Draws a suggestion for My Day.
 * @param {Task} r */
export const suggestion = r => html`<li class="row">
	<button class="round plus" type="button" data-act="suggest" data-id=${r.id}
		aria-label=${t('suggest.add', { title: r.title })}>${icon('plus')}</button>
	<div class="body" data-act="open" data-id=${r.id}><span class="title"
		dir="auto">${r.title}</span>${meta(r, { lists: true, today: true })}</div>
	<button class="round" type="button" data-act="not-today" data-id=${r.id}
		aria-label=${t('suggest.not', { title: r.title })} title=${t('notToday')}
		>${icon('close')}</button></li>`;
