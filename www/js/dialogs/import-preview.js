// Draws what an import would do, or has done.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { icon } from '../page/elements.js';
import { formatDay, formatSize } from '../text/format.js';
import { t } from '../text/words.js';
import { columnsPart, orderPart } from './import-columns.js';
import { button } from './page-parts.js';

/** The names of services and forms; others have words. */
const NAMES = { todoist: 'Todoist', 'todoist-json': 'Todoist', 'microsoft-todo': 'Microsoft To Do',
	outlook: 'Outlook', 'google-tasks': 'Google Tasks', ticktick: 'TickTick', trello: 'Trello',
	vikunja: 'Vikunja', taskwarrior: 'Taskwarrior', 'todo-txt': 'todo.txt', docket: 'Docket' };

/** @param {string} format */
export const formName = format => /** @type {any} */ (NAMES)[format] ?? t('import.form.' + format);

/** No list is left out.
 * @type {Set<string>} */
const none = new Set();

/** How many tasks an import has created, or would create.
 * @param {any} a @param {Set<string>} [left] lists that are left out
 * @param {'made' | 'tasks'} [which] tasks: with those that were there */
export const countTasks = (a, left = none, which = 'made') => a.lists.reduce(
	(/** @type {number} */ n, /** @type {any} */ l) => n + (left.has(l.id) ? 0 : l[which]), 0);

/** The reasons that say that something is elsewhere, or lost, of a task that is made. */
const CHANGES = ['title-cut', 'notes-cut', 'tag-left-out', 'date-not-read', 'repeat-not-read',
	'reminders-left-out', 'step-reduced', 'field-left-out', 'in-the-notes', 'file-left-out'];

/** Adds the counts of reasons.
 * @param {any} a @param {(reason: string) => boolean} is */
const countReasons = (a, is) => a.reasons.reduce((/** @type {number} */ n,
	/** @type {any} */ r) => n + (is(r.reason) ? r.count : 0), 0);

/** @param {number} n @param {string} key @param {string} [cls] */
const figure = (n, key, cls = '') => html`<div class=${cls}><dd>${
	new Intl.NumberFormat(document.documentElement.lang).format(n)}</dd><dt>${
	t(key, { n })}</dt></div>`;

/** @param {any} a @param {Set<string>} left */
const figures = (a, left) => html`<dl class="figures">${figure(a.lists.length - left.size,
	'import.lists')}${figure(countTasks(a, left, 'tasks'), 'import.tasks')}${figure(countReasons(a,
	r => CHANGES.includes(r)), 'import.changed')}${figure(a.counts.skipped + a.counts.refused,
	'import.left', a.counts.refused ? 'late' : '')}</dl>`;

/** @param {any} a @param {Set<string>} left */
const listChoice = (a, left) => html`<div class="panel import-lists" role="group"
	aria-label=${t('lists')}>${a.lists.map((/** @type {any} */ l) => html`<label class="item"><input
	type="checkbox" class="box" data-command="import-list" data-id=${l.id ?? ''} ?disabled=${!l.id}
	.checked=${!!l.id && !left.has(l.id)}><span class="grow" dir="auto">${l.title}</span><small>${
	t('import.count', { n: l.tasks })}</small></label>`)}</div>`;

/** What causes are about: names of the file's, but for a priority.
 * @param {any[]} causes */
const about = causes => causes.map(c => c.about?.replace(/^priority(?= )/, t('import.priority')))
	.filter(Boolean).join(', ');

/** @param {any} r @param {any} [small] */
const sample = (r, small = about(r.causes)) => html`<li><span dir="auto">${r.title ?? '–'}</span>${
	small ? html`<small dir="auto">${small}</small>` : nothing}</li>`;

/** Reasons, each with the first records that it is about.
 * @param {any} a */
const reasonsPart = a => a.reasons.filter((/** @type {any} */ r) => r.reason !== 'exists')
	.map((/** @type {any} */ r) => html`<details class="part"><summary>${t('import.why.' +
	r.reason)} <span class="n">${r.count}</span></summary><ul>${a.records.filter(
	(/** @type {any} */ k) => k.causes.some((/** @type {any} */ c) => c.reason === r.reason))
	.slice(0, 50).map((/** @type {any} */ k) => sample(k, about(k.causes.filter(
	(/** @type {any} */ c) => c.reason === r.reason))))}</ul></details>`);

