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

/* libpq writes a line for each server, and advice: they become one line.  A
 * process that tries again says each reason once. */
static void
connect_log(const char *why)
{
	static char said[512];
	char line[sizeof(said)];
	size_t len = 0;

	for (; *why != '\0' && len < sizeof(line) - 1; why++)
		if (*why != '\n' && *why != '\t')
			line[len++] = *why;
		else if (len > 0 && line[len - 1] != ' ')
			line[len++] = ' ';
	for (; len > 0 && line[len - 1] == ' '; len--)
		;
	line[len] = '\0';
	if (strcmp(said, line) == 0)
		return;
	memcpy(said, line, len + 1);
	log_error("the database server: %s", line);
}

/*
 * Without these, libpq waits for ever for a server that accepts a connection
 * and sends nothing, and two hours, the kernel's keepalive, for a machine that
 * has disappeared.  A statement that takes long is neither: the server's kernel
 * answers meanwhile.
 */
#define CONNECT	"10"		/* seconds for each of the server's addresses */
#define UNHEARD	"30000"		/* milliseconds without a sign of the machine */
#define PROBE	"10"		/* seconds between questions whether it is there */

/* The last value of a parameter counts, so the URL can name others. */
static PGconn *
connect_within(const char *url)
{
	static const char *const keys[] = { "connect_timeout",
		"tcp_user_timeout", "keepalives_idle", "keepalives_interval",
		"dbname", NULL };
	const char *const values[] = { CONNECT, UNHEARD, PROBE, PROBE, url,
		NULL };

	return PQconnectdbParams(keys, values, true);
}

PGconn *
pg_connect(const char *url)
{
	PGconn *conn = connect_within(url);
	PGresult *r;

	if (PQstatus(conn) != CONNECTION_OK) {
		connect_log(PQerrorMessage(conn));
		PQfinish(conn);
		return NULL;
	}
	PQsetNoticeReceiver(conn, quiet, NULL);
	r = PQexec(conn, "SET client_encoding = 'UTF8'; "
	    "SET plan_cache_mode = force_generic_plan; "
	    "SET cursor_tuple_fraction = 1; "
	    "SET jit = off; "
	    "SET standard_conforming_strings = on");
	PQclear(r);
	return conn;
}
