/*
 * Respacing: ranks grow where records are put into the same gap again and
 * again.  Those that became long get short ones, spread between the nearest
 * short neighbours, with new stamps; the order never changes, not even between
 * two transactions.
 */
#ifndef CORE_ORDER_RESPACE_H
#define CORE_ORDER_RESPACE_H

#include <stdbool.h>

#include "core/ctx.h"

enum respace {
	RESPACE_TASKS,		/* of a list */
	RESPACE_STEPS,		/* of a list's tasks */
	RESPACE_GROUPS,		/* of a user */
	RESPACE_LISTS,		/* of a user, in a group or none */
	RESPACE__MAX
};

/* Of those, the first whose owner is a user. */
#define RESPACE_OF_USER	RESPACE_GROUPS

/* A place in that list or of that user which has a rank longer than RANK_LONG:
 * to be given to respace().  NULL: there is none. */
const char	*respace_find(struct ctx *, enum respace, const char *owner);

/* Gives at most `max` records of the place other ranks; how many.  Within a
 * write transaction. */
int	 respace(struct ctx *, enum respace, const char *owner,
	    const char *place, int max);

/*
 * The rank was just stored.  If it is too long, its place is respaced at once:
 * true, and the record has another rank and stamp.
 */
bool	 respace_long(struct ctx *, enum respace, const char *owner,
	    const char *place, const char *rank);

#endif
