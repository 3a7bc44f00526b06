/*
 * What becomes of what was deleted: 30 days later (RESTORABLE) it is erased, so
 * that only ids, rank and stamps stay in its tombstone; tombstone-days later the
 * tombstone goes too, and with it whoever synchronised before that has to start
 * over.  A deleted list is its own tombstone for all in it, which is removed
 * when the list is erased.
 *
 * Finding reads, in the caller's snapshot; each change is small, so that the
 * caller can put few of them into one write transaction, and looks again, since
 * a record may have come back between.
 */
#ifndef CORE_BATCH_CLEANUP_H
#define CORE_BATCH_CLEANUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/feed.h"

/*
 * Is the clock so far ahead that nothing must expire by it?  CLOCK_GOOD up to 30
 * days after the last run that was not refused (before the first: after the
 * newest stamp), and once it has run on for 7 days since the first refusal.
 */
enum clock_state { CLOCK_GOOD, CLOCK_AHEAD };

enum clock_state	 cleanup_clock(struct ctx *);
/* Notes the first of several refused runs; in a write transaction. */
void	 cleanup_refused(struct ctx *);

/* The newest times that are to be erased, and to be removed. */
struct cleanup_before {
	int64_t	 erase;
	int64_t	 remove;
};

struct cleanup_before	 cleanup_before(const struct ctx *);

struct tombstone {
	int64_t		 stamp;		/* of its row in the feed */
	enum feed_kind	 kind;
	const char	*id;
	bool		 remove;	/* or else erase */
};

/* The tombstones in a list's feed, or a user's, that something is to be done
 * about; *out in the arena. */
size_t	 cleanup_find(struct ctx *, const char *scope, bool is_list,
	    const struct cleanup_before *, struct tombstone **out);
/* Does it. */
void	 cleanup_apply(struct ctx *, const char *scope,
	    const struct tombstone *);

/* The done tasks that a user wished deleted before that time. */
size_t	 cleanup_completed(struct ctx *, const char *user, int64_t before,
	    const char ***out);
/* Makes one a tombstone, where it is still done. */
void	 cleanup_complete(struct ctx *, const char *task);

/* Is there anything left in a deleted list? */
bool	 cleanup_list_holds(struct ctx *, const char *list);
/* Removes at most about `max` records of a deleted list; false when nothing is
 * left, and its title is erased. */
bool	 cleanup_list_empty(struct ctx *, const char *list, int max);
/* Removes an empty deleted list and everybody's tombstone of it. */
void	 cleanup_list_remove(struct ctx *, const char *list);

#endif
