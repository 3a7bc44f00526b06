#include "bin/admin/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>

#include "base/arena.h"
#include "base/log.h"
#include "core/batch/backup.h"
#include "db/db.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/migrate.h"
#include "db/sqlite/schema.h"
#include "db/sqlite/snapshot.h"

bool
backup_lock(struct program *p, const char *dir)
{
	/* A copied directory may have no lock file. */
	int fd = open(arena_printf(p->ctx.arena, "%s/%s", dir, BACKUP_LOCK),
	    O_RDONLY | O_CLOEXEC);

	if (fd == -1 || flock(fd, LOCK_SH | LOCK_NB) == 0)
		return true;
	log_error("%s: a backup is running there: try again", dir);
	return false;
}

const char *
backup_choose(struct program *p, const char *dir, const char *name)
{
	const char **names;
	int n;

	if (name == NULL) {
		n = backup_list(p->ctx.arena, dir, &names);
		if (n <= 0) {
			log_error("%s: %s", dir, n == -1 ? strerror(errno) :
			    "no backups");
			return NULL;
		}
		name = names[n - 1];
	}
	return arena_printf(p->ctx.arena, "%s/%s", dir, name);
}

const char *
backup_take(struct arena *a, const char *path, const char *tmp,
    struct db **copy)
{
	struct db *backup;
	enum db_state state = db_open_file(path, false, &backup);
	const char *found;
	int64_t rows;

	if (state == DB_ABSENT)
		return "no such backup";
	if (state == DB_DENIED)
		return "this user cannot read it: give it to the owner of "
		    "the data";
	if (state != DB_OPEN && state != DB_OLDER) {
		db_close(backup);
		return db_state_advice(state);
	}
	if (!db_plain(path)) {
		db_close(backup);
		return "it is a live database, not a backup";
	}
	db_copy(backup, tmp, NULL, NULL);
	found = db_open_file(tmp, true, copy) != state ?
	    "its copy cannot be opened" : db_schema_differs(*copy, a);
	if (found == NULL)
		found = db_verify(*copy, a);
	if (found == NULL)
		found = db_compare(*copy, backup, a, &rows);
	db_close(backup);
	if (found != NULL || state == DB_OPEN)
		return found;
	db_close(*copy);
	*copy = NULL;
	if (db_migrate_file(tmp) != MIGRATED_UPGRADED ||
	    db_open_file(tmp, true, copy) != DB_OPEN)
		return "it could not be migrated";
	return NULL;
}
