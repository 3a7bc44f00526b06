#include "web/portions.h"

#include "base/arena.h"
#include "db/db.h"
#include "web/caller.h"
#include "web/precondition.h"
#include "web/replay.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

/* A transaction; true while there is more to do. */
static bool
run_one(struct req *rq)
{
	int64_t n;

	if (!replay_continues(rq))
		return false;
	n = rq->route->portion(rq, PORTION);
	rq->done += n;
	if (n > 0)
		replay_progress(rq);
	return n > 0;
}

/* What it finds out about the caller lasts as long as the request. */
static bool
run_first(struct req *rq)
{
	if (!replay_continues(rq) || !caller_still_known(rq) ||
	    !precondition_holds(rq))
		return false;
	rq->decided = true;
	return run_one(rq);
}

static bool
portion_begin(struct req *rq)
{
	if (db_begin_write(rq->ctx.db, WRITE_SECONDS))
		return true;
	refuse(rq, BUSY);
	return false;
}

/* Keeps nothing of what was refused. */
static void
portion_end(struct req *rq)
{
	if (rq->reply.refused)
		db_end(rq->ctx.db);
	else
		db_commit(rq->ctx.db);
}

bool
portions_run(struct req *rq)
{
	struct arena *lasting = rq->ctx.arena;
	bool more;

	if (!portion_begin(rq))
		return false;
	more = run_first(rq);
	portion_end(rq);
	rq->ctx.arena = arena_new();
	while (more && portion_begin(rq)) {
		more = run_one(rq);
		portion_end(rq);
		arena_reset(rq->ctx.arena);
	}
	arena_free(rq->ctx.arena);
	rq->ctx.arena = lasting;
	return !rq->reply.refused;
}
