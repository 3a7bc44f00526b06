/*
 * Statements on their way to PostgreSQL, by libpq's pipeline mode: what begins a
 * transaction, and what prepares a statement, is sent together with the first
 * statement that gives rows or a count, in one trip.
 */
#ifndef DB_POSTGRESQL_PIPELINE_H
#define DB_POSTGRESQL_PIPELINE_H

#include <libpq-fe.h>
#include <stdbool.h>

#include "db/engine.h"

struct clocks;
struct pg_statement;

struct pg {
	struct db	 db;
	PGconn		*conn;
	const char	*begin;		/* yet to be sent; or NULL */
	bool		 queued;	/* a statement waits to be sent */
	bool		 owed;		/* an answer that nobody waits for */
	struct pg_statement *statements;	/* every one */
	struct clocks	*clocks;
};

struct pg_value {
	const void	*bytes;		/* in binary form; NULL: NULL */
	size_t		 len;
};

#define PARAMS_MAX	32

/* Queues a command without parameters and rows. */
void		 pg_queue(struct pg *, const char *sql);
/* Queues the beginning of the transaction, if it is yet to be sent. */
void		 pg_queue_begin(struct pg *);
/* Queues a prepared statement. */
void		 pg_queue_prepared(struct pg *, const char *name, int count,
		    const struct pg_value *);
/*
 * Sends what is queued, and waits for all answers.  The caller clears the last
 * one, or the first one that is a failure; NULL: the connection is lost.
 */
PGresult	*pg_answer(struct pg *);
/* The same; never returns after a failure: a conflict in db_transact() runs the
 * transaction again, others are fatal; `what` names the last command. */
PGresult	*pg_exchange(struct pg *, const char *what);
/* Sends a command, and does not wait for its answer. */
void		 pg_send(struct pg *, const char *sql);
/* Takes the answer that nobody waits for. */
void		 pg_settle(struct pg *);
/* Before a rollback: what is queued does not matter any more, nor does its
 * failure, after which the server would ignore the rollback. */
void		 pg_forget(struct pg *);
/* Did it succeed? */
bool		 pg_is_answer(const PGresult *);
/* Did it fail with one of these error codes? */
bool		 pg_is_error(const PGresult *, const char *codes);
/* Nobody gave a lock back in time. */
#define PG_LOCKED	"55P03 "
/* Serialization failure, deadlock, unique violation. */
#define PG_CONFLICTS	"40001 40P01 23505"
/* Ends the process with the server's own message in the log. */
void		 pg_fatal(struct pg *, const PGresult *, const char *what)
		    __attribute__((noreturn));

#endif
