#include "db/postgresql/pipeline.h"

#include <string.h>

#include "base/log.h"

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
	fatal(f->kind, "%s: %s: %s", what, PQerrorMessage(pg->conn), f->advice);
}

void
pg_queue(struct pg *pg, const char *sql)
{
	if (!PQsendQueryParams(pg->conn, sql, 0, NULL, NULL, NULL, NULL, 1))
		pg_fatal(pg, NULL, sql);
}

bool
pg_is_answer(const PGresult *r)
{
	ExecStatusType s = PQresultStatus(r);

	return s == PGRES_COMMAND_OK || s == PGRES_TUPLES_OK;
}

PGresult *
pg_exchange(struct pg *pg, int expected, const char *what)
{
	PGresult *r = NULL, *end;

	if (!PQpipelineSync(pg->conn))
		pg_fatal(pg, NULL, what);
	for (; expected > 0; expected--) {
		PQclear(r);
		r = PQgetResult(pg->conn);
		if (!pg_is_answer(r))
			pg_fatal(pg, r, what);
		/* NULL ends the results of each. */
		PQclear(PQgetResult(pg->conn));
	}
	end = PQgetResult(pg->conn);
	if (PQresultStatus(end) != PGRES_PIPELINE_SYNC)
		pg_fatal(pg, end, what);
	PQclear(end);
	return r;
}
