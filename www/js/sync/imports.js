// Imports and exports: requests that need the network.

import { makeZip, ZIP_BYTES, ZIP_FILES } from '../data/zip.js';
import { sendForm } from '../outbox/uploads.js';
import { requestPull } from './host.js';
import { toError } from './http.js';
import { request } from './sign-in.js';
import { fileUrl, sync } from './sync.js';

/** Seconds for which an import or its undo waits for another one. */
const PATIENCE = 300;

/** @param {number} seconds @param {AbortSignal} [stop] */
const pause = (seconds, stop) => new Promise(yes => {
	setTimeout(yes, 1000 * seconds);
	stop?.addEventListener('abort', yes);
});

/** Asks again while the service is busy.
 * @template T @param {() => Promise<T>} ask @param {AbortSignal} [stop]
 * @param {() => void} [waits] is called before each pause
 * @returns {Promise<T>} */
async function askUntilFree(ask, stop, waits) {
	for (let waited = 0;;)
		try {
			return await ask();
		} catch (/** @type {any} */ p) {
			if (p.status !== 503 || waited >= PATIENCE || stop?.aborted)
				throw p;
			const n = Math.min(p.retryAfter ?? 1, 10);

			waits?.();
			await pause(n, stop);
			waited += n;
		}
}

/** @param {{name: string, blob: Blob}[]} files @param {Record<string, string>} parts */
function toForm(files, parts) {
	const form = new FormData();

	for (const [name, value] of Object.entries(parts))
		form.set(name, value);
	for (const f of files)
		form.append('file', f.blob, f.name);
	return form;
}

/** Imports files, or looks at them with dryRun.  While another import is running, it waits
 * and says so.
 * @param {{name: string, blob: Blob}[]} files @param {Record<string, string>} parts
 * @param {{key: string, stop: AbortSignal, sent: (bytes: number) => void,
 *   waits: () => void}} how
 * @returns {Promise<any>} the answer; it is rejected as those of sync/online.js are */
export async function importFiles(files, parts, { key, stop, sent, waits }) {
	const a = await askUntilFree(async () => {
		const r = await sendForm(sync.base + '/me/imports', toForm(files, parts), key, sent, stop);

		if (r.status < 200 || r.status >= 300)
			throw toError(r);
		return r;
	}, stop, waits);

	if (a.status === 201)
		requestPull();
	return a.body;
}

/** The imports of the last 30 days. */
export const imports = async () => (await request('GET', '/me/imports')).items;

/** Undoes an import.
 * @param {string} id @returns {Promise<{removed: number, kept: any[]}>} */
export async function undoImport(id) {
	const r = await askUntilFree(() => request('DELETE', '/me/imports/' + encodeURIComponent(id),
		undefined, { timeout: 600000 }));

	requestPull();
	return r;
}

/** The address of an export, for a link: of all own lists, or of one.
 * @param {string} format @param {string} [listId] */
export const exportAddress = (format, listId) => `${sync.base}${listId ? '/lists/' +
	listId : '/me'}/export?format=${format}`;

/** The bytes of a file of a task.
 * @param {string} id @param {AbortSignal} stop */
async function fetchFile(id, stop) {
	const r = await fetch(fileUrl(id), { signal: stop }).catch(() => null);

	if (!r?.ok)
		throw toError({ status: r?.status ?? 0, body: null, code: r ? 'busy' : null, etag: null,
			link: null, retryAfter: null });
	return new Uint8Array(await r.arrayBuffer());
}

/** The name of a file in the archive, by which docket-import finds its task.  A backslash
 * would make folders on Windows.
 * @param {any} f */
const entryName = f => `attachments/${f.taskId}/${f.id}/${f.filename.replaceAll('\\', '_')}`;

/** Exports everything with the files, as docket-export does with --attachments.
 * @param {(taskId: string) => any[]} filesOf @param {AbortSignal} stop
 * @param {(done: number, all: number) => void} progress bytes of files
 * @returns {Promise<Blob>} an archive; rejected with the code files-too-many if it would be
 * too large for one that is made here */
export async function exportWithFiles(filesOf, stop, progress) {
	const data = await request('GET', '/me/export', undefined, { timeout: 600000, signal: stop });
	const files = data.tasks.flatMap((/** @type {any} */ task) => filesOf(task.id)
		.filter(f => !f.pending && !f.failed));
	const all = files.reduce((/** @type {number} */ n, /** @type {any} */ f) => n + f.sizeBytes, 0);
	const entries = [{ name: 'docket-export.json', at: new Date(data.exportedAt),
		bytes: new TextEncoder().encode(JSON.stringify(data)) }];
	let done = 0;

	if (all > ZIP_BYTES / 2 || files.length >= ZIP_FILES)
		throw toError({ status: 413, body: null, code: 'files-too-many', etag: null, link: null,
			retryAfter: null });
	for (const f of files) {
		progress(done, all);
		entries.push({ name: entryName(f), at: new Date(f.createdAt),
			bytes: await fetchFile(f.id, stop) });
		done += f.sizeBytes;
	}
	return new Blob(/** @type {any} */ (makeZip(entries)), { type: 'application/zip' });
}
