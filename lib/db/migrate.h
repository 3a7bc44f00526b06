/*
 * Brings a database to this program's schema.
 */
#ifndef DB_MIGRATE_H
#define DB_MIGRATE_H

#include "db/state.h"

/*
 * The database of a place, as db_open() has it.  It is created if it is
 * missing.  Concurrent calls wait for each other.  *from, unless NULL: the
 * version that the database had.
 */
enum migrated	 db_migrate(const char *place, int *from);
/* The version of this program's schema. */
int		 migration_newest(void);

#endif
