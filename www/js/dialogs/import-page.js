// Settings: import and export.  A file is previewed first; then what was chosen of it is
// imported, which can be undone for 30 days.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { chooseColumn } from '../data/columns.js';
import { files, isComplete, listsInOrder, requestDraw, state } from '../data/state.js';
import { uuid } from '../data/uuid.js';
import { icon } from '../page/elements.js';
import { fieldError } from '../page/sign-in.js';
import { announce, setUi, showToast, ui } from '../page/ui.js';
import { toFile } from '../quickadd/pasted.js';
import * as online from '../sync/imports.js';
import { formatMoment, formatSize } from '../text/format.js';
import { t } from '../text/words.js';
import { columnsPart, orderPart } from './import-columns.js';
import { countTasks, donePart, fileHead, formName, previewPart } from './import-preview.js';
import { attempt, button, fetchOnce, itemRow, itemRows, problemText, refetch } from
	'./page-parts.js';

/** The import that is being prepared, or was just done; null without one.  busy: what is
 * waited for.
 * @type {any} */
let job = null;
/** Whether a file is dragged over the page. */
let over = false;
/** The list that is exported; '' for all own ones. */
let exported = '';

const largest = () => formatSize(/** @type {any} */ (state.service)?.importMaxBytes ?? 0);
const isOffline = () => state.sync.state === 'offline' || navigator.onLine === false;

/** Sends the files: previews them, or imports what is chosen.
 * @param {any} j @param {boolean} dryRun @returns {Promise<any>} null if that failed */
async function send(j, dryRun) {
	j.stop?.abort();
	const { signal } = j.stop = new AbortController();
	const chosen = j.preview?.lists.filter((/** @type {any} */ l) => l.id && !j.left.has(l.id));
	const parts = { ...j.options, dryRun: String(dryRun), ...!dryRun && j.left.size ?
		{ listIds: chosen.map((/** @type {any} */ l) => l.id).join(',') } : {} };
	/** @param {any} now */
	const show = now => { if (!signal.aborted) { Object.assign(j, now); requestDraw(); } };

	show({ problem: null, busy: 'sending', sent: 0, importing: !dryRun });
	try {
		const r = await online.importFiles(j.files, parts, { key: dryRun ? uuid() :
			j.key ??= uuid(), stop: signal, waits: () => show({ busy: 'waiting' }),
			sent: n => show({ sent: n, busy: n < j.size ? 'sending' :
			    dryRun ? 'reading' : 'making' }) });

		return signal.aborted ? null : (show({ busy: null }), r);
	} catch (/** @type {any} */ p) {
		show({ busy: null, problem: p });
		return null;
	}
}

/** Looks at the files, with the choices so far.
 * @param {any} j */
async function preview(j) {
	const r = await send(j, true);

	if (!r)
		return;
	const known = new Set(r.lists.map((/** @type {any} */ l) => l.id));
	Object.assign(j, { preview: r, key: null, left: new Set([...j.left].filter(id => known.has(id))) });
	announce(t('import.do', { n: countTasks(r) }));
	requestDraw();
}

/** Begins an import.
 * @param {{name: string, blob: Blob}[]} all @param {any} [more] */
function begin(all, more = {}) {
	job?.stop?.abort();
	job = { files: all, size: all.reduce((n, f) => n + f.blob.size, 0), options: {},
		left: new Set(), ...more };
	preview(job);
}

/** @param {Iterable<File>} some */
const beginFiles = some => { const all = [...some].map(f => ({ name: f.name, blob: f }));
	if (all.length) begin(all); };

/** Begins an import of what was pasted into the line that adds tasks. */
function takePasted() {
	const file = toFile(ui.pasted);

	ui.pasted = null;
	begin([{ name: file.name, blob: new Blob([file.text], { type: 'text/plain' }) }],
		{ pasted: true, options: { list: t('import.pasted'), ...file.format ?
		    { format: file.format } : {} } });
}

