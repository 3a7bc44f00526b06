#include "web/portions.h"

#include "db/db.h"
#include "web/replay.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

bool
portions_run(struct req *rq)
{
	struct arena *lasting = rq->ctx.arena;
	bool locked = true;
	int64_t n = 1;

	rq->ctx.arena = arena_new();
	while (n > 0 &&
	    (locked = db_begin_write(rq->ctx.db, WRITE_SECONDS))) {
		n = replay_continues(rq) ? rq->route->portion(rq, PORTION) : 0;
		rq->done += n;
		if (n > 0)
			replay_progress(rq);
		db_commit(rq->ctx.db);
		arena_reset(rq->ctx.arena);
	}
	arena_free(rq->ctx.arena);
	rq->ctx.arena = lasting;
	if (!locked)
		refuse(rq, BUSY);
	return locked;
}
