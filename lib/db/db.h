/*
 * The SQL engine; no other layer knows it.  One struct db is one connection to
 * the database of one data directory.  Statements are called by name through
 * the functions that sql/compile makes ("query/NAME.h"), prepared once a
 * connection.
 *
 * On SQLite, every write transaction is BEGIN IMMEDIATE under an advisory lock
 * on the file docket.lock, held until after COMMIT with the checkpoint it may
 * run: SQLite before 3.51.3 can lose a commit that races with a checkpoint of
 * another process (its "WAL-reset bug"), and the lock is also a fair queue.
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
/* On: SIGIO comes if the connection ends while no transaction is open.  False
 * if it has ended already; NULL and files never end. */
bool		 db_watch(struct db *, bool on);

/* One snapshot for all that is read until db_end(). */
void		 db_begin_read(struct db *);
/* Prepares statements, ended by -1, so that this takes no time of the write
 * lock later. */
void		 db_prepare_ahead(struct db *, const int *queries);
/*
 * The write lock and a transaction.  False if the lock was not available within
 * `seconds`; then nothing has begun.
 */
bool		 db_begin_write(struct db *, int seconds);
/*
 * What a write transaction keeps other writers from.  On SQLite that is always
 * everything.  A narrower scope must contain each record by which the work is
 * decided: the caller's own ones, and those of one list.
 */
enum scope_kind {
	SCOPE_ALL,
	SCOPE_CONTENT,			/* nothing but contents, which others do
					 * not write to, and which have no
					 * stamps */
	SCOPE_USER,			/* the user's own records */
	SCOPE_LIST,			/* these, and a list with its tasks */
	SCOPE_TASK,			/* the same, by the id of a task */
	SCOPE_ATTACHMENT		/* or of an attachment */
};

struct scope {
	enum scope_kind	 kind;
	const char	*user;
	const char	*id;		/* of list, task or attachment */
};

enum transacted { COMMITTED, ROLLED_BACK, LOCKED };
/*
 * Runs fn in a write transaction, which is committed if fn returns true.
 * LOCKED if the lock was not available within `seconds`.  After a conflict with
 * another writer everything is rolled back and fn runs again, in the end with
 * nobody else writing: it must set what it leaves behind from the start, and
 * may leave fn in the middle (longjmp).
 */
enum transacted	 db_transact(struct db *, const struct scope *, int seconds,
		    bool (*fn)(void *), void *);
/* Commits a write transaction durably, and releases the lock. */
void		 db_commit(struct db *);
/*
 * On: write transactions are gathered, to be made durable by one commit.  Each
 * still takes effect as a whole or not at all, but nobody else sees it, or
 * writes, until db_gathered(): nothing may be acknowledged before.  Off: what
 * was gathered is committed.  Engines that cannot gather commit each.
 */
void		 db_gather(struct db *, bool on);
/* Commits what was gathered, if there is anything: before what takes long; or,
 * with `due`, only if others have waited for a while. */
void		 db_gathered(struct db *, bool due);
/* Ends a read transaction, or rolls a write one back. */
void		 db_end(struct db *);
bool		 db_writing(const struct db *);
/* Calls fn after each write transaction of the connection, without the lock;
 * committed: it was not rolled back. */
void		 db_on_end(struct db *, void (*fn)(void *, bool committed),
		    void *);
/* A number that differs after another connection has committed. */
int		 db_version(struct db *);

/* Outside a transaction, on: claims what one process does at a time, on any
 * machine, until it says off or its connection ends.  False if another process
 * has it. */
bool		 db_claim(struct db *, bool on);

/*
 * Under the write lock: updates the planner's statistics and checkpoints the
 * write-ahead log as far as readers allow.  False if the lock was not
 * available.
 */
bool		 db_tidy(struct db *, int seconds);

/* Calls fn for what there is to say of the server and its standbys: nothing
 * without a server. */
void		 db_check_server(struct db *, int64_t now,
		    void (*fn)(void *, const struct finding *), void *);

/*
 * The next stamp for a record of a user or list: now, or one more than the last
 * stamp that anybody who sees the record can have seen.  For each of them
 * stamps become visible in their order, so that a sync from the newest misses
 * none.  Only within a write transaction.
 */
int64_t		 db_stamp(struct db *, int64_t now, const char *owner);

/* No stamp that the user will see later is smaller than this or equal: where a
 * sync continues.  In a read transaction; NULL: nobody's. */
int64_t		 db_newest(struct db *, const char *user);

/* Is asking ahead (rows_ahead()) worthwhile? */
bool		 db_asks_ahead(const struct db *);

/*
 * Until the next call, statements that read lists for a user read these alone,
 * by their ids of 16 bytes each, and no groups or settings; NULL: all.  The
 * bytes must stay until then.  sql/compile makes a limited twin of each such
 * statement.
 */
void		 db_limit(struct db *, const void *lists, size_t len);

/* The prepared statement of that number, or its limited twin, reset.  For the
 * headers of query only. */
struct rows	*db_prepare(struct db *, int query);

/* For tests: the name of a statement's n-th column, from 0, in the arena; NULL
 * beyond. */
const char	*db_column(struct db *, int query, int n, struct arena *);

#endif
