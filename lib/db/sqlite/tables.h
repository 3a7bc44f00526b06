/*
 * Whole tables of SQLite.
 */
#ifndef DB_SQLITE_TABLES_H
#define DB_SQLITE_TABLES_H

#include "db/tables.h"

extern const struct engine_tables sqlite_tables;

#endif
