#include "db/sqlite/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "db/db.h"
#include "db/names.h"
#include "db/sqlite/check.h"
#include "db/sqlite/sqlite.h"
#include "db/rows.h"
#include "query/numbers.h"

#define STEP		1000	/* pages copied between two ticks */
#define FORMAT_BYTES	18	/* offset; 1: plain, 2: write-ahead log */

/* Names the file, and so the disk, that cannot be written. */
static void
copy_failed(sqlite3 *to)
{
	sqlite_fatal(to, sqlite3_db_filename(to, "main"));
}

/*
 * What was written in one step.  Otherwise the system would write gigabytes
 * when it must, and the next commit of a writer on that disk would wait for
 * them.
 */
static void
flush(sqlite3 *to)
{
	sqlite3_file *file = NULL;

	sqlite3_file_control(to, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	if (file != NULL && file->pMethods->xSync(file, SQLITE_SYNC_NORMAL |
	    SQLITE_SYNC_DATAONLY) != SQLITE_OK)
		file_failed(sqlite3_db_filename(to, "main"));
}

static void
snapshot_copy_pages(sqlite3 *to, sqlite3 *from, int step,
    void (*tick)(void *, int64_t, int64_t), void *arg)
{
	sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
	int code, pages;

	if (b == NULL)
		copy_failed(to);
	while ((code = sqlite3_backup_step(b, step)) == SQLITE_OK) {
		flush(to);
		pages = sqlite3_backup_pagecount(b);
		if (tick != NULL)
			tick(arg, pages - sqlite3_backup_remaining(b), pages);
	}
	/* This also sets the error, if any, for sqlite_fatal(). */
	if (sqlite3_backup_finish(b) != SQLITE_OK || code != SQLITE_DONE)
		copy_failed(to);
}

static void
remove_file(const char *path, const char *suffix)
{
	char name[PATH_MAX];

	snprintf(name, sizeof(name), "%s%s", path, suffix);
	if (unlink(name) == -1 && errno != ENOENT)
		file_failed(name);
}

/* Files that SQLite keeps beside a database. */
static void
discard_beside(const char *path)
{
	remove_file(path, "-journal");
	remove_file(path, "-wal");
	remove_file(path, "-shm");
}

void
db_discard(const char *path)
{
	remove_file(path, "");
	discard_beside(path);
}

/*
 * A copy of a database with a write-ahead log has the mark of one in its
 * header: the file format's versions for writing and reading.  This resets it.
 * SQLite's own pragma would need a schema that it can read.
 */
static void
make_plain(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);

	if (fd == -1 || pwrite(fd, "\1\1", 2, FORMAT_BYTES) != 2)
		file_failed(path);
	close(fd);
}

sqlite3 *
snapshot_new(const char *path)
{
	int fd;

	db_discard(path);
	/* Made here for its mode, which SQLite leaves as it is. */
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd == -1)
		file_failed(path);
	close(fd);
	return sqlite_open(path, 0);
}

void
snapshot_copy(sqlite3 *from, const char *path,
    void (*tick)(void *, int64_t, int64_t), void *arg)
{
	sqlite3 *to = snapshot_new(path);
	int unused;

	/* Nobody else sees it, and it is made durable when complete. */
	sqlite_run(to, "PRAGMA synchronous = OFF;"
	    "PRAGMA locking_mode = EXCLUSIVE");
	/* A transaction gets its snapshot at its first read; without it, the
	 * copy would restart at each change between two steps. */
	if (!sqlite_pragma(from, "PRAGMA schema_version", &unused))
		sqlite_fatal(from, "copy");
	snapshot_copy_pages(to, from, STEP, tick, arg);
	if (sqlite3_close(to) != SQLITE_OK)
		sqlite_fatal(to, path);
	make_plain(path);
}

void
db_copy(struct db *from, const char *path,
    void (*tick)(void *, int64_t, int64_t), void *arg)
{
	snapshot_copy(sqlite_handle(from), path, tick, arg);
}

struct first {
	struct arena	*arena;
	const char	*line;
};

