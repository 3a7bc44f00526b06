/*
 * The schema of a PostgreSQL database.
 */
#ifndef DB_POSTGRESQL_MIGRATE_H
#define DB_POSTGRESQL_MIGRATE_H

#include "db/state.h"

/*
 * Brings the database that a URL names to this program's schema, each migration
 * in a transaction of its own.  The database itself must exist.
 */
enum migrated	 pg_migrate(const char *url, int *from);

#endif
