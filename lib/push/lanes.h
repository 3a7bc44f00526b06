/*
 * Chooses the next message to send, so that no push service delays another.
 * Messages wait in lanes, one for each origin, and the lanes take turns.  A
 * lane gets only some of the slots, few until its service has answered once.  A
 * service that repeatedly does not answer is paused.
 *
 * Lanes are found by a keyed hash in a table of fixed size.  Two origins may
 * share a lane, which is slightly unfair to both, but nobody can provoke it,
 * and memory does not grow with the origins.
 */
#ifndef PUSH_LANES_H
#define PUSH_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "push/push.h"

#define LANE_UNKNOWN	10	/* messages in transit, before the first
				 * answer */
#define LANE_KNOWN	64	/* and after it */
#define LANE_GENERATION	800	/* messages of one generation */
#define LANE_SILENCES	10	/* failures in a row before it is closed */
#define LANE_CLOSED	(60 * INT64_C(1000000))	/* how long it stays closed */

struct lane;
struct lanes;

/* A message to send next. */
struct turn {
	struct push	 push;
	struct lane	*lane;		/* for lane_end() */
	/* Increases after each LANE_GENERATION messages of a lane. */
	unsigned int	 generation;
	bool		 closed;	/* do not send it: the service does not
					 * answer */
};

/* How a message ended. */
enum lane_end {
	LANE_ANSWERED,
	LANE_SILENT,		/* unreachable, or timed out */
	LANE_ENDED		/* no statement about the service */
};

struct lanes	*lanes_new(void);
void		 lanes_free(struct lanes *);	/* NULL is allowed */

/* Queues a message behind the others for its origin. */
void		 lanes_add(struct lanes *, const struct push *);
size_t		 lanes_waiting(const struct lanes *);

/* The next message to send; false if none can be sent now.  now is a stamp of
 * base/date.h. */
bool		 lanes_next(struct lanes *, int64_t now, struct turn *);
void		 lane_end(struct lanes *, struct lane *, enum lane_end,
		    int64_t now);

#endif
