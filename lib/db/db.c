#include "db/db.h"

#include "base/arena.h"
#include "base/log.h"
#include "db/engine.h"
#include "db/migrations.h"
#include "query.h"

enum db_state
db_open(const char *place, struct db **out)
{
	return engine_of(place)->open(place, out);
}

bool
db_is_remote(const char *place)
{
	return engine_is_remote(place);
}

void
db_close(struct db *db)
{
	if (db == NULL)
		return;
	if (db->open)
		db_end(db);
	db->engine->close(db);
}

void
db_begin_read(struct db *db)
{
	db->engine->begin_read(db);
	db->open = true;
}

void
db_ready(struct db *db, const int *queries)
{
	for (; *queries != -1 && db->engine->ready != NULL; queries++)
		db->engine->ready(db, *queries);
}

bool
db_begin_write(struct db *db, int seconds)
{
	if (!db->engine->begin_write(db, seconds))
		return false;
	db->open = db->writing = true;
	db->stamped = false;
	db->last_stamp = 0;
	/* Statements prepared for one schema must not write to another, which
	 * can have come since the connection was opened. */
	if (db->shared && rows_one(q_state_version(db), 0) != migration_last) {
		db_end(db);
		fatal(FATAL_NOT_READY, "%s", DB_UPGRADED);
	}
	return true;
}

static void
end_write(struct db *db, bool commit)
{
	db->engine->end_write(db, commit);
	db->open = db->writing = false;
	if (db->on_end != NULL)
		db->on_end(db->on_end_arg, commit);
}

void
db_commit(struct db *db)
{
	if (!db->writing)
		fatal(FATAL_INTERNAL, "a commit without a write transaction");
	if (db->stamped)
		q_state_set_stamp(db, db->last_stamp);
	end_write(db, true);
}

void
db_end(struct db *db)
{
	if (db->writing) {
		end_write(db, false);
		return;
	}
	db->engine->end_read(db);
	db->open = false;
}

bool
db_writing(const struct db *db)
{
	return db->writing;
}

void
db_on_end(struct db *db, void (*fn)(void *, bool), void *arg)
{
	db->on_end = fn;
	db->on_end_arg = arg;
}

int
db_version(struct db *db)
{
	return db->engine->version(db);
}

bool
db_tidy(struct db *db, int seconds)
{
	return db->engine->tidy(db, seconds);
}

int64_t
db_stamp(struct db *db, int64_t now)
{
	if (!db->writing)
		fatal(FATAL_INTERNAL, "a stamp without a write transaction");
	if (db->last_stamp == 0)
		db->last_stamp = rows_one(q_state_last_stamp(db), 0);
	db->last_stamp = now > db->last_stamp ? now : db->last_stamp + 1;
	db->stamped = true;
	return db->last_stamp;
}

struct rows *
db_prepare(struct db *db, int query)
{
	return db->engine->prepare(db, query);
}

const char *
db_column(struct db *db, int query, int n, struct arena *a)
{
	struct rows *r = db_prepare(db, query);
	const char *name = r->engine->name(r, n);

	return name == NULL ? NULL : arena_str(a, name);
}
