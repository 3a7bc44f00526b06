/*
 * The database that docket-admin makes, through better-sqlite3, and every
 * statement that the peer uses, prepared once.  It searches as is usual with
 * SQLite: by a full-text index (FTS5) of all titles.  Of four ways to find one
 * user's among them this was the quickest: with a million tasks, 24 ms of processor
 * time; by a join from the index 158 ms, by asking for each of the user's tasks 370
 * to 400 ms.
 */
import Database from "better-sqlite3";

/* Ids as hexadecimal digits: a text is read quicker than bytes are. */
const id = (column, as = column.replace(/.*\./, "")) =>
    `lower(hex(${column})) AS ${as}`;
const person = (column) => `(SELECT lower(hex(id)) FROM user
    WHERE id = t.${column} AND deleted_at = 0) AS ${column}`;
const task = `${id("t.id")}, ${id("t.list_id")}, t.title, t.done, t.starred,
    t.due_date, t.notes, t.notes_at, t.rank, ${id("t.assignee_id")},
    t.assignee_id IS :user AS assigned_to_me, t.reminder_at, t.recurrence,
    t.completed_at, ${person("completed_by")}, ${person("created_by")},
    t.created_at, t.stamp, t.deleted_at`;
const reached = `FROM task t JOIN access a ON a.list_id = t.list_id
    AND a.user_id = :user AND a.deleted_at = 0`;

const statements = {
	session: `
		SELECT c.user_id, c.token FROM credential c
		JOIN user u ON u.id = c.user_id AND u.deleted_at = 0
		    AND u.disabled = 0
		WHERE c.hash = :hash AND c.kind IN ('session', 'token')
		    AND c.expires_at > :now`,
	last_stamp: "SELECT last_stamp FROM state WHERE id = 1",
	set_stamp: "UPDATE state SET last_stamp = :stamp WHERE id = 1",
	oldest_since: "SELECT oldest_since FROM state WHERE id = 1",
	reaches: `
		SELECT 1 FROM access WHERE user_id = :user
		    AND list_id = :list AND deleted_at = 0`,
	task: `SELECT ${task}, t.doc ${reached}
		WHERE t.id = :task AND t.list_id = :list AND t.deleted_at = 0`,
	task_any: `SELECT ${task} ${reached} WHERE t.id = :task
		AND (t.deleted_at = 0 OR t.deleted_at > a.gained_at)`,
	step_any: `
		SELECT ${id("s.id")}, ${id("s.task_id")}, s.title, s.done,
		    s.rank, s.created_at, s.stamp, s.deleted_at
		${reached} JOIN step s ON s.task_id = t.id WHERE s.id = :step`,
	tasks: `SELECT ${task} FROM task t WHERE t.list_id = :list
		AND t.deleted_at = 0 ORDER BY t.rank LIMIT :count`,
	changes: `
		SELECT stamp, kind, id FROM feed
		WHERE scope = :user AND stamp > :since
		UNION ALL
		SELECT f.stamp, f.kind, f.id FROM access a
		CROSS JOIN feed f ON f.scope = a.list_id
		    AND f.stamp > max(:since, a.gained_at)
		WHERE a.user_id = :user AND a.deleted_at = 0
		ORDER BY 1`,
	search: `SELECT ${task} FROM access a JOIN task t ON t.list_id = a.list_id
		WHERE a.user_id = :user AND a.deleted_at = 0
		    AND t.deleted_at = 0 AND t.doc IN (SELECT rowid
			FROM title_search WHERE title_search MATCH :match)
		ORDER BY t.done, t.stamp DESC LIMIT :count`,
	feed_remove: "DELETE FROM feed WHERE scope = :scope AND stamp = :stamp",
	feed_add: `INSERT INTO feed (scope, stamp, kind, id)
		VALUES (:scope, :stamp, 2, :id)`,
	task_set: `UPDATE task SET title = :title, due_date = :due,
		stamp = :stamp WHERE id = :id`,
	task_add: `
		INSERT INTO task (list_id, rank, id, title, done, starred,
		    notes_at, reminder_at, created_at, created_by, stamp,
		    completed_at, successor_stamp, doc)
		VALUES (:list, :rank, :id, :title, 0, 0, 0, 0, :stamp, :user,
		    :stamp, 0, 0, (SELECT coalesce(max(doc), 0) + 1 FROM task))
		RETURNING doc`,
	list: "SELECT tasks FROM list WHERE id = :list",
	list_add: "UPDATE list SET tasks = tasks + 1 WHERE id = :list",
	user_add: `UPDATE user SET text = text + :n
		WHERE id = (SELECT owner_id FROM list WHERE id = :list)`,
	first_rank: `SELECT rank FROM task WHERE list_id = :list
		AND deleted_at = 0 ORDER BY rank LIMIT 1`,
	last_rank: `SELECT rank FROM task WHERE list_id = :list
		AND deleted_at = 0 ORDER BY rank DESC LIMIT 1`,
	title_set: `INSERT OR REPLACE INTO title_search (rowid, title)
		VALUES (:doc, :title)`,
};

/* Makes the full-text index, unless it is there. */
export function index(file) {
	const db = new Database(file, { fileMustExist: true });

	if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'title_search'")
	    .get() === undefined)
		db.transaction(() => db.exec(`
			CREATE VIRTUAL TABLE title_search USING fts5(title,
			    tokenize = 'unicode61 remove_diacritics 2');
			INSERT INTO title_search (rowid, title)
			SELECT doc, title FROM task WHERE deleted_at = 0`))();
	db.close();
}

/* The database, and q: each statement by its name. */
export function open(file) {
	const db = new Database(file, { fileMustExist: true, timeout: 20000 });
	const q = {};

	/* The package's own default is NORMAL. */
	db.pragma("journal_mode = WAL");
	db.pragma("synchronous = FULL");
	for (const [name, sql] of Object.entries(statements))
		q[name] = db.prepare(sql);
	for (const one of [q.last_stamp, q.oldest_since, q.first_rank,
	    q.last_rank, q.task_add])
		one.pluck();
	return { db, q };
}
