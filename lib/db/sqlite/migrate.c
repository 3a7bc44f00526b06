#include "db/sqlite/migrate.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "db/migrations.h"
#include "db/names.h"
#include "db/sqlite/reserve.h"
#include "db/sqlite/retired.h"
#include "db/sqlite/snapshot.h"
#include "db/sqlite/sqlite.h"

/* The message of a failure has its name, not its whole text. */
static void
migrate_run(sqlite3 *h, const struct migration *m)
{
	if (sqlite3_exec(h, m->sql, NULL, NULL, NULL) != SQLITE_OK)
		sqlite_fatal(h, m->name);
}

void
migrate_apply(sqlite3 *h, int version, int last)
{
	char pragma[64];
	size_t i;

	for (i = 0; migrations[i].number != 0 &&
	    migrations[i].number <= last; i++) {
		if (migrations[i].number <= version)
			continue;
		/* A new database has them all. */
		if (version > 0)
			log_info("migration %04d-%s", migrations[i].number,
			    migrations[i].name);
		snprintf(pragma, sizeof(pragma), "PRAGMA user_version = %d",
		    migrations[i].number);
		sqlite_run(h, "BEGIN IMMEDIATE");
		migrate_run(h, &migrations[i]);
		sqlite_run(h, pragma);
		sqlite_run(h, "COMMIT");
	}
}

void
db_create_file(const char *path)
{
	sqlite3 *h = snapshot_new(path);

	sqlite_run(h, "PRAGMA application_id = 0x444f434b");
	migrate_apply(h, 0, migration_last);
	if (sqlite3_close(h) != SQLITE_OK)
		fatal(FATAL_INTERNAL, "%s cannot be closed", path);
}

static enum migrated
create(const char *dir, const char *path)
{
	struct arena *a = arena_new();
	bool left = sqlite_left(dir, a) != NULL;
	char new[PATH_MAX];

	arena_free(a);
	if (left)
		return MIGRATED_ORPHANS;
	snprintf(new, sizeof(new), "%s/" DB_NEW, dir);
	db_create_file(new);
	if (!db_install(dir, new))
		fatal(FATAL_BUSY, "%s was removed while a process had it open: "
		    "stop the service first", path);
	return MIGRATED_CREATED;
}

static void
snapshot(sqlite3 *h, const char *path, int first)
{
	char name[PATH_MAX + 16], tmp[PATH_MAX + 24];

	snprintf(name, sizeof(name), "%s.before-%04u", path,
	    (unsigned)first % 10000);
	snprintf(tmp, sizeof(tmp), "%s.new", name);
	snapshot_copy(h, tmp, NULL, NULL);
	file_rename(tmp, name);
	log_info("the old database: %s", name);
}

/* keep: first copies the old database.  *from: its version. */
static enum migrated
upgrade(const char *path, bool keep, int *from)
{
	int application, version = 0;
	sqlite3 *h = sqlite_open(path, 0);
	enum migrated done = MIGRATED_UPGRADED;

	sqlite_run(h, "PRAGMA cache_size = -65536");

	if (!sqlite_pragma(h, "PRAGMA application_id", &application) ||
	    !sqlite_pragma(h, "PRAGMA user_version", &version) ||
	    application != DB_APPLICATION)
		done = MIGRATED_FOREIGN;
	else if (version < 0)
		done = MIGRATED_RETIRED;
	else if (version < 1)
		done = MIGRATED_UNKNOWN;
	else if (version > migration_last)
		done = MIGRATED_NEWER;
	else if (version == migration_last)
		done = MIGRATED_NOTHING;
	else {
		if (keep)
			snapshot(h, path, version + 1);
		migrate_apply(h, version, migration_last);
	}
	sqlite3_close(h);
	*from = version;
	return done;
}

enum migrated
db_migrate_file(const char *path)
{
	int from;

	return upgrade(path, false, &from);
}

enum migrated
sqlite_migrate(const char *dir, int *from)
{
	char path[PATH_MAX];
	enum migrated done;
	int lock = sqlite_lock_open(dir);

	if (!sqlite_lock(lock, 60))
		fatal(FATAL_BUSY, "the database is busy: try again");
	snprintf(path, sizeof(path), "%s/%s", dir, DB_FILE);
	if (access(path, F_OK) == 0)
		done = upgrade(path, true, from);
	else
		done = create(dir, path);
	close(lock);
	reserve_make(dir);
	return done;
}
