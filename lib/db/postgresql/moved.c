#include "db/postgresql/moved.h"

#include "base/arena.h"
#include "base/log.h"
#include "db/postgresql/connect.h"
#include "db/postgresql/pipeline.h"

static void
command(struct db *db, const char *sql)
{
	PQclear(pg_ask((struct pg *)db, sql));
}

void
pg_retire(struct db *db)
{
	command(db, "UPDATE schema_version SET version = -abs(version)");
}

void
pg_evict(struct db *db)
{
	command(db, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
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

void
pg_release(const char *url)
{
	PGconn *conn = pg_connect(url);
	PGresult *r;

	if (conn == NULL)
		fatal(FATAL_NOT_READY, "the database server cannot be used");
	/* Together they are one transaction. */
	r = PQexec(conn, "UPDATE schema_version SET version = abs(version) "
	    "WHERE EXISTS (SELECT 1 FROM state WHERE moved_to = ''); "
	    "UPDATE state SET moved_to = NULL WHERE moved_to = ''");
	if (PQresultStatus(r) != PGRES_COMMAND_OK)
		fatal(FATAL_INTERNAL, "release: %s", PQerrorMessage(conn));
	PQclear(r);
	PQfinish(conn);
}
