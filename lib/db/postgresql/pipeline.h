/*
 * Commands on their way to PostgreSQL, by libpq's pipeline mode: they are
 * queued, and sent together, in one trip, when an answer is needed.
 */
#ifndef DB_POSTGRESQL_PIPELINE_H
#define DB_POSTGRESQL_PIPELINE_H

#include <libpq-fe.h>
#include <stdbool.h>

#include "db/engine.h"

struct clocks;
struct pg_statement;

/* A queued command whose answer somebody wants. */
struct pg_wanted {
	struct pg_wanted *next;
	int		 place;		/* among the queued commands */
	bool		 queued;	/* and not answered yet */
	PGresult	*answer;	/* or its failure; NULL: none yet, or the
					 * connection was lost */
};

struct pg {
	struct db	 db;
	PGconn		*conn;
	const char	*begin;		/* yet to be queued; or NULL */
	/* Called when a queued write transaction has begun; or NULL. */
	void		(*begun)(struct pg *);
	int		 queued;	/* commands that wait to be sent */
	struct pg_wanted *wanted;	/* of these, the newest first */
	int		 transaction;	/* counts them */
	int		 writes;	/* the same, and statements that write */
	bool		 owed;		/* an answer that nobody waits for */
	struct pg_statement *statements;	/* every one */
	struct clocks	*clocks;
};

struct pg_value {
	const void	*bytes;		/* in binary form; NULL: NULL */
	size_t		 len;
};

#define PARAMS_MAX	32

void		 pg_new_transaction(struct pg *);
/* Queue a command without parameters, the preparation of a statement, and a
 * prepared statement.  The last parameter can be NULL. */
void		 pg_queue(struct pg *, const char *sql, struct pg_wanted *);
void		 pg_queue_prepare(struct pg *, const char *name,
		    const char *sql, int count, const Oid *types,
		    struct pg_wanted *);
void		 pg_queue_prepared(struct pg *, const char *name, int count,
		    const struct pg_value *, struct pg_wanted *);
/* Is it, or will it be when a statement queued now is run?  After the failure
 * of another command it is not. */
bool		 pg_is_prepared(const struct pg_wanted *preparation);
/* Queues the beginning of the transaction, if it is yet to be queued. */
void		 pg_queue_begin(struct pg *);
/* Clears the answer, or forgets the command that is queued. */
void		 pg_unwant(struct pg *, struct pg_wanted *);
/*
 * Sends what is queued, and waits for all answers.  False if one is a failure,
 * which the caller clears; NULL: the connection is lost.
 */
bool		 pg_answer(struct pg *, PGresult **failure);
/* The same; never returns after a failure: a conflict in db_transact() runs the
 * transaction again, others are fatal; `what` names the last command. */
void		 pg_exchange(struct pg *, const char *what);
/* The answer to a command, which the caller clears. */
PGresult	*pg_ask(struct pg *, const char *sql);
/* Sends a command, and does not wait for its answer. */
void		 pg_send(struct pg *, const char *sql);
/* Takes the answer that nobody waits for. */
void		 pg_collect(struct pg *);
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
