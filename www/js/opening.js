// Opens the database.

/** @typedef {import('./db.js').Db} Db */

const PAUSES = [300, 1000, 2000];
const chromium = 'chrome' in globalThis;
const log = (/** @type {Db} */ db) => db.name + ' log';

/** @param {IDBOpenDBRequest} r @returns {Promise<IDBDatabase>} */
const done = r => new Promise((yes, no) => {
	r.onsuccess = () => yes(r.result);
	r.onerror = () => no(r.error);
});

/** Opens it; what a browser could not open a moment ago is tried again.
 * @param {Db} db @returns {Promise<void>} */
export async function opened(db) {
	for (const pause of PAUSES)
		try {
			await begin(db);
			return await db.open();
		} catch {
			await new Promise(yes => setTimeout(yes, pause));
		}
	await db.open();
}

/** Begins a new log, before anything is written.  A kill can leave half a record
 * at the end of Chromium's log.  Chromium writes on behind it; at the next start
 * it finds that log broken, and drops all databases.  Deleting a database begins
 * a new log.
 * @param {Db} db */
async function begin(db) {
	if (chromium)
		await done(db.factory.deleteDatabase(log(db)));
}

/** Makes the database that the next start deletes.
 * @param {Db} db */
export async function prepare(db) {
	if (chromium)
		(await done(db.factory.open(log(db)))).close();
}
