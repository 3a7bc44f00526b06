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

struct pg_statement;

struct pg {
	struct db	 db;
	PGconn		*conn;
	const char	*begin;		/* yet to be sent; or NULL */
	struct pg_statement *statements;	/* every one */
};

/* Queues a command without parameters and rows. */
void		 pg_queue(struct pg *, const char *sql);
/*
 * Sends what is queued, and waits for all answers; the last one's is the
 * caller's to clear.  Fatal if one of them failed; `what` names it.
 */
PGresult	*pg_exchange(struct pg *, int expected, const char *what);
/* Did it succeed? */
bool		 pg_is_answer(const PGresult *);
/* Ends the process with the server's own message in the log. */
void		 pg_fatal(struct pg *, const PGresult *, const char *what)
		    __attribute__((noreturn));

#endif
