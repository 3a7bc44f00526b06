#include "db/sqlite/retired.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "db/migrations.h"
#include "db/names.h"
#include "db/retired.h"
#include "db/sqlite/snapshot.h"
#include "db/sqlite/sqlite.h"

void
sqlite_retire(struct db *db)
{
	char pragma[48];

	snprintf(pragma, sizeof(pragma), "PRAGMA user_version = -%d",
	    migration_last);
	sqlite_run(sqlite_handle(db), pragma);
}

const char *
sqlite_moved_to(const char *dir, struct arena *a)
{
	const char *where = NULL;
	char path[PATH_MAX];
	sqlite3 *h = NULL;
	sqlite3_stmt *st = NULL;

	sqlite_start();
	snprintf(path, sizeof(path), "%s/%s", dir, DB_FILE);
	if (sqlite3_open_v2(path, &h, SQLITE_OPEN_READONLY, NULL) ==
	    SQLITE_OK && sqlite3_prepare_v2(h, "SELECT moved_to FROM state "
	    "WHERE moved_to IS NOT NULL", -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		where = arena_str(a, (const char *)sqlite3_column_text(st, 0));
	sqlite3_finalize(st);
	sqlite3_close(h);
	return where;
}

void
sqlite_release(const char *dir)
{
	char path[PATH_MAX], pragma[48];
	sqlite3 *h;
	int version;

	snprintf(path, sizeof(path), "%s/%s", dir, DB_FILE);
	h = sqlite_open(path, 0);
	sqlite_run(h, "BEGIN IMMEDIATE; UPDATE state SET moved_to = NULL "
	    "WHERE moved_to LIKE '" DB_COMING "%'");
	if (!sqlite_pragma(h, "PRAGMA user_version", &version))
		sqlite_fatal(h, path);
	snprintf(pragma, sizeof(pragma), "PRAGMA user_version = %d", -version);
	if (sqlite3_changes(h) > 0)
		sqlite_run(h, pragma);
	sqlite_run(h, "COMMIT");
	if (sqlite3_close(h) != SQLITE_OK)
		fatal(FATAL_INTERNAL, "%s cannot be closed", path);
}

void
sqlite_abandon(const char *dir)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", dir, DB_FILE);
	db_discard(path);
}

/* A copy of a database has its name with a suffix. */
static const char *
copy_in(const char *dir, struct arena *a)
{
	DIR *d = opendir(dir);
	const char *found = NULL;
	struct dirent *e;

	while (d != NULL && found == NULL && (e = readdir(d)) != NULL)
		if (strncmp(e->d_name, DB_FILE ".", strlen(DB_FILE ".")) == 0 &&
		    strncmp(e->d_name, DB_NEW, strlen(DB_NEW)) != 0)
			found = arena_str(a, e->d_name);
	if (d != NULL)
		closedir(d);
	return found;
}

const char *
sqlite_left(const char *dir, struct arena *a)
{
	const char *copy = copy_in(dir, a);

	if (copy != NULL)
		return arena_printf(a, "there is no " DB_FILE ", but %s is "
		    "there: if a move was interrupted, run `docket-admin move` "
		    "again with the settings that it had; otherwise restore a "
		    "backup; to begin with an empty database, move that file "
		    "to another directory", copy);
	return access(arena_printf(a, "%s/files", dir), F_OK) == -1 ? NULL :
	    "there are attachments but no database: restore a backup of "
	    DB_FILE;
}
