#include "db/postgresql/pipeline.h"

#include <string.h>

#include "base/log.h"
#include "db/engine.h"

/* The classes of errors (PostgreSQL's documentation, appendix A) that are not
 * bugs. */
static const struct failure {
	const char	*code;		/* begins so */
	enum fatal_kind	 kind;
	const char	*advice;
} failures[] = {
	{ "53100", FATAL_STORAGE_FULL, "free disk space on the database "
	    "server" },
	{ "53", FATAL_BUSY, "the database server lacks memory or connections" },
	{ "40", FATAL_BUSY, "other writers changed the same records each "
	    "time" },
	{ "55P03", FATAL_BUSY, "another program keeps the lock" },
	{ "57P", FATAL_NOT_READY, "the database server is ending" },
	{ "08", FATAL_NOT_READY, "the connection is lost" },
	{ "25006", FATAL_NOT_READY, "the server is a standby: name all servers "
	    "in the setting database, with target_session_attrs=read-write" },
	{ "42501", FATAL_NOT_READY, "the tables must belong to the role that "
	    "the setting database names" },
	{ "", FATAL_INTERNAL, "this is a bug in Docket" }
};

void
pg_fatal(struct pg *pg, const PGresult *r, const char *what)
{
	const char *code = r == NULL ? NULL :
	    PQresultErrorField(r, PG_DIAG_SQLSTATE);
	const struct failure *f = failures;

	if (PQstatus(pg->conn) == CONNECTION_BAD)
		code = "08";
	while (strncmp(f->code, code == NULL ? "" : code, strlen(f->code)) != 0)
		f++;
	fatal(f->kind, "%s: %s: %s", what, r == NULL ?
	    PQerrorMessage(pg->conn) : PQresultErrorMessage(r), f->advice);
}

void
pg_new_transaction(struct pg *pg)
{
	pg->transaction++;
	pg->writes++;
}

/* One more command is queued. */
static void
queued(struct pg *pg, struct pg_wanted *w)
{
	if (w != NULL) {
		PQclear(w->answer);
		*w = (struct pg_wanted){ pg->wanted, pg->queued, true, NULL };
		pg->wanted = w;
	}
	pg->queued++;
}

void
pg_queue(struct pg *pg, const char *sql, struct pg_wanted *w)
{
	if (!PQsendQueryParams(pg->conn, sql, 0, NULL, NULL, NULL, NULL, 1))
		pg_fatal(pg, NULL, sql);
	queued(pg, w);
}

void
pg_queue_begin(struct pg *pg)
{
	const char *begin = pg->begin;

	pg->begin = NULL;
	if (begin != NULL)
		pg_queue(pg, begin, NULL);
}

void
pg_queue_prepare(struct pg *pg, const char *name, const char *sql, int count,
    const Oid *types, struct pg_wanted *w)
{
	if (!PQsendPrepare(pg->conn, name, sql, count, types))
		pg_fatal(pg, NULL, name);
	queued(pg, w);
}

void
pg_queue_prepared(struct pg *pg, const char *name, int count,
    const struct pg_value *v, struct pg_wanted *w)
{
	const char *values[PARAMS_MAX];
	int lengths[PARAMS_MAX], formats[PARAMS_MAX], i;

	for (i = 0; i < count; i++) {
		values[i] = v[i].bytes;
		lengths[i] = (int)v[i].len;
		formats[i] = 1;
	}
	if (!PQsendQueryPrepared(pg->conn, name, count, values, lengths,
	    formats, 1))
		pg_fatal(pg, NULL, name);
	queued(pg, w);
}

void
pg_unwant(struct pg *pg, struct pg_wanted *w)
{
	struct pg_wanted **p = &pg->wanted;

	PQclear(w->answer);
	w->answer = NULL;
	if (!w->queued)
		return;
	while (*p != w)
		p = &(*p)->next;
	*p = w->next;
	w->queued = false;
}

bool
pg_is_answer(const PGresult *r)
{
	ExecStatusType s = PQresultStatus(r);

	return s == PGRES_COMMAND_OK || s == PGRES_TUPLES_OK;
}

bool
pg_is_prepared(const struct pg_wanted *w)
{
	return w->queued || pg_is_answer(w->answer);
}

bool
pg_is_error(const PGresult *r, const char *codes)
{
	const char *code = PQresultErrorField(r, PG_DIAG_SQLSTATE);

	return code != NULL && strstr(codes, code) != NULL;
}

/* Gives the answer of a command to whoever wants it. */
static void
pipeline_give(struct pg_wanted *w, int place, PGresult *r)
{
	while (w != NULL && w->place != place)
		w = w->next;
	if (w != NULL && w->answer == NULL)
		w->answer = r;
	else
		PQclear(r);
}

/* Reads the answers up to the pipeline's end.  False after a failure, after
 * which nothing was run. */
static bool
drain(struct pg *pg, struct pg_wanted *wanted, PGresult **failure)
{
	int place = 0;
	PGresult *r;
	bool end = false;

	*failure = NULL;
	while (!end) {
		r = PQgetResult(pg->conn);
		end = r == NULL ? PQstatus(pg->conn) == CONNECTION_BAD :
		    PQresultStatus(r) == PGRES_PIPELINE_SYNC;
		if (r == NULL)		/* it ends the results of a command */
			place++;
		else if (end)
			PQclear(r);
		else if (*failure == NULL && !pg_is_answer(r))
			*failure = r;
		else
			pipeline_give(wanted, place, r);
	}
	return *failure == NULL && PQstatus(pg->conn) == CONNECTION_OK;
}

void
pg_send(struct pg *pg, const char *sql)
{
	pg_queue(pg, sql, NULL);
	pg->queued = 0;
	pg->owed = PQpipelineSync(pg->conn) == 1;
}

void
pg_collect(struct pg *pg)
{
	PGresult *failure = NULL;

	if (pg->owed)
		drain(pg, NULL, &failure);
	PQclear(failure);
	pg->owed = false;
}

bool
pg_answer(struct pg *pg, PGresult **failure)
{
	bool sent = PQpipelineSync(pg->conn) == 1, ok;
	struct pg_wanted *w;

	pg_collect(pg);
	*failure = NULL;
	ok = sent && drain(pg, pg->wanted, failure);
	for (w = pg->wanted; w != NULL; w = w->next)
		w->queued = false;
	pg->wanted = NULL;
	pg->queued = 0;
	return ok;
}

void
pg_forget(struct pg *pg)
{
	PGresult *failure = NULL;

	pg->begun = NULL;
	if (pg->queued > 0)
		pg_answer(pg, &failure);
	PQclear(failure);
}

void
pg_exchange(struct pg *pg, const char *what)
{
	void (*begun)(struct pg *) = pg->begun;
	PGresult *failure;
	bool locked;

	pg->begun = NULL;
	if (pg_answer(pg, &failure)) {
		if (begun != NULL)
			begun(pg);
		return;
	}
	locked = pg_is_error(failure, PG_LOCKED);
	if (pg->db.retry != NULL &&
	    (locked || pg_is_error(failure, PG_CONFLICTS))) {
		PQclear(failure);
		db_conflict(&pg->db, locked);
	}
	pg_fatal(pg, failure, what);
}

PGresult *
pg_ask(struct pg *pg, const char *sql)
{
	struct pg_wanted w = { .answer = NULL };

	pg_queue(pg, sql, &w);
	pg_exchange(pg, sql);
	return w.answer;
}
