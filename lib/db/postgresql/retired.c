#include "db/postgresql/retired.h"

#include "base/arena.h"
#include "base/log.h"
#include "db/postgresql/connect.h"
#include "db/postgresql/pipeline.h"
#include "db/retired.h"

static void
retire_command(struct db *db, const char *sql)
{
	PQclear(pg_ask((struct pg *)db, sql));
}

void
pg_retire(struct db *db)
{
	retire_command(db, "UPDATE schema_version SET version = -abs(version)");
}

void
pg_evict(struct db *db)
{
	retire_command(db,
	    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
	    "WHERE datname = current_database() AND usename = current_user "
	    "AND pid <> pg_backend_pid()");
}

const char *
pg_moved_to(const char *url, struct arena *a)
{
	PGconn *conn = pg_connect(url);
	const char *where = NULL;
	PGresult *r;

	if (conn == NULL)
		return NULL;
	r = PQexec(conn, "SELECT moved_to FROM state "
	    "WHERE moved_to IS NOT NULL");
	if (PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1)
		where = arena_str(a, PQgetvalue(r, 0, 0));
	PQclear(r);
	PQfinish(conn);
	return where;
}

/* Several commands are one transaction. */
static void
retire_run(const char *url, const char *what, const char *sql)
{
	PGconn *conn = pg_connect(url);
	PGresult *r;

	if (conn == NULL)
		fatal(FATAL_NOT_READY, "the database server cannot be used");
	r = PQexec(conn, sql);
	if (PQresultStatus(r) != PGRES_COMMAND_OK)
		fatal(FATAL_INTERNAL, "%s: %s", what, PQerrorMessage(conn));
	PQclear(r);
	PQfinish(conn);
}

#define RELEASE	"UPDATE schema_version SET version = abs(version) " \
		"WHERE EXISTS (SELECT 1 FROM state WHERE moved_to " \
		"LIKE '" DB_COMING "%'); " \
		"UPDATE state SET moved_to = NULL " \
		"WHERE moved_to LIKE '" DB_COMING "%'"

void
pg_release(const char *url)
{
	retire_run(url, "release", RELEASE);
}

void
pg_abandon(const char *url)
{
	retire_run(url, "abandon", "TRUNCATE \"user\" CASCADE; " RELEASE);
}
