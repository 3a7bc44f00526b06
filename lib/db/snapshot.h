/*
 * A whole database at a time: copied, verified, compared, put in another's
 * place.
 *
 * A running service has the database open, and SQLite finds its write-ahead log
 * by the path: so a file must never be renamed over docket.db.  Whoever had the
 * old one open would go on writing to it, and as the last to close it would
 * remove the new one's log.  db_replace() writes the new content into the file
 * that is there, as one transaction: readers see the one or the other, and a
 * kill or power cut leaves the one or the other.
 */
#ifndef DB_SNAPSHOT_H
#define DB_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct db;

/*
 * Copies a database to a new file, one plain file, not yet durable; what was
 * there before is replaced.  Within a read transaction of `from` it is that
 * transaction's snapshot.  Nobody is kept from writing meanwhile.  `tick` may
 * be NULL; it is told of pages.
 */
void		 db_copy(struct db *from, const char *path,
		    void (*tick)(void *, int64_t done, int64_t total), void *);
/* Removes what db_copy() may have left at a path, if anything. */
void		 db_discard(const char *path);

/* The first fault that db_check() finds, in one line; NULL: there is none. */
const char	*db_verify(struct db *, struct arena *);
/*
 * Do the tables hold as many rows as another's?  NULL, with the number of rows
 * of all in *rows; or which one does not, in one line.
 */
const char	*db_compare(struct db *, struct db *with, struct arena *,
		    int64_t *rows);
/* Is it a plain file, or could there be more of it in a write-ahead log? */
bool		 db_plain(const char *path);

/* The last stamp given in a database that may be damaged; 0 where it cannot be
 * told. */
int64_t		 db_last_stamp(struct db *);

/*
 * The content of `from` in place of that of `to`, durably, in one transaction.
 * The caller holds the write lock of `to`, which may be damaged as long as
 * db_open_file() opens it.
 */
void		 db_replace(struct db *to, struct db *from);
/*
 * The file at `tmp` becomes the database of a data directory that has none.  A
 * write-ahead log that was left there is removed first, since it would be taken
 * for this one's.  False, and nothing done, where a process still has the
 * database open that was there.  The caller holds the write lock.
 */
bool		 db_install(const char *dir, const char *tmp);

#endif
