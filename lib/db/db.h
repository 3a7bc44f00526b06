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

struct arena;
struct db;
struct rows;
struct sqlite3;

enum db_state {
	DB_OPEN,	/* the schema is this program's */
	DB_ABSENT,	/* no such file; none was created */
	DB_FOREIGN,	/* a file that is not Docket's database, or damaged */
	DB_DENIED,	/* this user cannot read and write it */
	DB_OLDER,	/* needs a migration */
	DB_NEWER,	/* made by a newer Docket */
	DB_STATE__MAX
};

/*
 * The database in a data directory.  Never creates it.  On DB_OPEN *out is the
 * connection; otherwise *out is unchanged.
 */
enum db_state	 db_open(const char *dir, struct db **out);
/*
 * A database file apart from a running service: a backup, or a copy in the
 * making.  *out is set in every state but DB_ABSENT, DB_FOREIGN and DB_DENIED.
 * Writing takes no lock: the caller must ensure that nobody else writes.
 */
enum db_state	 db_open_file(const char *path, bool write, struct db **out);
/*
 * The write lock of a data directory, released when the descriptor is closed:
 * until then nobody else writes.  -1 if it was not available within `seconds`.
 */
int		 db_lock(const char *dir, int seconds);
/* What an administrator must do about a state other than DB_OPEN. */
const char	*db_state_advice(enum db_state);
/* Closes; NULL is allowed.  An open transaction is rolled back. */
void		 db_close(struct db *);

/* One snapshot for all that is read until db_end(). */
void		 db_begin_read(struct db *);
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

/* Sets the connection's page cache in kilobytes; the default is 2000. */
void		 db_keep(struct db *, int kilobytes);
/*
 * Maps the first megabytes of the file, which saves a call and a copy for each
 * page.  A page that cannot be read is then a SIGBUS, which the caller must
 * make fatal().
 */
void		 db_map(struct db *, int megabytes);

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
/* SQLite's own handle.  For lib/db only. */
struct sqlite3	*db_engine(struct db *);

/* For tests: the name of a statement's n-th column, from 0, in the arena; NULL
 * beyond. */
const char	*db_column(struct db *, int query, int n, struct arena *);
/* For tests: calls fn with each line of EXPLAIN QUERY PLAN of a statement. */
void		 db_explain(struct db *, int query,
		    void (*fn)(void *, const char *line), void *);

#endif
