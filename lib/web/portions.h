/*
 * Work of many records before the handler's own transaction: in portions, each a
 * write transaction of its own, so that others write in between.  The handler
 * does what is left, fewer than REST, and its answer is kept with that: a request
 * that ends in the middle can be sent again, and goes on.
 */
#ifndef WEB_PORTIONS_H
#define WEB_PORTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct req;

/*
 * Runs portions of at most `max` records until one is not full; a request that
 * has been answered before runs none.  *done is the sum.  False if it has been
 * refused.
 */
bool	 portions_run(struct req *, int64_t (*portion)(struct req *, int64_t max),
	    int64_t *done);

#endif
