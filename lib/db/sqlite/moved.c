#include "db/sqlite/moved.h"

#include <limits.h>
#include <stdio.h>

#include "base/arena.h"
#include "db/migrations.h"
#include "db/names.h"
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
