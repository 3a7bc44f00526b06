// Opens the database, and protects it from Chromium's handling of a broken log.

/** @typedef {import('./idb.js').Db} Db */

const DELAYS = [300, 1000, 2000];
const chromium = 'chrome' in globalThis;
const logName = (/** @type {Db} */ db) => db.name + ' log';

/** @param {IDBOpenDBRequest} r @returns {Promise<IDBDatabase>} */
const promiseOf = r => new Promise((yes, no) => {
	r.onsuccess = () => yes(r.result);
	r.onerror = () => no(r.error);
});

/** Opens the database; tries again, because browsers can fail for a moment.
 * @param {Db} db @returns {Promise<void>} */
export async function openWithRetry(db) {
	for (const pause of DELAYS)
		try {
			await startNewLog(db);
			return await db.open();
		} catch {
			await new Promise(yes => setTimeout(yes, pause));
		}
	await db.open();
}

/** Makes Chromium start a new log before anything is written.  A kill can leave half a
 * record at the end of its log.  Chromium appends to it, finds it broken at the next
 * start, and deletes all databases.  Deleting a database starts a new log.
 * @param {Db} db */
async function startNewLog(db) {
	if (chromium)
		await promiseOf(db.factory.deleteDatabase(logName(db)));
}

/** Creates the database that the next start deletes.
 * @param {Db} db */
export async function createLog(db) {
	if (chromium)
		(await promiseOf(db.factory.open(logName(db)))).close();
}
