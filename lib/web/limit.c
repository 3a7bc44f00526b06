#include "web/limit.h"

#include "db/db.h"
#include "web/reply.h"
#include "web/request.h"

static void
refuse_wait(struct req *rq, int64_t wait)
{
	refuse_because(rq, RATE_LIMITED, "Try again in %lld second%s.",
	    (long long)wait, wait == 1 ? "" : "s");
	reply_header(rq, "Retry-After", "%lld", (long long)wait);
}

bool
limit_allows(struct req *rq, enum attempt kind, const char *who)
{
	int64_t wait = attempt_wait(&rq->ctx, kind, who);

	if (wait > 0)
		refuse_wait(rq, wait);
	return wait == 0;
}

bool
limit_attempts(struct req *rq, const struct limit *limits, size_t n)
{
	int64_t wait = 0;
	size_t i;

	if (!db_begin_write(rq->ctx.db, WRITE_SECONDS)) {
		refuse(rq, BUSY);
		return false;
	}
	for (i = 0; i < n && wait == 0; i++)
		wait = attempt_take(&rq->ctx, limits[i].kind, limits[i].who);
	if (wait == 0) {
		db_commit(rq->ctx.db);
		return true;
	}
	db_end(rq->ctx.db);
	refuse_wait(rq, wait);
	return false;
}

bool
limit_attempt(struct req *rq, enum attempt kind, const char *who)
{
	const struct limit one = { kind, who };

	return limit_attempts(rq, &one, 1);
}
