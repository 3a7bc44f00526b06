#include "db/sqlite/tables_file.h"

#include "db/db.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/migrate.h"
#include "db/sqlite/snapshot.h"
#include "db/sqlite/sqlite.h"

const char *
tables_to_file(struct tables_copy *copy, const char *path, struct db *from,
    struct arena *a)
{
	const char *wrong;
	struct db *to;

	db_create_file(path);
	if (db_open_file(path, true, &to) != DB_OPEN)
		return "the new file cannot be opened";
	/* Nobody else sees it, and it is made durable when complete. */
	sqlite_run(sqlite_handle(to), "PRAGMA foreign_keys = OFF;"
	    "PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;"
	    "PRAGMA journal_mode = OFF; PRAGMA cache_size = -65536");
	db_begin_write(to, 0);
	wrong = tables_copy(copy, to, from, a);
	db_commit(to);
	if (wrong == NULL)
		wrong = db_verify(to, a);
	db_close(to);
	return wrong;
}