static void
keep_first(void *arg, const char *line)
{
	struct first *f = arg;
	char *nl;

	if (f->line != NULL)
		return;
	f->line = nl = arena_str(f->arena, line);
	while ((nl = strchr(nl, '\n')) != NULL)
		*nl = ' ';
}

const char *
db_verify(struct db *db, struct arena *a)
{
	struct first f = { .arena = a };

	db_check(db, keep_first, &f);
	return f.line;
}

/* -1 if there is no such table. */
static int64_t
snapshot_count(sqlite3 *h, const char *table)
{
	char *sql = sqlite3_mprintf("SELECT count(*) FROM \"%w\"", table);
	sqlite3_stmt *st = NULL;
	int64_t n = -1;

	if (sql == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	if (sqlite3_prepare_v2(h, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		n = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	sqlite3_free(sql);
	return n;
}

const char *
db_compare(struct db *db, struct db *with, struct arena *a, int64_t *rows)
{
	sqlite3 *h = sqlite_handle(with);
	const char *found = NULL, *table;
	int64_t all = 0, n, m;
	sqlite3_stmt *st;

	/* A virtual table stores its data in other tables. */
	if (sqlite3_prepare_v2(h, "SELECT name FROM sqlite_schema WHERE "
	    "type = 'table' AND rootpage > 0", -1, &st, NULL) != SQLITE_OK)
		sqlite_fatal(h, "compare");
	while (found == NULL && sqlite3_step(st) == SQLITE_ROW) {
		table = (const char *)sqlite3_column_text(st, 0);
		n = snapshot_count(sqlite_handle(db), table);
		m = snapshot_count(h, table);
		if (n != m || m == -1)
			found = arena_printf(a, "%lld rows of %s instead of "
			    "%lld",
			    (long long)n, table, (long long)m);
		all += n;
	}
	if (sqlite3_finalize(st) != SQLITE_OK)
		sqlite_fatal(h, "compare");
	if (found == NULL)
		*rows = all;
	return found;
}

bool
db_plain(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char version = 0;
	bool plain = fd != -1 && pread(fd, &version, 1,
	    FORMAT_BYTES) == 1 && version == 1;

	if (fd != -1)
		close(fd);
	return plain;
}

int64_t
db_last_stamp(struct db *db)
{
	sqlite3_stmt *st = NULL;
	int64_t stamp = 0;

	if (sqlite3_prepare_v2(sqlite_handle(db),
	    query_texts[Q_STATE_LAST_STAMP].sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		stamp = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return stamp;
}

void
db_replace(struct db *to, struct db *from)
{
	sqlite3 *h = sqlite_handle(to);

	/* The library's default, even if a damaged schema prevents it. */
	sqlite3_exec(h, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
	/* In one step: a log that grows as large as the database. */
	snapshot_copy_pages(h, sqlite_handle(from), -1, NULL, NULL);
	/* Still under the lock.  If a reader blocks part of it, the next
	 * checkpoint does the rest. */
	sqlite3_busy_timeout(h, 0);
	sqlite_run(h, "PRAGMA wal_checkpoint(TRUNCATE)");
}

/* Each connection has a lock on the index of the write-ahead log. */
bool
db_in_use(const char *dir)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	char path[PATH_MAX];
	bool held;
	int fd;

	snprintf(path, sizeof(path), "%s/%s-shm", dir, DB_FILE);
	if ((fd = open(path, O_RDWR | O_CLOEXEC)) == -1)
		return false;
	held = fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
	close(fd);
	return held;
}

bool
db_install(const char *dir, const char *tmp)
{
	char path[PATH_MAX];
	sqlite3 *h;

	if (db_in_use(dir))
		return false;
	h = sqlite_open(tmp, 0);
	sqlite_run(h, "PRAGMA journal_mode = WAL");
	if (sqlite3_close(h) != SQLITE_OK)
		fatal(FATAL_INTERNAL, "%s cannot be closed", tmp);
	snprintf(path, sizeof(path), "%s/%s", dir, DB_FILE);
	discard_beside(path);
	file_rename(tmp, path);
	return true;
}
