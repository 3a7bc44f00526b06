/*
 * The schema's versions.  Each migration runs in its own transaction; the
 * number of the last is the database's user_version.
 */
#ifndef DB_MIGRATE_H
#define DB_MIGRATE_H

enum migrated {
	MIGRATED_NOTHING,	/* it was up to date */
	MIGRATED_CREATED,	/* there was none: now there is */
	MIGRATED_UPGRADED,	/* after a snapshot beside it */
	MIGRATED_NEWER,		/* made by a newer Docket: unchanged */
	MIGRATED_FOREIGN,	/* not Docket's: unchanged */
	MIGRATED_UNKNOWN,	/* it has lost its version: unchanged */
	MIGRATED_ORPHANS	/* attachments without a database: unchanged */
};

/*
 * Migrates the database of a data directory to this program's schema.  A
 * missing database is created under another name and renamed when complete,
 * unless the directory contains attachments: then their database was lost.  An
 * old file is first copied, consistently, to docket.db.before-NNNN, NNNN being
 * the number of the first new migration.  Concurrent calls wait for each other.
 * Also makes the reserve (db/reserve.h).  *from, unless NULL: the version that
 * the database had.
 */
enum migrated	 db_migrate(const char *dir, int *from);
/* The version of this program's schema. */
int		 migration_newest(void);
/* The same for a database file that nobody else has open, without a copy. */
enum migrated	 db_migrate_file(const char *path);

#endif
