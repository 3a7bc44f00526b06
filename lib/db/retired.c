#include "db/retired.h"

#include <string.h>

#include "base/arena.h"
#include "db/engine.h"
#include "query/state.h"

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
	const char *where = engine_of(place)->moved_to(place, a);

	return where != NULL && where[0] != DB_COMING[0] ? where : NULL;
}

const char *
db_coming_from(const char *place, struct arena *a)
{
	const char *where = engine_of(place)->moved_to(place, a);

	return where != NULL && where[0] == DB_COMING[0] ? where + 1 : NULL;
}

void
db_release(const char *place)
{
	engine_of(place)->release(place);
}

void
db_abandon(const char *place)
{
	engine_of(place)->abandon(place);
}

static const char *
setting_of(const char *place)
{
	return engine_is_remote(place) ? "database" : "data";
}

static const char *
retired_advice(const char *place, struct arena *a)
{
	const char *where = db_moved_to(place, a);

	if (where != NULL)
		return arena_printf(a, "its data was moved to %s: set `%s` to "
		    "that, and restart the service", where, setting_of(where));
	where = db_coming_from(place, a);
	return where == NULL ? NULL : arena_printf(a, "the move of the data "
	    "from %s into this database was interrupted: set `%s` to that, and "
	    "run `docket-admin move` again", where, setting_of(where));
}

const char *
db_advice(const char *place, enum db_state state, struct arena *a)
{
	const struct engine *engine = engine_of(place);
	const char *advice = NULL;

	if (state == DB_RETIRED)
		advice = retired_advice(place, a);
	else if (state == DB_ABSENT && engine->left != NULL)
		advice = engine->left(place, a);
	return advice != NULL ? advice : db_state_advice(state);
}
