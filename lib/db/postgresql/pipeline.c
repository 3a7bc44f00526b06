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
pg_queue(struct pg *pg, const char *sql)
{
	if (!PQsendQueryParams(pg->conn, sql, 0, NULL, NULL, NULL, NULL, 1))
		pg_fatal(pg, NULL, sql);
}

void
pg_queue_begin(struct pg *pg)
{
	const char *begin = pg->begin;

	pg->begin = NULL;
	if (begin != NULL)
		pg_queue(pg, begin);
}

void
pg_queue_prepared(struct pg *pg, const char *name, int count,
    const struct pg_value *v)
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
}

bool
pg_is_answer(const PGresult *r)
{
	ExecStatusType s = PQresultStatus(r);

	return s == PGRES_COMMAND_OK || s == PGRES_TUPLES_OK;
}

bool
pg_is_error(const PGresult *r, const char *codes)
{
	const char *code = PQresultErrorField(r, PG_DIAG_SQLSTATE);

	return code != NULL && strstr(codes, code) != NULL;
}

/* The last answer up to the pipeline's end, or the first failure. */
static PGresult *
drain(struct pg *pg)
{
	PGresult *answer = NULL, *r;
	bool end = false;

	while (!end) {
		r = PQgetResult(pg->conn);
		/* NULL ends the results of each command. */
		end = r == NULL ? PQstatus(pg->conn) == CONNECTION_BAD :
		    PQresultStatus(r) == PGRES_PIPELINE_SYNC;
		/* What follows a failure was not run. */
		if (r != NULL && !end &&
		    (answer == NULL || pg_is_answer(answer))) {
			PQclear(answer);
			answer = r;
		} else
			PQclear(r);
	}
	return answer;
}

void
pg_send(struct pg *pg, const char *sql)
{
	pg_queue(pg, sql);
	pg->owed = PQpipelineSync(pg->conn) == 1;
}

void
pg_settle(struct pg *pg)
{
	if (pg->owed)
		PQclear(drain(pg));
	pg->owed = false;
}

PGresult *
pg_answer(struct pg *pg)
{
	bool sent = PQpipelineSync(pg->conn) == 1;

	pg->queued = false;
	pg_settle(pg);
	return sent ? drain(pg) : NULL;
}

void
pg_forget(struct pg *pg)
{
	if (pg->queued)
		PQclear(pg_answer(pg));
}

PGresult *
pg_exchange(struct pg *pg, const char *what)
{
	PGresult *r = pg_answer(pg);

	if (pg_is_answer(r) && PQstatus(pg->conn) == CONNECTION_OK)
		return r;
	if (pg->db.retry != NULL && pg_is_error(r, PG_CONFLICTS)) {
		PQclear(r);
		db_conflict(&pg->db);
	}
	pg_fatal(pg, r, what);
}
