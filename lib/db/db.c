#include "db/db.h"

#include <setjmp.h>
#include <sodium.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "db/engine.h"
#include "db/migrations.h"
#include "db/rows.h"

#define CONFLICTS_MAX	8	/* times that a transaction runs again */
#define CONFLICT_PAUSE	1000	/* microseconds, doubled each time */
#define GATHER_TIME	(SECOND / 50)	/* that others wait at most */

enum { ONCE_MORE = 1, GIVE_UP };	/* longjmp() to db_transact() */

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

bool
db_watch(struct db *db, bool on)
{
	return db == NULL || db->engine->watch == NULL ||
	    db->engine->watch(db, on);
}

void
db_begin_read(struct db *db)
{
	db->last_stamp = 0;
	db->engine->begin_read(db);
	db->open = true;
}

void
db_limit(struct db *db, const void *lists, size_t len)
{
	db->lists = lists;
	db->lists_len = len;
}

/* The number of the statement, or of its limited twin. */
static int
db_twin(const struct db *db, int query)
{
	return db->lists == NULL || query_texts[query].limited == 0 ? query :
	    query_texts[query].limited;
}

void
db_prepare_ahead(struct db *db, const int *queries)
{
	for (; *queries != -1 && db->engine->prepare_ahead != NULL; queries++)
		db->engine->prepare_ahead(db, db_twin(db, *queries));
}

static bool
db_begin_scope(struct db *db, const struct scope *scope, int seconds)
{
	db->open = db->writing = true;
	db->last_stamp = 0;
	if (db->gathered == 0 &&
	    !db->engine->begin_write(db, scope, seconds)) {
		db->open = db->writing = false;
		return false;
	}
	if (db->gathers) {
		if (db->gathered == 0)
			db->gathered = clock_now();
		db->engine->part(db, PART_BEGINS);
	}
	return true;
}

/* Statements prepared for one schema must not write to another, which can have
 * come since the connection was opened. */
void
db_begun(struct db *db, int64_t version)
{
	if (version == migration_last)
		return;
	db->retry = NULL;
	db_end(db);
	fatal(FATAL_NOT_READY, "%s", DB_UPGRADED);
}

bool
db_begin_write(struct db *db, int seconds)
{
	return db_begin_scope(db, NULL, seconds);
}

static void
db_end_write(struct db *db, bool commit)
{
	bool part = db->gathered != 0;

	if (part)
		db->engine->part(db, commit ? PART_KEPT : PART_UNDONE);
	else
		db->engine->end_write(db, commit);
	db->open = db->writing = false;
	if (!part && db->on_end != NULL)
		db->on_end(db->on_end_arg, commit);
}

void
db_gathered(struct db *db, bool due)
{
	if (db->gathered == 0 ||
	    (due && clock_now() - db->gathered < GATHER_TIME))
		return;
	db->gathered = 0;
	db->last_stamp = 0;
	db_end_write(db, true);
}

void
db_gather(struct db *db, bool on)
{
	db_gathered(db, false);
	db->gathers = on && db->engine->part != NULL;
}

void
db_commit(struct db *db)
{
	if (!db->writing)
		fatal(FATAL_INTERNAL, "a commit without a write transaction");
	db_end_write(db, true);
}

/* Writers that have met must not run into each other again, so each waits for a
 * random time ("full jitter" of exponential backoff): half a second at most in
 * all. */
static void
pause_after(int conflicts)
{
	if (conflicts > 0)
		usleep(randombytes_uniform(CONFLICT_PAUSE << conflicts));
}

enum transacted
db_transact(struct db *db, const struct scope *scope, int seconds,
    bool (*fn)(void *), void *arg)
{
	volatile int conflicts = 0;
	jmp_buf again;
	bool alone, commit;

	db->retry = NULL;
	if (setjmp(again) == GIVE_UP)
		return LOCKED;
	pause_after(conflicts);
	/* The last attempt waits until nobody else writes, so no writer can
	 * conflict with it; what still fails ends the process. */
	alone = scope->kind == SCOPE_ALL || conflicts == CONFLICTS_MAX;
	db->retry = conflicts++ < CONFLICTS_MAX ? &again : NULL;
	if (!db_begin_scope(db, alone ? NULL : scope, seconds))
		return LOCKED;
	commit = fn(arg);
	if (commit)
		db_commit(db);
	else
		db_end(db);
	db->retry = NULL;
	return commit ? COMMITTED : ROLLED_BACK;
}

void
db_conflict(struct db *db, bool locked)
{
	void *again = db->retry;

	db->retry = NULL;
	db_end(db);
	longjmp(again, locked ? GIVE_UP : ONCE_MORE);
}

void
db_end(struct db *db)
{
	if (db->writing) {
		db_end_write(db, false);
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
db_claim(struct db *db, bool on)
{
	return db->engine->claim(db, on);
}

bool
db_tidy(struct db *db, int seconds)
{
	return db->engine->tidy(db, seconds);
}

void
db_check_server(struct db *db, int64_t now,
    void (*fn)(void *, const struct finding *), void *arg)
{
	if (db->engine->check != NULL)
		db->engine->check(db, now, fn, arg);
}

int64_t
db_stamp(struct db *db, int64_t now, const char *owner)
{
	int64_t newest;

	if (!db->writing)
		fatal(FATAL_INTERNAL, "a stamp without a write transaction");
	newest = db->engine->newest(db, owner);
	if (newest < db->last_stamp)
		newest = db->last_stamp;
	db->last_stamp = now > newest ? now : newest + 1;
	return db->last_stamp;
}

int64_t
db_newest(struct db *db, const char *user)
{
	return db->engine->newest(db, user);
}

bool
db_asks_ahead(const struct db *db)
{
	return db->engine->ahead != NULL;
}

struct rows *
db_prepare(struct db *db, int query)
{
	int twin = db_twin(db, query);
	struct rows *r = db->engine->prepare(db, twin);

	if (twin != query)
		rows_bind_bytes(r, query_texts[twin].params, db->lists,
		    db->lists_len);
	return r;
}

const char *
db_column(struct db *db, int query, int n, struct arena *a)
{
	struct rows *r = db_prepare(db, query);
	const char *name = r->engine->name(r, n);

	return name == NULL ? NULL : arena_str(a, name);
}
