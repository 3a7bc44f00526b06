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
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct rows;

#define DB_FILE		"docket.db"
#define DB_LOCK		"docket.lock"
#define DB_APPLICATION	0x444f434b	/* "DOCK", SQLite's application_id */

enum db_state {
	DB_OPEN,	/* the schema is this program's */
	DB_ABSENT,	/* no such file; none was created */
	DB_FOREIGN,	/* a file that is not Docket's database, or damaged */
	DB_DENIED,	/* this user, or nobody, can read and write it */
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

/*
 * Checks the whole file: calls fn with a line for each fault in pages, indexes,
 * constraints and foreign keys, at most a hundred.
 */
void		 db_check(struct db *, void (*fn)(void *, const char *fault),
		    void *);
/* Sets the connection's page cache in kilobytes; the default is 2000. */
void		 db_keep(struct db *, int kilobytes);
/*
 * Maps the first megabytes of the file, which saves a call and a copy for each
 * page.  A page that cannot be read is then a SIGBUS, which the caller must
 * make fatal().
 */
void		 db_map(struct db *, int megabytes);
/* Bytes of the database file and of the log beside it. */
void		 db_sizes(const char *dir, int64_t *file, int64_t *wal);

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
void		 rows_bind_id(struct rows *, int, const char *uuid);
void		 rows_bind_text(struct rows *, int, const char *);
void		 rows_bind_int(struct rows *, int, int64_t);
void		 rows_bind_bytes(struct rows *, int, const void *, size_t);
/* Runs a statement without rows; how many rows it changed. */
int64_t		 rows_run(struct rows *);

/* The next row.  False at the end, where the statement is reset. */
bool		 rows_next(struct rows *);
/* Resets before the end. */
void		 rows_end(struct rows *);
/* The first column of the first row, or `otherwise` without a row; resets. */
int64_t		 rows_one(struct rows *, int64_t otherwise);
/* Is there a row?  Resets. */
bool		 rows_any(struct rows *);

/* Columns of the present row, from 0, for query.h.  Texts, ids and bytes are
 * copies in the arena; len may be NULL. */
int64_t		 rows_int(struct rows *, int);
bool		 rows_is_null(struct rows *, int);
const char	*rows_text(struct rows *, struct arena *, int);
const char	*rows_id(struct rows *, struct arena *, int);
const void	*rows_bytes(struct rows *, struct arena *, int, size_t *len);

/* For tests: every statement's name and plan. */
struct query_text {
	const char	*name;
	int		 params;
	const char	*columns;	/* names, separated by blanks; "": not
					 * declared */
	const char	*sql;
};
extern const struct query_text query_texts[];
extern const int query_count;
/* The name of a statement's n-th column, from 0, in the arena; NULL beyond. */
const char	*db_column(struct db *, int query, int n, struct arena *);
/* Calls fn with each line of EXPLAIN QUERY PLAN of a statement. */
void		 db_explain(struct db *, int query,
		    void (*fn)(void *, const char *line), void *);

#endif
