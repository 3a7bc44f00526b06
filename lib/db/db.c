#include "db/db.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "db/engine.h"
#include "db/migrations.h"
#include "db/names.h"
#include "db/reserve.h"
#include "db/rows.h"
#include "query.h"

struct db {
	sqlite3		*h;
	char		*dir;		/* NULL: of one file, without a lock */
	int		 lock;		/* -1 until the first write */
	bool		 open;		/* a transaction is */
	bool		 writing;
	bool		 stamped;	/* last_stamp must be stored */
	void		(*on_end)(void *, bool);	/* or NULL */
	void		*on_end_arg;
	int64_t		 last_stamp;	/* 0: not read yet */
	struct rows	**rows;		/* by statement; NULL: not prepared */
	sqlite3_stmt	*control[4];	/* by enum control */
};

enum control { BEGIN_READ, BEGIN_WRITE, COMMIT, ROLLBACK };

static const char *const control_sql[] = {
	[BEGIN_READ] = "BEGIN",
	[BEGIN_WRITE] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK"
};

const char *
db_state_advice(enum db_state s)
{
	static const char *const advice[DB_STATE__MAX] = {
		[DB_OPEN] = "the database is ready",
		[DB_ABSENT] = "there is no database: restore a backup, or "
		    "create one with `docket-admin migrate`",
		[DB_FOREIGN] = "the file is not a Docket database, or is "
		    "damaged: restore a backup",
		[DB_DENIED] = "this user cannot read and write the database: "
		    "the data directory and its contents must belong to the "
		    "service's user, on a disk that is not mounted read-only",
		[DB_OLDER] = "the database is from an older version: run "
		    "`docket-admin migrate`",
		[DB_NEWER] = "the database is from a newer version of Docket: "
		    "install that version",
	};

	return advice[s];
}

static enum db_state
state_of(sqlite3 *h)
{
	int application, version;

	if (!engine_pragma(h, "PRAGMA application_id", &application) ||
	    application != DB_APPLICATION ||
	    !engine_pragma(h, "PRAGMA user_version", &version))
		return DB_FOREIGN;
	if (version > migration_last)
		return DB_NEWER;
	return version < migration_last ? DB_OLDER : DB_OPEN;
}

/* Why could it not be opened, or its first page not be read? */
static enum db_state
open_failure(sqlite3 *h, const char *path)
{
	switch (sqlite3_errcode(h) & 0xff) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE:
	case SQLITE_NOTADB:
	case SQLITE_CORRUPT:
		return DB_FOREIGN;
	case SQLITE_CANTOPEN:
	case SQLITE_READONLY:
	case SQLITE_PERM:
		/* Descriptors that have run out look the same. */
		if (sqlite3_system_errno(h) != EMFILE &&
		    sqlite3_system_errno(h) != ENFILE)
			return DB_DENIED;
	}
	engine_fatal(h, path);
}

