/*
 * Deleted records: 30 days after deletion (RESTORABLE) they are erased, so that
 * a tombstone has only ids, rank and stamps; after tombstone-days the tombstone
 * is removed, and clients that last synchronized before that must start over.
 * A deleted list is the tombstone of everything in it, which is removed when
 * the list is erased.
 *
 * The functions that find records only read, in the caller's snapshot.  Changes
 * are small, so that the caller can make a few in one write transaction, and
 * check again, since a record may have been restored in between.
 */
#ifndef CORE_BATCH_CLEANUP_H
#define CORE_BATCH_CLEANUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/feed.h"

#define CLOCK_LEAP	(30 * DAY)	/* largest gap between two runs */

/* The latest time that the database knows: of the last run that was not
 * refused, or the newest stamp; 0: neither.  A run with the clock behind is not
 * older than the stamps before it. */
int64_t	 cleanup_known(struct ctx *);
/*
 * Is the clock so far ahead that nothing may expire?  CLOCK_GOOD up to
 * CLOCK_LEAP after that time, and from 7 days after the first refusal.
 */
enum clock_state { CLOCK_GOOD, CLOCK_AHEAD };

enum clock_state	 cleanup_clock(struct ctx *);
/* Records a run that was not refused; in a write transaction. */
void	 cleanup_ran(struct ctx *);
/* Records the first of several refused runs; in a write transaction. */
void	 cleanup_refused(struct ctx *);

/* Erase and remove what was deleted up to these times. */
struct cleanup_before {
	int64_t	 erase;
	int64_t	 remove;
};

struct cleanup_before	 cleanup_before(const struct ctx *);

struct tombstone {
	int64_t		 stamp;		/* of its row in the feed */
	enum feed_kind	 kind;
	const char	*scope;
	const char	*id;
	bool		 remove;	/* otherwise erase */
};

/* Erases or removes one, unless it is of a list. */
void	 cleanup_apply(struct ctx *, const struct tombstone *);

/* The user's tasks completed before that time. */
size_t	 cleanup_completed(struct ctx *, const char *user, int64_t before,
	    const char ***out);
/* Makes one a tombstone if it is still done. */
void	 cleanup_complete(struct ctx *, const char *task);

/* Does a deleted list still contain records? */
bool	 cleanup_list_left(struct ctx *, const char *list);
/* Removes at most about `max` records of a deleted list; false when nothing is
 * left, and its title is erased. */
bool	 cleanup_list_empty(struct ctx *, const char *list, int max);
/* Removes an empty deleted list and everybody's tombstone of it, the owner's
 * last: by that the list is found.  False if there are more. */
bool	 cleanup_list_remove(struct ctx *, const char *list);

#endif
