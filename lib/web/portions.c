#include "web/portions.h"

#include "db/db.h"
#include "web/replay.h"
#include "web/reply.h"
#include "web/request.h"

bool
portions_run(struct req *rq, int64_t (*portion)(struct req *, int64_t max),
    int64_t *done)
{
	struct arena *lasting = rq->ctx.arena;
	bool locked = true;
	int64_t n = 1;

	*done = 0;
	if (replay_known(rq))
		return true;
	rq->ctx.arena = arena_new();
	while (n > 0 &&
	    (locked = db_begin_write(rq->ctx.db, WRITE_SECONDS))) {
		n = portion(rq, PORTION);
		*done += n;
		db_commit(rq->ctx.db);
		arena_reset(rq->ctx.arena);
	}
	arena_free(rq->ctx.arena);
	rq->ctx.arena = lasting;
	if (!locked)
		refuse(rq, BUSY);
	return locked;
}
