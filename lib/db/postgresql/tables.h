/*
 * Whole tables of PostgreSQL, by COPY.
 */
#ifndef DB_POSTGRESQL_TABLES_H
#define DB_POSTGRESQL_TABLES_H

#include "db/tables.h"

extern const struct engine_tables pg_tables;

#endif