/* A connection in any state, unless it is not a Docket database. */
static enum db_state
open_at(const char *path, int flags, struct db **out)
{
	enum db_state state;
	struct db *db;
	sqlite3 *h = NULL;

	engine_start();
	if (access(path, F_OK) == -1)
		return errno == ENOENT ? DB_ABSENT : DB_DENIED;
	if (sqlite3_open_v2(path, &h, flags | SQLITE_OPEN_NOMUTEX, NULL) !=
	    SQLITE_OK)
		state = open_failure(h, path);
	else {
		engine_configure(h);
		if ((state = state_of(h)) == DB_FOREIGN)
			state = open_failure(h, path);
		else if ((flags & SQLITE_OPEN_READWRITE) &&
		    sqlite3_db_readonly(h, "main") == 1)
			state = DB_DENIED;
	}
	if (state == DB_FOREIGN || state == DB_DENIED) {
		sqlite3_close(h);
		return state;
	}
	if ((db = calloc(1, sizeof(*db))) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	db->h = h;
	db->rows = rows_new();
	db->lock = -1;
	*out = db;
	return state;
}

enum db_state
db_open(const char *dir, struct db **out)
{
	enum db_state state;
	struct db *db = NULL;
	char path[PATH_MAX];

	engine_start();
	/* Temporary files of sorting stay in the data directory, too. */
	if (sqlite3_temp_directory == NULL)
		sqlite3_temp_directory = sqlite3_mprintf("%s", dir);
	reserve_for_read(dir);
	snprintf(path, sizeof(path), "%s/%s", dir, DB_FILE);
	state = open_at(path, SQLITE_OPEN_READWRITE, &db);
	if (state != DB_OPEN) {
		db_close(db);
		return state;
	}
	if ((db->dir = strdup(dir)) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	*out = db;
	return DB_OPEN;
}

enum db_state
db_open_file(const char *path, bool write, struct db **out)
{
	return open_at(path, write ? SQLITE_OPEN_READWRITE :
	    SQLITE_OPEN_READONLY, out);
}

void
db_keep(struct db *db, int kilobytes)
{
	char pragma[48];

	snprintf(pragma, sizeof(pragma), "PRAGMA cache_size = -%d", kilobytes);
	engine_run(db->h, pragma);
}

void
db_map(struct db *db, int megabytes)
{
	char pragma[48];

	snprintf(pragma, sizeof(pragma), "PRAGMA mmap_size = %lld",
	    (long long)megabytes * 1024 * 1024);
	engine_run(db->h, pragma);
}

int
db_lock(const char *dir, int seconds)
{
	int fd = engine_lock_open(dir);

	if (engine_lock(fd, seconds))
		return fd;
	close(fd);
	return -1;
}

void
db_close(struct db *db)
{
	int i;

	if (db == NULL)
		return;
	if (db->open)
		db_end(db);
	rows_free(db->rows);
	for (i = 0; i < 4; i++)
		sqlite3_finalize(db->control[i]);
	if (sqlite3_close(db->h) != SQLITE_OK)
		engine_fatal(db->h, "close");
	if (db->lock != -1)
		close(db->lock);
	free(db->dir);
	free(db);
}

static void
control(struct db *db, enum control c)
{
	if (db->control[c] == NULL && sqlite3_prepare_v3(db->h,
	    control_sql[c], -1, SQLITE_PREPARE_PERSISTENT, &db->control[c],
	    NULL) != SQLITE_OK)
		engine_fatal(db->h, control_sql[c]);
	if (sqlite3_step(db->control[c]) != SQLITE_DONE)
		engine_fatal(db->h, control_sql[c]);
	sqlite3_reset(db->control[c]);
}

void
db_begin_read(struct db *db)
{
	control(db, BEGIN_READ);
	db->open = true;
}

/* Statements prepared for one schema must not write to another, which can have
 * come since the connection was opened. */
static void
expect_schema(struct db *db)
{
	if (rows_one(q_state_version(db), 0) != migration_last) {
		db_end(db);
		fatal(FATAL_NOT_READY, "%s", ENGINE_UPGRADED);
	}
}

bool
db_begin_write(struct db *db, int seconds)
{
	if (db->lock == -1 && db->dir != NULL) {
		db->lock = engine_lock_open(db->dir);
		/* The library's default; do not rely on it. */
		engine_run(db->h, "PRAGMA synchronous = FULL");
	}
	if (db->dir != NULL && !engine_lock(db->lock, seconds))
		return false;
	control(db, BEGIN_WRITE);
	db->open = db->writing = true;
	db->last_stamp = 0;
	db->stamped = false;
	if (db->dir != NULL)
		expect_schema(db);
	return true;
}

static void
end_write(struct db *db, bool committed)
{
	db->open = db->writing = false;
	if (db->dir != NULL)
		engine_unlock(db->lock);
	if (db->on_end != NULL)
		db->on_end(db->on_end_arg, committed);
}

void
db_commit(struct db *db)
{
	if (!db->writing)
		fatal(FATAL_INTERNAL, "a commit without a write transaction");
	if (db->stamped)
		q_state_set_stamp(db, db->last_stamp);
	control(db, COMMIT);
	end_write(db, true);
}

void
db_end(struct db *db)
{
	if (db->writing) {
		control(db, ROLLBACK);
		end_write(db, false);
	} else {
		control(db, COMMIT);
		db->open = false;
	}
}

void
db_on_end(struct db *db, void (*fn)(void *, bool), void *arg)
{
	db->on_end = fn;
	db->on_end_arg = arg;
}

int
db_version(struct db *db)
{
	int version;

	if (!engine_pragma(db->h, "PRAGMA data_version", &version))
		engine_fatal(db->h, "data_version");
	return version;
}

bool
db_writing(const struct db *db)
{
	return db->writing;
}

bool
db_tidy(struct db *db, int seconds)
{
	static const char sql[] = "PRAGMA analysis_limit = 200;"
	    "PRAGMA optimize; PRAGMA wal_checkpoint(PASSIVE)";

	if (!db_begin_write(db, seconds))
		return false;
	/* A checkpoint cannot be within a transaction; the lock stays. */
	control(db, COMMIT);
	db->open = db->writing = false;
	if (sqlite3_exec(db->h, sql, NULL, NULL, NULL) != SQLITE_OK)
		engine_fatal(db->h, "optimize and checkpoint");
	engine_unlock(db->lock);
	return true;
}

int64_t
db_stamp(struct db *db, int64_t now)
{
	if (!db->writing)
		fatal(FATAL_INTERNAL, "a stamp without a write transaction");
	if (db->last_stamp == 0)
		db->last_stamp = rows_one(q_state_last_stamp(db), 0);
	db->last_stamp = now > db->last_stamp ? now : db->last_stamp + 1;
	db->stamped = true;
	return db->last_stamp;
}

struct rows *
db_prepare(struct db *db, int query)
{
	return rows_prepare(db->rows, db->h, query, db->writing);
}

struct sqlite3 *
db_engine(struct db *db)
{
	return db->h;
}

const char *
db_column(struct db *db, int query, int n, struct arena *a)
{
	return rows_column(db_prepare(db, query), n, a);
}

void
db_explain(struct db *db, int query, void (*fn)(void *, const char *),
    void *arg)
{
	char *sql = sqlite3_mprintf("EXPLAIN QUERY PLAN %s",
	    query_texts[query].sql);
	sqlite3_stmt *st;

	if (sql == NULL ||
	    sqlite3_prepare_v2(db->h, sql, -1, &st, NULL) != SQLITE_OK)
		engine_fatal(db->h, query_texts[query].name);
	while (sqlite3_step(st) == SQLITE_ROW)
		fn(arg, (const char *)sqlite3_column_text(st, 3));
	sqlite3_finalize(st);
	sqlite3_free(sql);
}
