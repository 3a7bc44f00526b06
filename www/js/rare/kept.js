// The bin, and what could not be applied.

import { ACTS, dayOf, empty, html, me, nothing, review as failed, state, store, t, toast,
	trash as binned } from '../kit.js';
import { actions, online } from '../further.js';
import { button, fetching, item, page, why } from './page.js';
import { TITLE } from '../limits.js';

const KIND = /** @type {Record<string, string>} */ ({ task: 'op.task', list: 'op.list',
	step: 'op.step', group: 'op.group', tag: 'op.tag', attachment: 'op.file' });

/** @returns {any} */
export function trash() {
	const got = fetching('trash', online.readTrash), all = binned();

	return page(t('page.trash'), got?.problem ? html`<p>${why(got.problem)}</p>` :
		all.length ? html`<p class="dim">${t('trash.words')}</p><div class="panel">${all
		.map(r => item(r.title ?? r.name ?? r.filename, t('trash.deleted', { day:
		dayOf(r.deletedAt), what: t(KIND[r.kind] ?? 'op.change', { title: '' }) }),
		button(t('restore'), 'restore', { id: r.kind + ' ' + r.id })))}</div>` :
		got === null ? html`<p class="hint">…</p>` : empty('trash'));
}

/** What was to be changed, by the names of its fields.
 * @type {Record<string, string>} */
const FIELD = { title: 'title', notes: 'notes', dueDate: 'due.add', starred: 'star.it',
	reminderAt: 'reminder', recurrence: 'repeat', assigneeId: 'assign', done: 'done' };

/** Which change, and of what.
 * @param {import('../types').Review['words']} words */
function named({ key, holes }) {
	const what = t(key, holes), title = holes?.title;

	return title && !what.includes(title) ? t('op.named', { what, title }) : what;
}

/** @param {import('../types').Review} r */
const failure = r => html`<div class="panel form"><p><strong dir="auto">${
	named(r.words)}</strong></p>${r.fields.map(f => FIELD[f] ?
	html`<p class="dim">${t(FIELD[f])}</p>` : nothing)}${r.text ? html`<p class="secret" dir="auto">${r.text}</p>` :
	nothing}<p class="hint">${why(r.reason)}</p><div class="acts">${r.canRestore ?
	button(t('review.restore'), 'review-restore', { id: r.id, cls: 'main' }) :
	button(t('again'), 'review-retry', { id: r.id, cls: 'main' })}${r.text ?
	button(t('review.make'), 'review-make', { id: r.id, cls: 'edge' }) : nothing}${
	button(t('review.drop'), 'review-drop', { id: r.id, cls: 'bad' })}</div></div>`;

/** @returns {any} */
export function review() {
	const all = failed(), waiting = [...store.ops.values()].filter(o => o.state === 'waiting');

	return page(t('review'), html`${state.session === 'other' ? html`<div
		class="panel form"><p>${t('session.other', { n: waiting.length, name: me()?.displayName })}</p><ul>${waiting
		.slice(0, 50).map(o => html`<li dir="auto">${named(o.words ?? { key: 'op.change' })}</li>`)}</ul>
		<div class="acts">${button(t('review.export'), 'outbox-export', { cls: 'edge' })}${
		button(t('review.dropAll'), 'take-over', { cls: 'bad' })}</div></div>` : nothing}
		${all.map(failure)}${all.length || state.session === 'other' ? nothing :
		html`<p class="dim">${t('review.none')}</p>`}`);
}

/** @param {string} name @param {any} value */
export function download(name, value) {
	const a = document.createElement('a');

	a.href = URL.createObjectURL(new Blob([typeof value === 'string' ? value :
		JSON.stringify(value, null, 1)], { type: 'application/json' }));
	a.download = name;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

/** @typedef {(el: any, e: any, id: string) => any} Act */
Object.assign(ACTS, /** @type {Record<string, Act>} */ ({
	restore: (el, e, id) => { const [kind, uid] = id.split(' ');
		actions.restoreTrash(/** @type {any} */ (kind), uid); toast(t('restored')); },
	'review-retry': (el, e, id) => actions.reviewRetry(id),
	'review-restore': (el, e, id) => actions.reviewRestore(id),
	'review-drop': (el, e, id) => actions.reviewDrop(id),
	'review-make': (el, e, id) => {
		const r = failed().find(x => x.id === id);
		if (r)
			actions.addTask({ title: r.text.split('\n')[0].slice(0, TITLE),
				notes: r.text.split('\n').slice(1).join('\n') || null });
		actions.reviewDrop(id);
	},
	'outbox-export': () => download('docket-unsent.json', [...store.ops.values()]
	    .map(o => ({ method: o.method, path: o.path, body: o.body, at: o.at }))),
	'take-over': () => online.takeOver(),
}));
