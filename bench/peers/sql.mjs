/*
 * The database that docket-admin makes, through better-sqlite3, and the
 * statements of sql/query, prepared once: the same work for the library, but
 * only the columns that are shown.
 */
import Database from "better-sqlite3";
import { readFileSync, readdirSync } from "node:fs";

const HIDDEN = new Set(["doc", "reminder_by", "series_start", "completed_at",
    "successor_id", "successor_stamp", "sha256"]);

/* Ids as hexadecimal digits: a text is read quicker than bytes are. */
function columns(list) {
	const taken = new Set();

	return list.split(/,\s*/).flatMap((column) => {
		const [, prefix, name] = /^(?:(\w+)\.)?(\w+)$/.exec(column);
		const as = taken.has(name) ? `${prefix}_${name}` : name;

		taken.add(name);
		if (HIDDEN.has(name))
			return [];
		return /(^|_)id$/.test(name) ?
		    `lower(hex(${column})) AS ${as}` : `${column} AS ${as}`;
	}).join(", ");
}

/* As sql/compile reads them: their texts by their names. */
function statements(dir) {
	const found = {};

	for (const file of readdirSync(dir)) {
		const text = readFileSync(new URL(file, dir), "utf8");
		const macros = {};

		for (const [, name, list] of text.matchAll(
		    /^-- columns (\w+): (.*(?:\n--\t.*)*)/gm))
			macros[name] = columns(list.replace(/\n--\t/g, " "));
		for (const [, name, sql] of text.matchAll(
		    /^-- name: (\w+)\(.*\)\n([^;]*);/gm))
			found[name] = sql.replace(/@(\w+)/g,
			    (at, macro) => macros[macro]);
	}
	return found;
}

/*
 * Other than Docket's: a change of no more than can be changed here, and the
 * feed, which is read in one statement, since each costs more from here than it
 * does from C.
 */
const own = {
	task_change: `
		UPDATE task SET title = :title, due_date = :due,
		    series_start = CASE WHEN due_date IS :due THEN series_start
		    WHEN recurrence IS NOT NULL THEN :due END, stamp = :stamp
		WHERE id = :id`,
	changes: `
		SELECT stamp, kind, id, list_id, scope FROM feed
		WHERE scope = :user AND stamp > :since
		    AND (:kinds >> kind) & 1
		    AND (:list IS NULL OR list_id = :list)
		UNION ALL
		SELECT f.stamp, f.kind, f.id, f.list_id, f.scope
		FROM access a CROSS JOIN feed f ON f.scope = a.list_id
		    AND f.stamp > max(:since, a.joined_at)
		WHERE a.user_id = :user AND a.deleted_at = 0
		    AND (:kinds >> f.kind) & 1
		    AND (:list IS NULL OR a.list_id = :list)
		ORDER BY 1`,
};

/* The database, and q: each statement by its name. */
export function open(file) {
	const db = new Database(file, { fileMustExist: true, timeout: 20000 });
	const q = {};

	/* The package's own default is NORMAL. */
	db.pragma("journal_mode = WAL");
	db.pragma("synchronous = FULL");
	for (const [name, sql] of Object.entries(statements(
	    new URL("../../sql/query/", import.meta.url))))
		q[name] = db.prepare(sql);
	for (const [name, sql] of Object.entries(own))
		q[name] = db.prepare(sql);
	q.credential_use.raw();
	q.state_last_stamp.pluck();
	q.state_oldest_since.pluck();
	q.search_scopes.pluck();
	return { db, q };
}
