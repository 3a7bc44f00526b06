#include "db/sqlite/check.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "db/engine.h"
#include "db/names.h"
#include "db/sqlite/sqlite.h"

static void
check_pages(sqlite3 *h, void (*fn)(void *, const char *), void *arg)
{
	sqlite3_stmt *st = NULL;
	const char *line;
	int code = sqlite3_prepare_v2(h, "PRAGMA integrity_check(100)", -1,
	    &st, NULL);

	while (code == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW) {
		line = (const char *)sqlite3_column_text(st, 0);
		if (line != NULL && strcmp(line, "ok") != 0)
			fn(arg, line);
	}
	if (sqlite3_finalize(st) != SQLITE_OK || code != SQLITE_OK)
		fn(arg, sqlite3_errmsg(h));
}

static void
check_references(sqlite3 *h, void (*fn)(void *, const char *), void *arg)
{
	sqlite3_stmt *st = NULL;
	char line[256];
	int n, code = sqlite3_prepare_v2(h, "PRAGMA foreign_key_check", -1,
	    &st, NULL);

	for (n = 0; code == SQLITE_OK && n < 100 &&
	    sqlite3_step(st) == SQLITE_ROW; n++) {
		snprintf(line, sizeof(line), "a row of %s refers to a missing "
		    "row of %s", sqlite3_column_text(st, 0),
		    sqlite3_column_text(st, 2));
		fn(arg, line);
	}
	if (sqlite3_finalize(st) != SQLITE_OK || code != SQLITE_OK)
		fn(arg, sqlite3_errmsg(h));
}

void
db_check(struct db *db, void (*fn)(void *, const char *), void *arg)
{
	if (db->engine != &engine_sqlite)
		return;
	check_pages(sqlite_handle(db), fn, arg);
	check_references(sqlite_handle(db), fn, arg);
}

static int64_t
check_size_of(const char *dir, const char *name)
{
	char path[4096];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return stat(path, &st) == 0 ? st.st_size : 0;
}

void
db_sizes(const char *dir, int64_t *file, int64_t *wal)
{
	*file = check_size_of(dir, DB_FILE);
	*wal = check_size_of(dir, DB_FILE "-wal");
}
