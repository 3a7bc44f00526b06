#include "db/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/time.h>

#include "base/file.h"
#include "base/log.h"
#include "db/engine.h"
#include "db/migrations.h"
#include "db/names.h"
#include "db/sqlite/lock_queue.h"
#include "db/sqlite/wal_name.h"

/* Of the index of the write-ahead log (sqlite.org/walformat.html). */
#define INDEX_BYTES	32768
#define INDEX_PAGE_SIZE	14	/* offset: 16 bits, 1 means 65536 */
#define INDEX_FRAMES	16	/* offset: 32 bits, committed frames */
#define LOG_MAGIC	"\x37\x7f\x06"
#define LOG_HEADER	32
#define FRAME_HEADER	24

int64_t
sqlite_log_bytes(sqlite3 *h)
{
	sqlite3_file *file = NULL;
	void volatile *index = NULL;
	uint16_t page;
	uint32_t frames;

	sqlite3_file_control(h, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	if (file->pMethods->xShmMap(file, 0, INDEX_BYTES, 0, &index) !=
	    SQLITE_OK || index == NULL)
		return -1;
	memcpy(&page, (char *)index + INDEX_PAGE_SIZE, sizeof(page));
	memcpy(&frames, (char *)index + INDEX_FRAMES, sizeof(frames));
	return frames == 0 ? 0 : LOG_HEADER + (int64_t)frames *
	    (FRAME_HEADER + (page == 1 ? 65536 : page));
}

/*
 * If the fsync of a commit fails, its frames are in the log in memory but not
 * on disk: the kernel marks pages clean that it could not write, so no later
 * fsync writes them.  The next program to open the log would see them as
 * committed; a power cut would lose everything committed after them, and an
 * interrupted checkpoint would leave half a change.  So they are truncated,
 * under the lock that this process still holds.
 */
static void
take_back(sqlite3 *h)
{
	int64_t bytes = sqlite_log_bytes(h);
	sqlite3_file *log = NULL;
	char magic[3];

	sqlite3_file_control(h, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (log == NULL || log->pMethods == NULL ||
	    log->pMethods->xRead(log, magic, sizeof(magic), 0) != SQLITE_OK ||
	    memcmp(magic, LOG_MAGIC, sizeof(magic)) != 0 || bytes == -1)
		return;		/* no write-ahead log */
	if (log->pMethods->xTruncate(log, bytes) != SQLITE_OK)
		log_error("cannot truncate the write-ahead log: check the "
		    "disk, and restart the machine");
}

static bool in_turn;

static const char damaged[] = "run docket-admin check, and restore a backup";
static const char unusable[] = "make the whole data directory readable and "
    "writable for the service's user";

static const struct failure {
	int		 code;
	enum fatal_kind	 kind;
	const char	*advice;
} failures[] = {
	{ SQLITE_FULL, FATAL_STORAGE_FULL, "free disk space" },
	{ SQLITE_BUSY, FATAL_BUSY, "does another program have the file open?" },
	{ SQLITE_PROTOCOL, FATAL_BUSY, "a writer stood still for ten seconds "
	    "in the middle of a commit" },
	{ SQLITE_CORRUPT, FATAL_NOT_READY, damaged },
	{ SQLITE_NOTADB, FATAL_NOT_READY, damaged },
	{ SQLITE_CANTOPEN, FATAL_NOT_READY, unusable },
	{ SQLITE_READONLY, FATAL_NOT_READY, unusable },
	{ SQLITE_PERM, FATAL_NOT_READY, unusable },
	{ SQLITE_IOERR, FATAL_INTERNAL, "check the disk" },
	{ SQLITE_NOMEM, FATAL_INTERNAL, "the machine or the service's limits "
	    "allow too little memory" },
	{ SQLITE_OK, FATAL_INTERNAL, "this is a bug in Docket" }
};

/* Statements of an older program can fail once the schema is newer. */
static bool
upgraded(sqlite3 *h)
{
	int version;

	return sqlite_pragma(h, "PRAGMA user_version", &version) &&
	    version > migration_last;
}

void
sqlite_fatal(sqlite3 *h, const char *what)
{
	int code = sqlite3_extended_errcode(h), os = sqlite3_system_errno(h);
	const struct failure *f = failures;
	char said[256];

	/* The next call replaces it. */
	snprintf(said, sizeof(said), "%s", sqlite3_errmsg(h));
	if (code == SQLITE_ERROR && upgraded(h))
		fatal(FATAL_NOT_READY, "%s", DB_UPGRADED);
	if (code == SQLITE_IOERR_FSYNC)
		take_back(h);
	if (os == ENOSPC || os == EDQUOT)
		code = SQLITE_FULL;
	while (f->code != SQLITE_OK && f->code != (code & 0xff))
		f++;
	fatal(f->kind, "%s: %s (SQLite %d, errno %d): %s", what, said, code,
	    os, f->advice);
}

/*
 * SQLite syncs the directory of a file that it created, but ignores failures;
 * then commits to a new log would be lost with its name.  So the directory is
 * synced here, where a failure ends the process, and SQLite gets the answer
 * that it cannot.
 */
static int
sync_name(const char *path, int *fd)
{
	*fd = -1;
	wal_name_sync(path);
	return SQLITE_CANTOPEN;
}

void
sqlite_start(void)
{
	static bool started;
	sqlite3_vfs *vfs;

	if (started)
		return;
	started = true;
	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	vfs = sqlite3_vfs_find("unix");
	if (vfs == NULL || vfs->xSetSystemCall(vfs, "openDirectory",
	    (sqlite3_syscall_ptr)sync_name) != SQLITE_OK)
		fatal(FATAL_INTERNAL, "SQLite has no such file system");
}

sqlite3 *
sqlite_open(const char *path, int flags)
{
	sqlite3 *h = NULL;

	sqlite_start();
	if (sqlite3_open_v2(path, &h, SQLITE_OPEN_READWRITE | flags, NULL) !=
	    SQLITE_OK)
		sqlite_fatal(h, path);
	sqlite3_busy_timeout(h, 10000);
	sqlite_run(h, "PRAGMA synchronous = FULL");
	return h;
}

void
sqlite_run(sqlite3 *h, const char *sql)
{
	if (sqlite3_exec(h, sql, NULL, NULL, NULL) != SQLITE_OK)
		sqlite_fatal(h, sql);
}

void
sqlite_configure(sqlite3 *h)
{
	sqlite3_db_config(h, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
	sqlite3_db_config(h, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(h, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(h, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
	sqlite3_limit(h, SQLITE_LIMIT_ATTACHED, 0);
	/* Readers never wait; this is for a recovery or a last close. */
	sqlite3_busy_timeout(h, 10000);
}

bool
sqlite_pragma(sqlite3 *h, const char *sql, int *value)
{
	sqlite3_stmt *st;
	bool ok;

	if (sqlite3_prepare_v2(h, sql, -1, &st, NULL) != SQLITE_OK)
		return false;
	ok = sqlite3_step(st) == SQLITE_ROW;
	if (ok)
		*value = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return ok;
}

int
sqlite_lock_open(const char *dir)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, DB_LOCK);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1)
		file_failed(path);
	return fd;
}

static void
on_alarm(int sig)
{
	(void)sig;
}

void
sqlite_in_turn(void)
{
	in_turn = true;
}

/*
 * Blocking calls, for a waiter that slept between attempts would be overtaken;
 * a timer without SA_RESTART bounds the wait, and fires again in case the first
 * signal fell between a call and its sleep.
 */
bool
sqlite_lock(int fd, int seconds)
{
	const struct itimerval off = { { 0, 0 }, { 0, 0 } };
	struct itimerval on = { { 0, 100000 }, { seconds, 0 } };
	struct sigaction act = { .sa_handler = on_alarm }, old;
	bool locked;

	if ((!in_turn || lock_queue_is_empty(fd)) &&
	    flock(fd, LOCK_EX | LOCK_NB) == 0)
		return true;
	if (seconds == 0)
		return false;
	sigemptyset(&act.sa_mask);
	sigaction(SIGALRM, &act, &old);
	setitimer(ITIMER_REAL, &on, NULL);
	locked = (!in_turn || lock_queue_wait(fd)) && flock(fd, LOCK_EX) == 0;
	if (!locked && errno != EINTR)
		fatal(FATAL_INTERNAL, "cannot lock: %s", strerror(errno));
	setitimer(ITIMER_REAL, &off, NULL);
	sigaction(SIGALRM, &old, NULL);
	if (!locked && in_turn)
		lock_queue_leave(fd);
	return locked;
}

void
sqlite_unlock(int fd)
{
	flock(fd, LOCK_UN);
	if (in_turn)
		lock_queue_leave(fd);
}
