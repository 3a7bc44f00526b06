#include "db/sqlite/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "db/db.h"
#include "db/engine.h"
#include "db/migrations.h"
#include "db/names.h"
#include "db/rows.h"
#include "db/sqlite/memory.h"
#include "db/sqlite/migrate.h"
#include "db/sqlite/reserve.h"
#include "db/sqlite/retired.h"
#include "db/sqlite/sqlite.h"
#include "db/sqlite/statement.h"
#include "db/sqlite/tables.h"
#include "query/numbers.h"
#include "query/state.h"

enum control { BEGIN_READ, BEGIN_WRITE, COMMIT, ROLLBACK, VERSION,
	BEGIN_PART, KEEP_PART, UNDO_PART, CONTROLS };

struct connection {
	struct db	 db;
	sqlite3		*h;
	char		*dir;		/* NULL: of one file, without a lock */
	int		 lock;		/* -1 until the first write */
	int		 claim;		/* the same file; -1: nothing is claimed */
	struct statement **statements;	/* by number; NULL: not prepared */
	sqlite3_stmt	*control[CONTROLS];	/* by enum control */
	bool		 has_read;
};

static const char *const control_sql[] = {
	[BEGIN_READ] = "BEGIN",
	[BEGIN_WRITE] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK",
	[VERSION] = "PRAGMA user_version",
	[BEGIN_PART] = "SAVEPOINT part",
	[KEEP_PART] = "RELEASE part",
	[UNDO_PART] = "ROLLBACK TO part"
};

static enum db_state
sqlite_state_of(sqlite3 *h)
{
	int application, version;

	if (!sqlite_pragma(h, "PRAGMA application_id", &application) ||
	    application != DB_APPLICATION ||
	    !sqlite_pragma(h, "PRAGMA user_version", &version))
		return DB_FOREIGN;
	if (version > migration_last)
		return DB_NEWER;
	if (version < 0)
		return DB_RETIRED;
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
	sqlite_fatal(h, path);
}

/* A connection in any state, unless it is not a Docket database. */
static enum db_state
open_at(const char *path, int flags, struct db **out)
{
	enum db_state state;
	struct connection *c;
	sqlite3 *h = NULL;

	*out = NULL;
	sqlite_start();
	if (access(path, F_OK) == -1)
		return errno == ENOENT ? DB_ABSENT : DB_DENIED;
	if (sqlite3_open_v2(path, &h, flags | SQLITE_OPEN_NOMUTEX, NULL) !=
	    SQLITE_OK)
		state = open_failure(h, path);
	else {
		sqlite_configure(h);
		if ((state = sqlite_state_of(h)) == DB_FOREIGN)
			state = open_failure(h, path);
		else if ((flags & SQLITE_OPEN_READWRITE) &&
		    sqlite3_db_readonly(h, "main") == 1)
			state = DB_DENIED;
	}
	if (state == DB_FOREIGN || state == DB_DENIED) {
		sqlite3_close(h);
		return state;
	}
	if ((c = calloc(1, sizeof(*c))) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	c->db.engine = &engine_sqlite;
	c->h = h;
	c->statements = statements_new();
	c->lock = c->claim = -1;
	*out = (struct db *)c;
	return state;
}

static struct connection *
sqlite_of(struct db *db)
{
	return (struct connection *)db;
}

/* Besides the write lock, which is a flock(2) on the same file, and its queue
 * (lock_queue.h), which has other bytes of it. */
static bool
sqlite_claim(struct db *db, bool on)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET,
		.l_len = 1 };
	struct connection *c = sqlite_of(db);
	bool ok = true;

	if (on) {
		c->claim = sqlite_lock_open(c->dir);
		ok = fcntl(c->claim, F_OFD_SETLK, &lock) == 0;
	}
	if (c->claim != -1 && (!on || !ok)) {
		close(c->claim);
		c->claim = -1;
	}
	return ok;
}

