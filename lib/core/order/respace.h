/*
 * Respacing: ranks grow when records are repeatedly moved into the same gap.
 * Long ranks are replaced by short ones, spread between the nearest short
 * neighbours, with new stamps; the order never changes, not even between two
 * transactions.
 */
#ifndef CORE_ORDER_RESPACE_H
#define CORE_ORDER_RESPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

enum respace {
	RESPACE_TASKS,		/* of a list */
	RESPACE_STEPS,		/* of a list's tasks */
	RESPACE_GROUPS,		/* of a user */
	RESPACE_LISTS,		/* of a user's lists, in a group or none */
	RESPACE__MAX
};

/* A record among its siblings. */
struct sibling {
	const char	*id;
	const char	*rank;
	int64_t		 stamp;
};

/* Of those, the first whose owner is a user. */
#define RESPACE_OF_USER	RESPACE_GROUPS

/* A place in that list or of that user with a rank longer than RANK_LONG, for
 * respace().  NULL: none. */
const char	*respace_find(struct ctx *, enum respace, const char *owner);

/* Changes the ranks of at most `max` records of the place; returns how many.
 * Within a write transaction. */
int	 respace(struct ctx *, enum respace, const char *owner,
	    const char *place, int max);

/*
 * Call after storing the rank.  If it is too long, respaces its place and
 * returns true; then the record has another rank and stamp.
 */
bool	 respace_long(struct ctx *, enum respace, const char *owner,
	    const char *place, const char *rank);

#endif
