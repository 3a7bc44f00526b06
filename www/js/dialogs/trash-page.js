// Draws the trash, and the page of failed changes.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { TITLE } from '../data/limits.js';
import { mayWrite } from '../data/roles.js';
import { list, me, state, store } from '../data/state.js';
import { failedChanges as failed, trashItems as binned } from
	'../data/trash-and-conflicts.js';
import { dropFailed, restoreAndRetry, restoreFromTrash, retryFailed } from
	'../mutations/review.js';
import { addTask } from '../mutations/tasks.js';
import { emptyList } from '../page/empty.js';
import { showToast } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatDayOf } from '../text/format.js';
import { t } from '../text/words.js';
import { button, download, fetchOnce, formPage, itemRow, problemText } from
	'./page-parts.js';

const KIND_NAMES = /** @type {Record<string, string>} */ ({ task: 'op.task', list: 'op.list',
	step: 'op.step', group: 'op.group', tag: 'op.tag', attachment: 'op.file' });

/** @returns {any} */
export function trash() {
	const got = fetchOnce('trash', online.readTrash), all = binned();

	return formPage(t('page.trash'), got?.problem ? html`<p>${problemText(got.problem)}</p>` :
		all.length ? html`<p class="dim">${t('trash.words')}</p><div class="panel">${all
		.map(r => itemRow(r.title ?? r.name ?? r.filename, t('trash.deleted', { day:
		formatDayOf(r.deletedAt), what: t(KIND_NAMES[r.kind] ?? 'op.change', { title: '' }) }),
		list(r.listId) && !mayWrite(r.listId) ? nothing :
		button(t('restore'), 'restore', { id: r.kind + ' ' + r.id })))}</div>` :
		got === null ? html`<p class="hint">…</p>` : emptyList('trash'));
}

/** The keys of words of fields.
 * @type {Record<string, string>} */
const FIELD_NAMES = { title: 'title', notes: 'notes', dueDate: 'due.add', starred: 'star.it',
	reminderAt: 'reminder', recurrence: 'repeat', assigneeId: 'assign', done: 'done' };

/** Describes a change.
 * @param {import('../data/types').FailedChange['words']} words */
function changeName({ key, holes }) {
	const what = t(key, holes), title = holes?.title;

	return title && !what.includes(title) ? t('op.named', { what, title }) : what;
}

/** @param {import('../data/types').FailedChange} r */
const failedChangeBox = r => html`<div class="panel form"><p><strong dir="auto">${
	changeName(r.words)}</strong></p>${r.fields.map(f => FIELD_NAMES[f] ?
	html`<p class="dim">${t(FIELD_NAMES[f])}</p>` : nothing)}${r.text ? html`<p class="secret" dir="auto">${r.text}</p>` :
	nothing}<p class="hint">${problemText(r.reason, r.words.holes?.title)}</p><div class="buttons">${r.canRestore ?
	button(t('review.restore'), 'review-restore', { id: r.id, cls: 'main' }) :
	button(t('again'), 'review-retry', { id: r.id, cls: 'main' })}${r.text ?
	button(t('review.make'), 'review-make', { id: r.id, cls: 'edge' }) : nothing}${
	button(t('review.drop'), 'review-drop', { id: r.id, cls: 'bad' })}</div></div>`;

/** @returns {any} */
export function review() {
	const all = failed();
	const waiting = [...store.ops.values()].filter(o => o.state === 'waiting');

	return formPage(t('review'), html`${state.session === 'other' ? html`<div
		class="panel form"><p>${t('session.other', { n: waiting.length, name: me()?.displayName })}</p><ul>${waiting
		.slice(0, 50).map(o => html`<li dir="auto">${changeName(o.words ?? { key: 'op.change' })}</li>`)}</ul>
		<div class="buttons">${button(t('review.export'), 'outbox-export', { cls: 'edge' })}${
		button(t('review.dropAll'), 'take-over', { cls: 'bad' })}</div></div>` : nothing}
		${all.map(failedChangeBox)}${all.length || state.session === 'other' ? nothing :
		html`<p class="dim">${t('review.none')}</p>`}`);
}

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	restore: (el, e, id) => { const [kind, uid] = id.split(' ');
		restoreFromTrash(/** @type {any} */ (kind), uid); showToast(t('restored')); },
	'review-retry': (el, e, id) => retryFailed(id),
	'review-restore': (el, e, id) => restoreAndRetry(id),
	'review-drop': (el, e, id) => dropFailed(id),
	'review-make': (el, e, id) => {
		const r = failed().find(x => x.id === id);
		if (r)
			addTask({ title: r.text.split('\n')[0].slice(0, TITLE),
				notes: r.text.split('\n').slice(1).join('\n') || null });
		dropFailed(id);
	},
	'outbox-export': () => download('docket-unsent.json', [...store.ops.values()]
	    .map(o => ({ method: o.method, path: o.path, body: o.body, at: o.at }))),
	'take-over': () => online.takeOver(),
}));
