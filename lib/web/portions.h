/*
 * Long work before the handler's transaction, in portions: each is a write
 * transaction, so that others can write in between.  The handler does what came
 * meanwhile, and the answer is stored with it: an interrupted request can be
 * repeated, and continues.
 */
#ifndef WEB_PORTIONS_H
#define WEB_PORTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct req;

/*
 * Runs portions of at most `max` records until one has none; none if the request
 * was answered before.  *done is the sum.  False if refused.
 */
bool	 portions_run(struct req *,
	    int64_t (*portion)(struct req *, int64_t max), int64_t *done);

#endif
