/*
 * Whole databases: copying, verifying, comparing, replacing.
 *
 * A running service has the database open, and SQLite finds its write-ahead log
 * by the path: so never rename a file over docket.db.  A process with the old
 * file open would keep writing to it, and when it closes it as the last, remove
 * the new file's log.  db_replace() writes the new content into the existing
 * file in one transaction: readers, and a kill or power cut, see either the old
 * content or the new.
 */
#ifndef DB_SQLITE_SNAPSHOT_H
#define DB_SQLITE_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct db;
struct sqlite3;

/*
 * Copies a database to one plain file, without a write-ahead log, readable only
 * by its owner and not yet durable; replaces an existing file.  Within a read
 * transaction of `from` it copies that snapshot.  Others can write meanwhile.
 * `tick` counts pages; it may be NULL.
 */
void		 db_copy(struct db *from, const char *path,
		    void (*tick)(void *, int64_t done, int64_t total), void *);
/* For lib/db: an empty file, readable only by its owner, which replaces an
 * existing one; and db_copy() for a handle of SQLite. */
struct sqlite3	*snapshot_new(const char *path);
void		 snapshot_copy(struct sqlite3 *from, const char *path,
		    void (*tick)(void *, int64_t done, int64_t total), void *);
/* Removes what db_copy() may have left at a path, if anything. */
void		 db_discard(const char *path);

/* The first fault that db_check() finds, in one line; NULL: none. */
const char	*db_verify(struct db *, struct arena *);
/*
 * Do the tables have as many rows as another database's?  NULL, with the total
 * in *rows; or the first difference, in one line.
 */
const char	*db_compare(struct db *, struct db *with, struct arena *,
		    int64_t *rows);
/* Is it a plain file, without a write-ahead log? */
bool		 db_plain(const char *path);

/* The last stamp issued in a database that may be damaged; 0 if unknown. */
int64_t		 db_last_stamp(struct db *);

/*
 * Replaces the content of `to` with that of `from`, durably, in one
 * transaction.  The caller holds the write lock of `to`.  `to` may be damaged
 * if db_open_file() can open it.
 */
void		 db_replace(struct db *to, struct db *from);
/* Does another process have a database of that directory open, even one that
 * was moved away or removed? */
bool		 db_in_use(const char *dir);
/*
 * The file at `tmp` becomes the database of a data directory that has none.
 * Removes an old write-ahead log first, since SQLite would apply it.  False,
 * and nothing is changed, if a process still has the old database open.  The
 * caller holds the write lock.
 */
bool		 db_install(const char *dir, const char *tmp);

#endif