const dropZone = () => html`<div class="drop ${over ? 'over' : ''}">${icon('download')}
	<p class="big">${t('import.drop')}</p>${button(t('import.choose'), 'import-choose',
	{ cls: 'main' })}<p class="hint">${t('import.words', { max: largest() })}</p></div>`;

/** @param {any} j */
const progress = j => html`<div class="panel form" role="status"><p>${t('import.' + j.busy)}</p>${
	j.busy === 'sending' ? html`<progress max=${j.size || 1} .value=${Math.min(j.sent, j.size)}
	aria-label=${t('import.sending')}></progress>` : html`<progress aria-label=${
	t('import.' + j.busy)}></progress>`}</div>`;

/** A problem's columns, if to choose among them helps.
 * @param {any} p */
const columnsOf = p => p.code === 'malformed-import' ? null : p.columns;

/** What went wrong, and what to do: of a table what is asked about it.
 * @param {any} j */
function problemPart(j) {
	const p = j.problem, c = columnsOf(p), own = 'import.problem.' + p.code;
	const words = t(own, { max: largest() }), known = words !== own;
	const detail = known && !c && (p.code !== 'unknown-format' || j.files.length > 1);

	return html`<div class="panel form"><p class="wrong" role="alert">${known ? words :
		problemText(p)}</p>${p.row ? html`<p>${t('import.row', { n: p.row })}</p>` : nothing}${
		detail && p.detail ? html`<p class="hint" lang="en">${p.detail}</p>` :
		nothing}${c && p.code === 'ambiguous-dates' ? orderPart(c.dateOrder,
		t('import.dates')) : nothing}${c ? columnsPart(c, mapOf(j), p.code !==
		'ambiguous-dates') : html`<div class="buttons">${known ? nothing : button(t('again'),
		'import-again')}${button(t('import.other'), 'import-cancel')}</div>`}</div>`;
}

/** The columns that are chosen, or were found.
 * @param {any} j */
const mapOf = j => j.options.map ? JSON.parse(j.options.map) :
	(j.problem?.columns ?? j.preview?.columns)?.map ?? {};

/** @param {any} j */
const jobPart = j => html`${fileHead(j, !j.done && (!j.problem || !!columnsOf(j.problem)))}${j.problem ? problemPart(j) : nothing}${
	j.busy && (j.importing || !j.preview) ? progress(j) : j.done ? donePart(j) :
	j.preview && !(j.problem && columnsOf(j.problem)) ? html`<div aria-busy=${!!j.busy}>${previewPart(j)}</div>` : nothing}`;

/** @param {any} i an import */
const pastRow = i => itemRow(i.filename, [formName(i.format), formatMoment(i.createdAt),
	t('import.count', { n: countTasks(i) })].join(' · '), button(t('undo'), 'import-undo',
	{ id: i.id }));

/** The export with files that is being made: bytes so far, and all; null without one.
 * @type {{done: number, all: number} | null} */
let archive = null;

/** Saves everything with its files. */
async function saveArchive() {
	if (!isComplete())
		return showToast(t('sync.fetching'));
	archive = { done: 0, all: 1 };
	requestDraw();
	const blob = await attempt(() => online.exportWithFiles(files, new AbortController().signal,
		(done, all) => { archive = { done, all }; requestDraw(); }));

	archive = null;
	requestDraw();
	if (!(blob instanceof Blob))
		return;
	const href = URL.createObjectURL(blob);
	Object.assign(document.createElement('a'), { href, download: 'docket-export.zip' }).click();
	setTimeout(() => URL.revokeObjectURL(href), 60000);
}

const archiveRow = () => itemRow(formName('files'), t('import.to.files'), archive ?
	html`<progress max=${archive.all || 1} .value=${archive.done} aria-label=${
	t('import.form.files')}></progress>` : html`<button class="btn" type="button"
	data-command="export-files" aria-label=${`${t('download')}: ${formName('files')}`}>${
	t('download')}</button>`);

const FORMS = ['docket', 'ics', 'csv', 'todo-txt', 'markdown'];

