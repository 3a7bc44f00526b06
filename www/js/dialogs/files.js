// Draws the files of a task and their uploads.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { mayWrite } from '../data/roles.js';
import { files as filesOf, list, me, task } from '../data/state.js';
import { addFile } from '../mutations/files.js';
import { icon, roundButton } from '../page/elements.js';
import { setUi, ui } from '../page/ui.js';
import { fileUrl } from '../sync/sync.js';
import { formatSize } from '../text/format.js';
import { t } from '../text/words.js';
import { problemText } from './page-parts.js';

/** @param {any} f */
const thumb = f => f.contentType.startsWith('image/') && !f.pending ?
	html`<img class="thumb" loading="lazy" alt="" src=${fileUrl(f.id)}>` :
	html`<span class="thumb">${icon('clip')}</span>`;

/** @param {any} f */
const fileState = f => f.failed ? html`<small class="late">${t('file.failed', {
	why: problemText({ code: f.failed }) })}</small>` : f.pending ?
	html`<progress max=${f.sizeBytes || 1} .value=${f.sent ?? 0} aria-label=${t('file.sending',
	{ name: f.filename })}></progress>` : html`<small>${formatSize(f.sizeBytes)}</small>`;

/** @param {any} f @param {boolean} mine */
const file = (f, mine) => html`<li class="file">${thumb(f)}<div class="grow">${
	f.pending ? html`<span>${f.filename}</span>` :
	html`<a href=${fileUrl(f.id)} download=${f.filename}>${f.filename}</a>`}${fileState(f)}</div>
	${f.failed ? html`<button class="btn" type="button" data-command="file-retry"
		data-id=${f.id}>${t('again')}</button>` : nothing}
	${f.pending ? roundButton('close', t('file.cancel', { name: f.filename }),
		'file-cancel', f.id) : mine ? roundButton('trash', t('file.delete',
		{ name: f.filename }), 'file-delete', f.id) : nothing}</li>`;

/** @param {import('../data/types').Task} r */
export function files(r) {
	const owner = list(r.listId)?.role === 'owner', id = mayWrite(r.listId) && me()?.id;
	const all = filesOf(r.id);

	return html`${all.length ? html`<h2>${t('files')} <span class="n">${all.length}</span></h2>
		<ul>${all.map(f => file(f, owner || f.uploaderId === id))}</ul>` : nothing}
		<input type="file" id="file" multiple hidden data-input="file">`;
}

/** Attaches files that are dropped on the open task.
 * @param {HTMLElement} root */
export function listenToFileDrops(root) {
	const inside = (/** @type {DragEvent} */ e) => /** @type {HTMLElement | null} */
		(/** @type {HTMLElement} */ (e.target).closest?.('.details'));

	root.addEventListener('dragover', e => {
		const el = inside(e);
		if (!el || !e.dataTransfer?.types.includes('Files'))
			return;
		e.preventDefault();
		if (!ui.dropping && mayWrite(task(el.dataset.task ?? '')?.listId))
			setUi({ dropping: true });
	});
	root.addEventListener('dragleave', e => {
		if (ui.dropping && !inside(/** @type {any} */ ({ target: e.relatedTarget ?? root })))
			setUi({ dropping: false });
	});
	root.addEventListener('drop', e => {
		const el = inside(e);
		setUi({ dropping: false });
		if (!el)
			return;
		e.preventDefault();
		for (const f of e.dataTransfer?.files ?? [])
			addFile(el.dataset.task ?? '', f);
	});
}
