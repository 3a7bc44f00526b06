/*
 * What an SQL engine is, for lib/db only: db.c and rows.c call the one that a
 * connection was opened with.
 */
#ifndef DB_ENGINE_H
#define DB_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/state.h"

struct arena;
struct engine_tables;
struct scope;

enum part { PART_BEGINS, PART_KEPT, PART_UNDONE };

/* A connection; each engine's own struct begins with one. */
struct db {
	const struct engine *engine;
	bool		 shared;	/* with other processes: a data
					 * directory, or a server */
	bool		 open;		/* a transaction is */
	bool		 writing;
	int64_t		 last_stamp;	/* of the transaction; 0: none yet */
	bool		 gathers;	/* db_gather() */
	int64_t		 gathered;	/* when the open transaction of parts
					 * began; 0: there is none */
	const void	*lists;		/* db_limit() */
	size_t		 lists_len;
	void		*retry;		/* db_transact()'s jmp_buf, or NULL */
	void		(*on_end)(void *, bool);	/* or NULL */
	void		*on_end_arg;
};

/* A statement of a connection, in the same way. */
struct rows {
	const struct engine *engine;
	int		 query;		/* its number */
};

/* A migration or a move came while the database was open. */
#define DB_UPGRADED	"the database was moved, or upgraded by another version of " \
			"Docket: restart the service"

/* The functions of db.h and rows.h with these names call them, and document
 * what they do.  Each failure is fatal(). */
struct engine {
	enum migrated	(*migrate)(const char *place, int *from);
	enum db_state	(*open)(const char *place, struct db **);
	void		(*close)(struct db *);
	bool		(*watch)(struct db *, bool on);	/* NULL: no server */
	void		(*begin_read)(struct db *);
	/* NULL: everything.  False if others wrote for `seconds`.  Within
	 * db_transact() a server's engine can begin with the first statement:
	 * then db_conflict() says so. */
	bool		(*begin_write)(struct db *, const struct scope *,
			    int seconds);
	/* The end of a write transaction: durable, with its last stamp, or
	 * rolled back. */
	void		(*end_write)(struct db *, bool commit);
	/* Begins, keeps or undoes a part of the open write transaction.  NULL:
	 * commits are not gathered. */
	void		(*part)(struct db *, enum part);
	/* The newest stamp that a user, or whoever reaches a list, can have
	 * seen; from now on until the end nobody else stamps for them. */
	int64_t		(*newest)(struct db *, const char *owner);
	void		(*end_read)(struct db *);
	int		(*version)(struct db *);
	bool		(*claim)(struct db *, bool on);
	bool		(*tidy)(struct db *, int seconds);

	/* Prepares a statement that will be used; NULL: it costs nothing
	 * later. */
	void		(*prepare_ahead)(struct db *, int query);

	/* db_check_server(); NULL: no server. */
	void		(*check)(struct db *, int64_t now,
			    void (*fn)(void *, const struct finding *), void *);

	const struct engine_tables *tables;	/* lib/db/tables.h */
	/* lib/db/retired.h: in a write transaction, the version becomes
	 * negative; after it, other connections end (NULL: they find out). */
	void		(*retire)(struct db *);
	void		(*evict)(struct db *);
	const char	*(*moved_to)(const char *place, struct arena *);
	void		(*release)(const char *place);
	void		(*abandon)(const char *place);
	/* What an administrator must do about data beside a missing database;
	 * NULL: there is none.  NULL function: a server. */
	const char	*(*left)(const char *place, struct arena *);

	/* Reset, without values. */
	struct rows	*(*prepare)(struct db *, int query);
	/* Parameters from 1; the values are copied.  A text that is not a UUID
	 * is NULL. */
	void		(*bind_id)(struct rows *, int, const char *uuid);
	void		(*bind_int)(struct rows *, int, int64_t);
	void		(*bind_text)(struct rows *, int, const char *);
	void		(*bind_bytes)(struct rows *, int, const void *, size_t);
	bool		(*next)(struct rows *);
	int64_t		(*run)(struct rows *);
	void		(*queue)(struct rows *);	/* NULL: run */
	void		(*many)(struct rows *);	/* NULL: nothing */
	void		(*ahead)(struct rows *);	/* NULL: no server */
	void		(*end)(struct rows *);
	/* Columns from 0, of the present row; valid until the next. */
	int64_t		(*number)(struct rows *, int);
	const char	*(*peek)(struct rows *, int, size_t *len);
	/* The name of a column; NULL beyond. */
	const char	*(*name)(struct rows *, int);
};

extern const struct engine engine_sqlite;

/* For engines: a write transaction has the lock; checks the schema's version,
 * which was read under it. */
void		 db_begun(struct db *, int64_t version);
/* For engines: the present write transaction, or its commit, has met another
 * writer.  Rolls back, and runs it again (db_transact()); or gives up, if the
 * other one kept a lock for too long. */
void		 db_conflict(struct db *, bool locked)
		    __attribute__((noreturn));

/* Is the place on a server? */
bool		 engine_is_remote(const char *place);
/* The SQL engine of a place; PostgreSQL's is loaded at the first call. */
const struct engine *engine_of(const char *place);

#endif
