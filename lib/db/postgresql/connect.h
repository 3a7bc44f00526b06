/*
 * Connecting to PostgreSQL.
 */
#ifndef DB_POSTGRESQL_CONNECT_H
#define DB_POSTGRESQL_CONNECT_H

#include <libpq-fe.h>

/* A connection to the database that a URL names; NULL, with a line in the log,
 * if the server cannot be reached, refuses it, or does not answer for ten
 * seconds. */
PGconn	*pg_connect(const char *url);

#endif
