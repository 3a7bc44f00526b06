/*
 * The SQL engine; no other layer knows it.  One struct db is one connection to
 * the database of one data directory.  Statements are called by name through
 * the functions that sql/compile makes ("query.h"), prepared once a connection.
 *
 * Every write transaction is BEGIN IMMEDIATE under an advisory lock on the file
 * docket.lock, held until after COMMIT with the checkpoint it may run: SQLite
 * before 3.51.3 can lose a commit that races with a checkpoint of another
 * process (its "WAL-reset bug"), and the lock is also a fair queue.
 *
 * Every failure here is for the operator to fix, so it is fatal(): a full disk
 * as FATAL_STORAGE_FULL, everything else as FATAL_INTERNAL.  The end of the
 * process rolls back an open transaction.
 */
#ifndef DB_DB_H
#define DB_DB_H

#include <stdbool.h>
#include <stdint.h>

#include "db/state.h"

struct arena;
struct db;
struct rows;

/*
 * The database of a place: a data directory, or the URL of a PostgreSQL
 * database.  Never creates it.  On DB_OPEN *out is the connection; otherwise
 * *out is unchanged.
 */
enum db_state	 db_open(const char *place, struct db **out);
/* Is the place on a server?  Then it must be opened before the sandbox is
 * entered. */
bool		 db_is_remote(const char *place);
/* Closes; NULL is allowed.  An open transaction is rolled back. */
void		 db_close(struct db *);

/* One snapshot for all that is read until db_end(). */
void		 db_begin_read(struct db *);
/* Prepares statements, ended by -1, so that this takes no time of the write lock
 * later. */
void		 db_ready(struct db *, const int *queries);
/*
 * The write lock and a transaction.  False if the lock was not available within
 * `seconds`; then nothing has begun.
 */
bool		 db_begin_write(struct db *, int seconds);
/* Commits a write transaction durably, and releases the lock. */
void		 db_commit(struct db *);
/* Ends a read transaction, or rolls a write one back. */
void		 db_end(struct db *);
bool		 db_writing(const struct db *);
/* Calls fn after each write transaction of the connection, without the lock;
 * committed: it was not rolled back. */
void		 db_on_end(struct db *, void (*fn)(void *, bool committed),
		    void *);
/* A number that differs after another connection has committed. */
int		 db_version(struct db *);

/*
 * Under the write lock: updates the planner's statistics and checkpoints the
 * write-ahead log as far as readers allow.  False if the lock was not
 * available.
 */
bool		 db_tidy(struct db *, int seconds);

/*
 * The next stamp: max(now, the last stamp + 1), unique in the database and
 * always rising.  Only within a write transaction.
 */
int64_t		 db_stamp(struct db *, int64_t now);

/* The prepared statement of that number, reset.  For query.h only. */
struct rows	*db_prepare(struct db *, int query);

/* For tests: the name of a statement's n-th column, from 0, in the arena; NULL
 * beyond. */
const char	*db_column(struct db *, int query, int n, struct arena *);

#endif
