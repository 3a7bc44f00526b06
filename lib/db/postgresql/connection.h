/*
 * PostgreSQL as an engine.
 */
#ifndef DB_POSTGRESQL_CONNECTION_H
#define DB_POSTGRESQL_CONNECTION_H

/* What docket-postgresql.so is loaded for. */
extern const struct engine engine_postgresql;

#endif
