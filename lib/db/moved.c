#include "db/moved.h"

#include "base/arena.h"
#include "db/engine.h"
#include "query.h"

void
db_retire(struct db *db, const char *where)
{
	q_state_set_moved_to(db, where);
	db->engine->retire(db);
	db_commit(db);
	if (db->engine->evict != NULL)
		db->engine->evict(db);
}

const char *
db_moved_to(const char *place, struct arena *a)
{
	return engine_of(place)->moved_to(place, a);
}

void
db_release(const char *place)
{
	engine_of(place)->release(place);
}

const char *
db_advice(const char *place, enum db_state state, struct arena *a)
{
	const char *where = state == DB_MOVED ? db_moved_to(place, a) : NULL;

	if (where == NULL)
		return db_state_advice(state);
	if (where[0] == '\0')
		return "a move into this database was interrupted: run "
		    "`docket-admin move` again";
	return arena_printf(a, "its data was moved to %s: set `%s` to that, "
	    "and restart the service", where, engine_is_remote(where) ?
	    "database" : "data");
}
