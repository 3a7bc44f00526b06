#include "import/undo.h"

#include "base/arena.h"
#include "core/batch/imports.h"
#include "db/db.h"

enum outcome
undo_import(struct ctx *caller, struct import_undo *u, int wait)
{
	struct ctx c = *caller;
	bool locked = true, more;
	struct imported i;

	db_begin_read(c.db);
	more = imported_get(&c, u->import, &i) == DONE;
	db_end(c.db);
	if (!more)
		return IMPORT_NOT_FOUND;
	c.arena = arena_new();
	while (more && (locked = db_begin_write(c.db, wait))) {
		more = import_undo(&c, u);
		db_commit(c.db);
		arena_reset(c.arena);
	}
	arena_free(c.arena);
	return locked ? DONE : BUSY;
}
