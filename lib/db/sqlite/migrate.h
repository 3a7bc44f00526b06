/*
 * The schema's versions.  Each migration runs in its own transaction; the
 * number of the last is the database's user_version.
 */
#ifndef DB_SQLITE_MIGRATE_H
#define DB_SQLITE_MIGRATE_H

#include "db/state.h"

/*
 * Migrates the database of a data directory to this program's schema.  A
 * missing database is created under another name and renamed when complete,
 * unless the directory contains copies of one, or attachments (sqlite_left()).
 * An old file is first copied, consistently, to docket.db.before-NNNN, NNNN
 * being the number of the first new migration.  Concurrent calls wait for each
 * other.  Also makes the reserve (db/sqlite/reserve.h).  *from: the version
 * that the database had.
 */
enum migrated	 sqlite_migrate(const char *dir, int *from);
/* For lib/db: the migrations after `version`, up to `last`. */
struct sqlite3;
void		 migrate_apply(struct sqlite3 *, int version, int last);
/* A new database file of this program's schema; replaces an existing one. */
void		 db_create_file(const char *path);
/* sqlite_migrate() for a file that nobody else has open, without a copy. */
enum migrated	 db_migrate_file(const char *path);

#endif
