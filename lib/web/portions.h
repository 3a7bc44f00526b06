/*
 * Long work before the handler's transaction, in portions: each is a write
 * transaction, so that others can write in between.  The first one decides
 * whether the request is refused: what has begun is done to its end, even if
 * the caller's session ends or their rights change meanwhile.  The handler does
 * what came meanwhile, and the answer is stored with it.  An interrupted
 * request can be repeated, and continues.  Requests with the same
 * Idempotency-Key count together what they do, so that each has the same
 * answer.
 */
#ifndef WEB_PORTIONS_H
#define WEB_PORTIONS_H

#include <stdbool.h>

struct req;

/*
 * Runs the route's portions of at most PORTION records until one has none; none
 * if the request was answered before.  rq->done is the sum.  False if refused.
 */
bool	 portions_run(struct req *);

#endif
