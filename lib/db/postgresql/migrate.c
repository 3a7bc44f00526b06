#include "db/postgresql/migrate.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "db/migrations.h"
#include "db/postgresql/connect.h"
#include "db/postgresql/texts.h"

/* The number that a command gives, which must not fail; 0 if it gives none. */
static int
migration_run(PGconn *conn, const char *sql, const char *what)
{
	PGresult *r = PQexec(conn, sql);
	ExecStatusType status = PQresultStatus(r);
	int n;

	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
		fatal(FATAL_INTERNAL, "%s: %s", what, PQerrorMessage(conn));
	n = PQntuples(r) > 0 ? atoi(PQgetvalue(r, 0, 0)) : 0;
	PQclear(r);
	return n;
}

static void
migration_apply(PGconn *conn, const struct migration *m)
{
	char version[80];

	log_info("migration %04d-%s", m->number, m->name);
	snprintf(version, sizeof(version),
	    "UPDATE schema_version SET version = %d", m->number);
	migration_run(conn, m->sql, m->name);
	migration_run(conn, version, m->name);
}

enum migrated
pg_migrate(const char *url, int *from)
{
	PGconn *conn = pg_connect(url);
	enum migrated done = MIGRATED_NOTHING;
	int was, i;

	if (conn == NULL)
		fatal(FATAL_NOT_READY, "the database server cannot be used");
	/* The lock, whose number is ours alone, makes concurrent calls wait. */
	migration_run(conn, "BEGIN; SELECT pg_advisory_xact_lock(1146045259)",
	    "migrate");
	migration_run(conn, "CREATE TABLE IF NOT EXISTS schema_version "
	    "(version bigint NOT NULL)", "migrate");
	was = migration_run(conn, "SELECT max(version) FROM schema_version",
	    "migrate");
	*from = was;
	if (was > migration_last)
		done = MIGRATED_NEWER;
	if (was < 0)
		done = MIGRATED_RETIRED;
	for (i = 0; pg_migrations[i].number != 0 && was >= 0; i++)
		if (pg_migrations[i].number > was) {
			if (was == 0 && i == 0)
				migration_run(conn, "INSERT INTO "
				    "schema_version VALUES (0)", "migrate");
			migration_apply(conn, &pg_migrations[i]);
			done = was == 0 ? MIGRATED_CREATED : MIGRATED_UPGRADED;
		}
	migration_run(conn, "COMMIT", "migrate");
	PQfinish(conn);
	return done;
}
