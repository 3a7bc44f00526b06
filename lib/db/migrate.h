/*
 * The schema's versions.  Each migration runs in a transaction of its own; the
 * number of the last is the database's user_version.
 */
#ifndef DB_MIGRATE_H
#define DB_MIGRATE_H

#include <stddef.h>

struct migration {
	int		 number;
	const char	*name;
	const char	*sql;
};

/* In rising order, ended by number 0. */
extern const struct migration migrations[];

/* The newest number: what this program's schema is. */
int	 migration_last(void);

enum migrated {
	MIGRATED_NOTHING,	/* it was up to date */
	MIGRATED_CREATED,	/* there was none: now there is */
	MIGRATED_UPGRADED,	/* after a snapshot beside it */
	MIGRATED_NEWER,		/* made by a newer Docket: left alone */
	MIGRATED_FOREIGN,	/* not Docket's: left alone */
	MIGRATED_ORPHANS	/* attachments without a database: left alone */
};

/*
 * Brings the database of a data directory to this program's schema.  Without
 * one, it is made under another name and renamed when it is whole; but not
 * where the directory holds attachments, whose database has been lost.  Before
 * the first change the old file is copied, consistently, to
 * docket.db.before-NNNN, NNNN the number of the first new migration.  Two at
 * once wait for one another.  Keeps some room in reserve besides (db/room.h).
 */
enum migrated	 db_migrate(const char *dir);
/* The same for a database file that nobody else has open, and without a copy of
 * it as it was. */
enum migrated	 db_migrate_file(const char *path);

#endif