const exportPart = () => html`<h2>${t('import.export')}</h2><div class="panel"><label
	class="field"><span>${t('import.which')}</span><select class="input" data-import="exported"><option
	value="">${t('import.all')}</option>${listsInOrder().map(l => html`<option value=${l.id} ?selected=${
	l.id === exported}>${l.title}</option>`)}</select></label>${FORMS.filter(f => !exported ||
	f !== 'docket').map(f => itemRow(formName(f), t('import.to.' + f), html`<a class="btn"
	download href=${online.exportAddress(f, exported)} aria-label=${`${t('download')}: ${
	formName(f)}`}>${t('download')}</a>`))}${exported ? nothing : archiveRow()}</div>${
	fieldError('form')}`;

/** Draws the page.
 * @returns {any} */
export function imports() {
	if (ui.pasted)
		takePasted();
	return html`<div class="imports">${isOffline() && !job?.busy ? html`<p class="note" role="status">${icon('offline')}<span>${
		t('needsNetwork')}</span></p>` : nothing}<h2>${t('import.title')}</h2>
		${job ? jobPart(job) : isOffline() ? nothing : dropZone()}<input type="file"
		id="import-file" multiple hidden>${job && !job.done ? nothing : html`<h2>${
		t('import.past')}</h2>${itemRows(fetchOnce('imports', online.imports), pastRow,
		t('import.pastNone'))}${isOffline() ? nothing : exportPart()}`}</div>`;
}

/** What a choice changes; the files are previewed again.
 * @type {Record<string, (el: any, options: any) => void>} */
const CHOICES = {
	dateOrder: (el, o) => { o.dateOrder = el.value; },
	sections: (el, o) => { o.sections = el.value; },
	list: (el, o) => { o.list = el.value.trim(); if (!o.list) delete o.list; },
	column: (el, o) => { o.map = JSON.stringify(chooseColumn(mapOf(job),
		(job.problem?.columns ?? job.preview.columns).heads, +el.dataset.id, el.value)); },
};

/** @param {any} e */
function onChange({ target: el }) {
	const what = el.dataset.import;

	if (el.id === 'import-file') {
		beginFiles(el.files);
		el.value = '';
	} else if (what === 'exported') {
		exported = el.value;
		requestDraw();
	} else if (CHOICES[what] && job) {
		CHOICES[what](el, job.options);
		preview(job);
	}
}

const isHere = () => state.route.name === 'settings' && state.route.part === 'import';

/** Takes files that are dropped on the page.
 * @param {any} e */
function onDrag(e) {
	if (!isHere() || !e.dataTransfer?.types.includes('Files'))
		return;
	e.preventDefault();
	if (e.type === 'drop' && !isOffline() && !job?.importing)
		beginFiles(e.dataTransfer.files);
	const now = e.type === 'dragover';
	if (now !== over) {
		over = now;
		requestDraw();
	}
}

/** @param {HTMLElement} root */
export function listenToImports(root) {
	root.addEventListener('change', onChange);
	for (const name of ['dragover', 'dragleave', 'drop'])
		addEventListener(name, onDrag);
	addEventListener('offline', requestDraw);
}

/** Undoes an import, also the one that was just done.
 * @param {string} id */
async function undo(id) {
	const r = await attempt(() => online.undoImport(id));

	if (!r)
		return;
	if (job?.done?.id !== id)
		job = { files: [], size: 0, pasted: false, done: { id, lists: [], reasons: [] } };
	job.undone = r;
	refetch('imports');
}

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'import-choose': () => document.getElementById('import-file')?.click(),
	'import-cancel': () => { job?.stop?.abort(); job = null; setUi({ wrong: null }); },
	'import-again': () => job.importing ? COMMANDS['import-do'](null, null, '') : preview(job),
	'import-list': (el, e, id) => { job.left[el.checked ? 'delete' : 'add'](id);
		job.key = null; requestDraw(); },
	'import-do': async () => {
		const j = job, r = await send(j, false);

		if (r) {
			Object.assign(j, { done: r, importing: false });
			announce(t('import.done', { n: countTasks(r) }));
			refetch('imports');
		}
	},
	'import-undo': (el, e, id) => undo(id),
	'export-files': () => { if (!archive) saveArchive(); },
}));
