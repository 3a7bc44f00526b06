#include "db/migrate.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/db.h"
#include "db/engine.h"

int
migration_last(void)
{
	int last = 0;
	size_t i;

	for (i = 0; migrations[i].number != 0; i++)
		last = migrations[i].number;
	return last;
}

static void
run(sqlite3 *h, const char *sql)
{
	if (sqlite3_exec(h, sql, NULL, NULL, NULL) != SQLITE_OK)
		engine_fatal(h, "migrate");
}

static void
sync_directory(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd == -1 || fsync(fd) == -1)
		fatal(FATAL_INTERNAL, "%s: %s", dir, strerror(errno));
	close(fd);
}

static void
apply(sqlite3 *h, int version)
{
	char pragma[64];
	size_t i;

	for (i = 0; migrations[i].number != 0; i++) {
		if (migrations[i].number <= version)
			continue;
		log_info("migration %04d-%s", migrations[i].number,
		    migrations[i].name);
		snprintf(pragma, sizeof(pragma), "PRAGMA user_version = %d",
		    migrations[i].number);
		run(h, "BEGIN IMMEDIATE");
		run(h, migrations[i].sql);
		run(h, pragma);
		run(h, "COMMIT");
	}
}

static sqlite3 *
open_file(const char *path, int flags)
{
	sqlite3 *h = NULL;

	if (sqlite3_open_v2(path, &h, SQLITE_OPEN_READWRITE | flags, NULL) !=
	    SQLITE_OK)
		engine_fatal(h, path);
	sqlite3_busy_timeout(h, 10000);
	run(h, "PRAGMA synchronous = FULL");
	return h;
}

static enum migrated
create(const char *dir, const char *path)
{
	char new[PATH_MAX + 8], files[PATH_MAX + 8];
	sqlite3 *h;

	snprintf(files, sizeof(files), "%s/files", dir);
	if (access(files, F_OK) == 0)
		return MIGRATED_ORPHANS;
	snprintf(new, sizeof(new), "%s.new", path);
	unlink(new);
	h = open_file(new, SQLITE_OPEN_CREATE);
	if (chmod(new, 0600) == -1)
		fatal(FATAL_INTERNAL, "%s: %s", new, strerror(errno));
	run(h, "PRAGMA journal_mode = WAL");
	run(h, "PRAGMA application_id = 0x444f434b");
	apply(h, 0);
	if (sqlite3_close(h) != SQLITE_OK)
		fatal(FATAL_INTERNAL, "%s cannot be closed", new);
	if (rename(new, path) == -1)
		fatal(FATAL_INTERNAL, "%s: %s", path, strerror(errno));
	sync_directory(dir);
	return MIGRATED_CREATED;
}

static void
snapshot(sqlite3 *h, const char *dir, const char *path, int first)
{
	char name[PATH_MAX + 16], tmp[PATH_MAX + 24];
	char *sql;
	int fd;

	snprintf(name, sizeof(name), "%s.before-%04u", path,
	    (unsigned)first % 10000);
	snprintf(tmp, sizeof(tmp), "%s.new", name);
	unlink(tmp);
	if ((sql = sqlite3_mprintf("VACUUM INTO %Q", tmp)) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	run(h, sql);
	sqlite3_free(sql);
	if ((fd = open(tmp, O_RDWR | O_CLOEXEC)) == -1 ||
	    fchmod(fd, 0600) == -1 || fsync(fd) == -1 ||
	    rename(tmp, name) == -1)
		fatal(FATAL_INTERNAL, "%s: %s", tmp, strerror(errno));
	close(fd);
	sync_directory(dir);
	log_info("the database as it was: %s", name);
}

static enum migrated
upgrade(const char *dir, const char *path)
{
	int application, version;
	sqlite3 *h = open_file(path, 0);
	enum migrated done = MIGRATED_UPGRADED;

	if (!engine_pragma(h, "PRAGMA application_id", &application) ||
	    !engine_pragma(h, "PRAGMA user_version", &version) ||
	    application != DB_APPLICATION)
		done = MIGRATED_FOREIGN;
	else if (version > migration_last())
		done = MIGRATED_NEWER;
	else if (version == migration_last())
		done = MIGRATED_NOTHING;
	else {
		snapshot(h, dir, path, version + 1);
		apply(h, version);
	}
	sqlite3_close(h);
	return done;
}

enum migrated
db_migrate(const char *dir)
{
	char path[PATH_MAX];
	enum migrated done;
	int lock = engine_lock_open(dir);

	if (!engine_lock(lock, 60))
		fatal(FATAL_BUSY, "the database is being written: try again");
	snprintf(path, sizeof(path), "%s/%s", dir, DB_FILE);
	if (access(path, F_OK) == 0)
		done = upgrade(dir, path);
	else
		done = create(dir, path);
	close(lock);
	return done;
}
