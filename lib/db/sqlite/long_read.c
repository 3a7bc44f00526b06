#include "db/sqlite/long_read.h"

#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "db/db.h"
#include "db/engine.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/snapshot.h"
#include "db/sqlite/sqlite.h"

#define PASSES	3
#define GAP	50	/* milliseconds: short reads end within that */

/* Another connection to the same file; NULL with another engine. */
static struct db *
open_again(struct db *db)
{
	struct db *other = NULL;

	if (db->engine == &engine_sqlite)
		db_open_file(sqlite3_db_filename(sqlite_handle(db), "main"),
		    true, &other);
	return other;
}

/*
 * Begins a snapshot of `to`, ends that of `from`, and copies to the database
 * what was committed between them.  False if that is nothing.
 *
 * Beside a checkpoint without the lock SQLite loses a commit only if that
 * starts the log over, which it cannot while somebody reads from the log.  `to`
 * does: if there are commits that `from` has not seen, they are not in the
 * database yet.  Until it ends, checkpoints of others have nothing to do, and
 * wait for no flush.
 */
static bool
checkpoint_pass(struct db *from, struct db *to)
{
	sqlite3 *h = sqlite_handle(from);
	sqlite3_stmt *checkpoint = NULL;
	sqlite3_file *file = NULL;
	bool news;

	db_begin_read(to);
	news = db_last_stamp(to) > db_last_stamp(from);
	/* Prepared before, so that no writer's own comes between. */
	if (sqlite3_prepare_v2(h, "PRAGMA wal_checkpoint(PASSIVE)", -1,
	    &checkpoint, NULL) != SQLITE_OK)
		sqlite_fatal(h, "checkpoint");
	db_end(from);
	sqlite3_file_control(h, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	if (news && (sqlite3_step(checkpoint) != SQLITE_ROW ||
	    file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) != SQLITE_OK))
		sqlite_fatal(h, "checkpoint");
	sqlite3_finalize(checkpoint);
	return news;
}

bool
db_long_may_begin(struct db *db, const char *data)
{
	bool empty = false;
	sqlite3 *h;
	int lock;

	if (db->engine != &engine_sqlite)
		return true;
	h = sqlite_handle(db);
	if (sqlite_log_bytes(h) <= LOG_LARGE)
		return true;
	lock = db_lock(data, 0);
	if (lock == -1)
		return false;
	sqlite3_busy_timeout(h, GAP);
	empty = sqlite3_wal_checkpoint_v2(h, "main",
	    SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK;
	sqlite_configure(h);
	close(lock);
	return empty;
}

void
db_end_long(struct db *db)
{
	struct db *from = db, *other = open_again(db), *to = other, *next;
	bool news = other != NULL;
	int i;

	/* Each time there is less. */
	for (i = 0; i < PASSES && news; i++) {
		news = checkpoint_pass(from, to);
		next = from;
		from = to;
		to = next;
	}
	db_end(from);
	db_close(other);
}
