/*
 * Which message is sent next, so that no push service delays another.  Messages
 * wait in lanes, one for each origin, and the lanes take turns.  A lane gets a
 * part of the places alone, a small one until its service has answered once; a
 * service that has not answered several times on end is left alone for a while.
 *
 * Lanes are found by a keyed hash in a table of fixed size: two origins may
 * share one, which is a little unfair to both, but nobody can bring that about,
 * and memory does not grow with the origins.
 */
#ifndef PUSH_LANES_H
#define PUSH_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "push/sender.h"

#define LANE_UNKNOWN	10	/* messages under way, before the first answer */
#define LANE_KNOWN	64	/* and after it */
#define LANE_GENERATION	800	/* messages of one generation */
#define LANE_SILENCES	10	/* on end, before it is closed */
#define LANE_CLOSED	(60 * INT64_C(1000000))	/* for how long */

struct lane;
struct lanes;

/* A message whose turn it is. */
struct turn {
	struct push	 push;
	struct lane	*lane;		/* to be given back by lane_end() */
	/* Counts up, so that each of a lane's is of LANE_GENERATION messages. */
	unsigned int	 generation;
	bool		 closed;	/* it is not to be sent: the service
					 * does not answer */
};

/* How a message ended. */
enum lane_end {
	LANE_ANSWERED,
	LANE_SILENT,		/* not reached, or not in time */
	LANE_ENDED		/* neither says anything of the service */
};

struct lanes	*lanes_new(void);
void		 lanes_free(struct lanes *);	/* NULL is allowed */

/* Queue a message, behind all for the same origin. */
void		 lanes_add(struct lanes *, const struct push *);
size_t		 lanes_waiting(const struct lanes *);

/* The next message that may be sent; false where none may now.  now is a stamp
 * of base/date.h. */
bool		 lanes_next(struct lanes *, int64_t now, struct turn *);
void		 lane_end(struct lanes *, struct lane *, enum lane_end,
		    int64_t now);

#endif
