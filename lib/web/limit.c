#include "web/limit.h"

#include "db/db.h"
#include "web/req.h"

#define SECONDS	20

bool
limit_begin(struct req *rq)
{
	if (db_begin_write(rq->ctx.db, SECONDS))
		return true;
	refuse(rq, BUSY);
	return false;
}

void
limit_commit(struct req *rq)
{
	db_commit(rq->ctx.db);
}

bool
limit_attempt(struct req *rq, enum attempt kind, const char *who)
{
	int64_t wait;

	if (!limit_begin(rq))
		return false;
	wait = attempt_take(&rq->ctx, kind, who);
	limit_commit(rq);
	if (wait == 0)
		return true;
	refuse_because(rq, RATE_LIMITED, "Try again in %lld seconds.",
	    (long long)wait);
	reply_header(rq, "Retry-After", "%lld", (long long)wait);
	return false;
}
