// Imports and exports: requests that need the network.

import { sendForm } from '../outbox/uploads.js';
import { requestPull } from './host.js';
import { toError } from './http.js';
import { request } from './sign-in.js';
import { sync } from './sync.js';

/** Seconds for which an import waits for another one. */
const PATIENCE = 300;

/** @param {number} seconds @param {AbortSignal} stop */
const pause = (seconds, stop) => new Promise(yes => {
	setTimeout(yes, 1000 * seconds);
	stop.addEventListener('abort', yes);
});

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
	const url = sync.base + '/me/imports';
	let a = await sendForm(url, toForm(files, parts), key, sent, stop);

	for (let waited = 0; a.status === 503 && waited < PATIENCE && !stop.aborted;) {
		const n = Math.min(a.retryAfter ?? 1, 10);
		waits();
		await pause(n, stop);
		waited += n;
		a = await sendForm(url, toForm(files, parts), key, sent, stop);
	}
	if (a.status < 200 || a.status >= 300)
		throw toError(a);
	if (a.status === 201)
		requestPull();
	return a.body;
}

/** The imports of the last 30 days. */
export const imports = async () => (await request('GET', '/me/imports')).items;

/** Undoes an import.
 * @param {string} id @returns {Promise<{removed: number, kept: any[]}>} */
export async function undoImport(id) {
	const r = await request('DELETE', '/me/imports/' + encodeURIComponent(id), undefined,
		{ timeout: 600000 });

	requestPull();
	return r;
}

/** The address of an export, for a link: of all own lists, or of one.
 * @param {string} format @param {string} [listId] */
export const exportAddress = (format, listId) => `${sync.base}${listId ? '/lists/' +
	listId : '/me'}/export?format=${format}`;