static void
close_connection(struct db *db)
{
	struct connection *c = sqlite_of(db);
	int i;

	statements_free(c->statements);
	for (i = 0; i < CONTROLS; i++)
		sqlite3_finalize(c->control[i]);
	if (sqlite3_close(c->h) != SQLITE_OK)
		sqlite_fatal(c->h, "close");
	if (c->lock != -1)
		close(c->lock);
	sqlite_claim(db, false);
	free(c->dir);
	free(c);
}

static enum db_state
open_directory(const char *dir, struct db **out)
{
	enum db_state state;
	struct db *db = NULL;
	char path[PATH_MAX];

	sqlite_start();
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
	if ((sqlite_of(db)->dir = strdup(dir)) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	db->shared = true;
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
db_once(void)
{
	memory_start();
	sqlite_in_turn();
}

void
db_ending(void)
{
	memory_ending();
}

void
db_cache_size(struct db *db, int kilobytes)
{
	char pragma[48];

	if (db->engine != &engine_sqlite)
		return;
	snprintf(pragma, sizeof(pragma), "PRAGMA cache_size = -%d", kilobytes);
	sqlite_run(sqlite_of(db)->h, pragma);
}

void
db_map(struct db *db, int megabytes)
{
	char pragma[48];

	if (db->engine != &engine_sqlite)
		return;
	snprintf(pragma, sizeof(pragma), "PRAGMA mmap_size = %lld",
	    (long long)megabytes * 1024 * 1024);
	sqlite_run(sqlite_of(db)->h, pragma);
}

int
db_lock(const char *dir, int seconds)
{
	int fd = sqlite_lock_open(dir);

	if (sqlite_lock(fd, seconds))
		return fd;
	close(fd);
	return -1;
}

static sqlite3_stmt *
control_statement(struct connection *c, enum control which)
{
	if (c->control[which] == NULL && sqlite3_prepare_v3(c->h,
	    control_sql[which], -1, SQLITE_PREPARE_PERSISTENT,
	    &c->control[which], NULL) != SQLITE_OK)
		sqlite_fatal(c->h, control_sql[which]);
	return c->control[which];
}

static void
control(struct db *db, enum control which)
{
	sqlite3_stmt *st = control_statement(sqlite_of(db), which);

	if (sqlite3_step(st) != SQLITE_DONE)
		sqlite_fatal(sqlite_of(db)->h, control_sql[which]);
	sqlite3_reset(st);
}

static bool
is_retired(struct connection *c)
{
	sqlite3_stmt *st = control_statement(c, VERSION);
	bool retired = sqlite3_step(st) == SQLITE_ROW &&
	    sqlite3_column_int(st, 0) < 0;

	sqlite3_reset(st);
	return retired;
}

/* Only a process that reads again can have missed that its data was moved. */
static void
sqlite_begin_read(struct db *db)
{
	struct connection *c = sqlite_of(db);

	control(db, BEGIN_READ);
	if (c->has_read && c->dir != NULL && is_retired(c))
		fatal(FATAL_NOT_READY, "%s", DB_UPGRADED);
	c->has_read = true;
}

static bool
sqlite_begin_write(struct db *db, const struct scope *scope, int seconds)
{
	struct connection *c = sqlite_of(db);

	(void)scope;
	if (c->lock == -1 && c->dir != NULL) {
		c->lock = sqlite_lock_open(c->dir);
		/* The library's default; do not rely on it. */
		sqlite_run(c->h, "PRAGMA synchronous = FULL");
	}
	/* What begins it is prepared before the lock is taken, too. */
	control_statement(c, BEGIN_WRITE);
	if (db->shared)
		statement_ahead(c->statements, c->h, Q_STATE_VERSION);
	if (c->dir != NULL && !sqlite_lock(c->lock, seconds))
		return false;
	control(db, BEGIN_WRITE);
	if (db->shared)
		db_begun(db, rows_one(q_state_version(db), 0));
	return true;
}

static void
keep_stamp(struct db *db)
{
	if (db->last_stamp != 0)
		q_state_set_stamp(db, db->last_stamp);
}

static void
sqlite_part(struct db *db, enum part what)
{
	if (what == PART_KEPT)
		keep_stamp(db);
	if (what == PART_UNDONE)
		control(db, UNDO_PART);
	control(db, what == PART_BEGINS ? BEGIN_PART : KEEP_PART);
}

static void
sqlite_end_write(struct db *db, bool commit)
{
	if (commit)
		keep_stamp(db);
	control(db, commit ? COMMIT : ROLLBACK);
	if (sqlite_of(db)->dir != NULL)
		sqlite_unlock(sqlite_of(db)->lock);
}

static int64_t
sqlite_newest(struct db *db, const char *owner)
{
	(void)owner;
	return db->last_stamp != 0 ? db->last_stamp :
	    rows_one(q_state_last_stamp(db), 0);
}

static void
sqlite_end_read(struct db *db)
{
	control(db, COMMIT);
}

static int
sqlite_version(struct db *db)
{
	int v;

	if (!sqlite_pragma(sqlite_of(db)->h, "PRAGMA data_version", &v))
		sqlite_fatal(sqlite_of(db)->h, "data_version");
	return v;
}

static bool
sqlite_tidy(struct db *db, int seconds)
{
	static const char sql[] = "PRAGMA analysis_limit = 200;"
	    "PRAGMA optimize; PRAGMA wal_checkpoint(PASSIVE)";

	if (!db_begin_write(db, seconds))
		return false;
	/* A checkpoint cannot be within a transaction; the lock stays. */
	control(db, COMMIT);
	db->open = db->writing = false;
	if (sqlite3_exec(sqlite_of(db)->h, sql, NULL, NULL, NULL) != SQLITE_OK)
		sqlite_fatal(sqlite_of(db)->h, "optimize and checkpoint");
	sqlite_unlock(sqlite_of(db)->lock);
	return true;
}

static void
sqlite_prepare_ahead(struct db *db, int query)
{
	statement_ahead(sqlite_of(db)->statements, sqlite_of(db)->h, query);
}

static struct rows *
sqlite_prepare(struct db *db, int query)
{
	return statement_prepare(sqlite_of(db)->statements, sqlite_of(db)->h,
	    query, db->writing);
}

sqlite3 *
sqlite_handle(struct db *db)
{
	return sqlite_of(db)->h;
}

void
db_explain(struct db *db, int query, void (*fn)(void *, const char *),
    void *arg)
{
	char *sql = sqlite3_mprintf("EXPLAIN QUERY PLAN %s",
	    query_texts[query].sql);
	sqlite3_stmt *st;

	if (sql == NULL || sqlite3_prepare_v2(sqlite_of(db)->h, sql, -1,
	    &st, NULL) != SQLITE_OK)
		sqlite_fatal(sqlite_of(db)->h, query_texts[query].name);
	while (sqlite3_step(st) == SQLITE_ROW)
		fn(arg, (const char *)sqlite3_column_text(st, 3));
	sqlite3_finalize(st);
	sqlite3_free(sql);
}

const struct engine engine_sqlite = {
	.migrate = sqlite_migrate,
	.open = open_directory,
	.close = close_connection,
	.begin_read = sqlite_begin_read,
	.begin_write = sqlite_begin_write,
	.end_write = sqlite_end_write,
	.part = sqlite_part,
	.newest = sqlite_newest,
	.end_read = sqlite_end_read,
	.version = sqlite_version,
	.claim = sqlite_claim,
	.tidy = sqlite_tidy,
	.prepare_ahead = sqlite_prepare_ahead,
	.tables = &sqlite_tables,
	.retire = sqlite_retire,
	.moved_to = sqlite_moved_to,
	.release = sqlite_release,
	.abandon = sqlite_abandon,
	.left = sqlite_left,
	.prepare = sqlite_prepare,
	.bind_id = statement_bind_id,
	.bind_int = statement_bind_int,
	.bind_text = statement_bind_text,
	.bind_bytes = statement_bind_bytes,
	.next = statement_next,
	.run = statement_run,
	.end = statement_end,
	.number = statement_number,
	.peek = statement_peek,
	.name = statement_name
};