/** @param {any} a */
const samples = a => {
	const some = a.records.filter((/** @type {any} */ r) => r.kind === 'task' &&
		['made', 'changed'].includes(r.verdict)).slice(0, 50);

	return some.length ? html`<details class="part" open><summary>${t('import.samples')}</summary><ul>${
		some.map((/** @type {any} */ r) => sample(r, [r.list, r.dueDate &&
		formatDay(r.dueDate)].filter(Boolean).join(' · ')))}</ul></details>` : nothing;
};

/** @param {any} a @param {Record<string, string>} options @param {boolean} pasted */
const choices = (a, options, pasted) => html`${/^todoist/.test(a.format) ? html`<label
	class="field"><span>${t('import.sections')}</span><select class="input"
	data-import="sections">${['tags', 'lists'].map(s => html`<option value=${s} ?selected=${
	s === options.sections}>${t(s)}</option>`)}</select></label>` : nothing}${
	pasted || a.columns && !a.columns.map.list ? html`<label class="field"><span>${
	t('import.listName')}</span><input class="input" data-import="list" maxlength="200"
	autocomplete="off" dir="auto" placeholder=${a.lists[0]?.title ?? ''} .defaultValue=${
	options.list ?? ''}></label>` : nothing}`;

/** @param {any} c the columns */
const table = c => c ? html`${columnsPart(c, c.map, false)}${c.map.due || c.map.reminder ||
	c.map.created || c.map.completed ? orderPart(c.dateOrder, t('import.dates')) : nothing}` : nothing;

/** @param {any} j the import @param {boolean} other with a button for another file */
export const fileHead = (j, other) => html`<div class="import-file">${icon('download')}<p
	class="grow"><b dir="auto">${j.pasted ? t('import.pasted') : j.files.map(
	(/** @type {any} */ f) => f.name).join(', ')}</b> ${j.pasted ? nothing : [
	formatSize(j.size), j.preview && formName(j.preview.format)].filter(Boolean).join(' · ')}</p>${
	other ? button(t('import.other'), 'import-cancel', { cls: 'edge' }) : nothing}</div>`;

/** Draws the preview of an import.
 * @param {any} j */
export function previewPart(j) {
	const a = j.preview, n = countTasks(a, j.left);
	const all = countTasks(a, none, 'tasks'), there = all - countTasks(a, none);
	const some = all > 0 && a.counts.made > 0;
	const why = there ? t('import.exists', { n: there }) : some ? nothing : t('import.none');
	const said = why === nothing ? nothing : html`<p class="hint import-hint" role="status">${why}</p>`;

	/* There is nothing to choose among, and nothing was left out. */
	if (!all && !a.reasons.length)
		return said;
	return html`${said}${figures(a, j.left)}${a.tried ? nothing : html`<p class="note">${icon('warn')}<span>${
		t('import.untried', { form: formName(a.format) })}</span></p>`}
		${some ? listChoice(a, j.left) : nothing}${choices(a, j.options, j.pasted)}${table(a.columns)}
		${reasonsPart(a)}${samples(a)}${some ? endPart(j, n) : nothing}`;
}

/** Draws the buttons that end the preview.
 * @param {any} j @param {number} n tasks that would be made */
const endPart = (j, n) => html`<p class="hint import-hint">${t('import.nothing')}</p><div
	class="import-end buttons">${button(t('cancel'), 'import-cancel')}<button class="btn main"
	type="button" data-command="import-do" ?disabled=${!!j.busy || !j.preview.lists.some(
	(/** @type {any} */ l) => l.id && !j.left.has(l.id))}>${t('import.do', { n })}</button></div>`;

/** Draws what was imported.
 * @param {any} j */
export const donePart = j => html`<div class="panel form"><p role="status">${j.undone ?
	t('import.undone', { n: j.undone.removed }) : t('import.done', { n: countTasks(j.done) })}</p>${
	j.undone ? j.undone.kept.length ? html`<p class="hint">${t('import.kept')}</p><ul
	class="kept">${j.undone.kept.slice(0, 50).map((/** @type {any} */ k) => sample(k, nothing))}</ul>` :
	nothing : html`<ul class="kept">${j.done.lists.filter((/** @type {any} */ l) => l.id).map(
	(/** @type {any} */ l) => html`<li><a href="#/l/${l.id}" dir="auto">${l.title}</a> <small>${
	t('import.count', { n: l.tasks })}</small></li>`)}</ul>`}<div class="buttons">${j.undone ? nothing :
	button(t('undo'), 'import-undo', { id: j.done.id })}${button(t('import.other'),
	'import-cancel')}</div></div>${j.undone ? nothing : reasonsPart(j.done)}`;
