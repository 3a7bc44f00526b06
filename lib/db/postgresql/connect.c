#include "db/postgresql/connect.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"

static void
quiet(void *arg, const PGresult *r)
{
	(void)arg;
	(void)r;
}

/* A process that tries again says each reason once. */
static void
say(const char *why)
{
	static char said[256];

	if (strncmp(said, why, sizeof(said) - 1) == 0)
		return;
	snprintf(said, sizeof(said), "%s", why);
	log_error("the database server: %s", why);
}

PGconn *
pg_connect(const char *url)
{
	PGconn *conn = PQconnectdb(url);
	PGresult *r;

	if (PQstatus(conn) != CONNECTION_OK) {
		say(PQerrorMessage(conn));
		PQfinish(conn);
		return NULL;
	}
	PQsetNoticeReceiver(conn, quiet, NULL);
	r = PQexec(conn, "SET client_encoding = 'UTF8'; "
	    "SET plan_cache_mode = force_generic_plan; "
	    "SET cursor_tuple_fraction = 1; "
	    "SET standard_conforming_strings = on");
	PQclear(r);
	return conn;
}
