/*
 * Reading for long, beside writers.
 *
 * A checkpoint copies what was committed from the write-ahead log to the
 * database, but nothing that a reader's snapshot does not have yet.  So the log
 * grows as long as the snapshot lasts, and the next to write copies all of it,
 * while everybody else waits for the write lock.
 */
#ifndef DB_SQLITE_LONG_READ_H
#define DB_SQLITE_LONG_READ_H

#include <stdbool.h>
#include <stdint.h>

struct db;

/*
 * May a long read begin?  Not while the log is over LOG_LARGE: it starts over
 * only while nobody reads from it, so those who come must wait until those who
 * read have ended.  Then the log is emptied, and it may.
 */
#define LOG_LARGE	(INT64_C(64) << 20)	/* bytes */
bool	 db_long_may_begin(struct db *, const char *data);

/* db_end() of a long read transaction: copies the log without the write lock,
 * if there were commits.  With another engine only db_end(). */
void	 db_end_long(struct db *);

#endif
