#include "db/postgresql/connect.h"

#include <stddef.h>

#include "base/log.h"

static void
quiet(void *arg, const PGresult *r)
{
	(void)arg;
	(void)r;
}

PGconn *
pg_connect(const char *url)
{
	PGconn *conn = PQconnectdb(url);
	PGresult *r;

	if (PQstatus(conn) != CONNECTION_OK) {
		log_error("the database server: %s", PQerrorMessage(conn));
		PQfinish(conn);
		return NULL;
	}
	PQsetNoticeReceiver(conn, quiet, NULL);
	r = PQexec(conn, "SET client_encoding = 'UTF8'; "
	    "SET plan_cache_mode = force_generic_plan; "
	    "SET standard_conforming_strings = on");
	PQclear(r);
	return conn;
}
