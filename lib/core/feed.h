/*
 * The feed of changes, on which all sync is built.  Every record has one row in
 * the feed, at the stamp of its last change, in the scope that sees it: a list
 * (everybody who reaches the list) or a user.  A record that changes takes its
 * row with it to a new stamp.  Reading from a stamp on is therefore a range of
 * each scope that the caller sees, merged by stamp.
 *
 * What a user sees also changes without any record changing: they gain a list,
 * or lose one.  An access keeps the stamps of both, and no row is copied.  The
 * reader meets a mark at such a stamp and asks for its parts:
 *
 *	FEED_GAIN	everything live in the list that is older than the gain,
 *			and the user's own tag sets and My Day entries there
 *	FEED_LOSS	what is gone with the list
 *
 * A task that was deleted or moved away is a mark, too, for those who read
 * attachments or My Day entries alone: its parts are what is gone with it.
 *
 * A list that a task was moved away from has a row of kind FEED_MOVED.
 */
#ifndef CORE_FEED_H
#define CORE_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ctx;

enum feed_kind {			/* stored: never renumber */
	FEED_LIST,
	FEED_GROUP,
	FEED_TASK,
	FEED_MOVED,
	FEED_STEP,
	FEED_TAG,
	FEED_TAG_SET,
	FEED_ATTACHMENT,
	FEED_MY_DAY,
	FEED_MEMBER,
	FEED_ME,
	FEED_SETTING,
	FEED__MAX
};

enum { FEED_GAIN = FEED__MAX, FEED_LOSS };	/* marks: never stored */

#define FEED_ALL	((1U << FEED__MAX) - 1)

/*
 * Gives a record its next stamp and its row in a scope, in place of the row at
 * the stamp `old` (0: it had none).  Returns the stamp.
 */
int64_t	 feed_put(struct ctx *, const char *scope, int64_t old, enum feed_kind,
	    const char *id);
/* The row at that stamp is of a step or attachment that was deleted then: it can
 * be found among what can be restored. */
void	 feed_set_gone(struct ctx *, const char *scope, int64_t stamp,
	    int64_t deleted_at);
/* Is there a row at that stamp? */
bool	 feed_has(struct ctx *, const char *scope, int64_t stamp);
/* Takes a record's row away; without a trace, unlike a tombstone. */
void	 feed_drop(struct ctx *, const char *scope, int64_t stamp);

/* The newest stamp the caller sees; of one list (and the caller's own) alone,
 * if `list` is not NULL. */
int64_t	 feed_newest(struct ctx *, const char *list);
/* The last stamp given in the whole database: where to sync from later. */
int64_t	 feed_last(struct ctx *);
/*
 * Is the stamp older than the tombstones that are kept, or of a time that a
 * restored backup has undone?  Of one list also: has the caller lost it since?
 * What was deleted between a loss and the next gain is never told.
 */
bool	 feed_expired(struct ctx *, const char *list, unsigned kinds,
	    int64_t since);

struct feed_row {
	int64_t		 stamp;		/* of the row; of what is gone, the mark's */
	enum feed_kind	 kind;
	const char	*id;
	const char	*scope;		/* the list or user it stands in */
	int64_t		 part;		/* its place within a mark */
	bool		 gone;		/* out of the caller's sight */
};

/*
 * Up to `max` rows and marks after `since` that the caller sees, in rising order
 * of their stamps, of the kinds in the bit set; with `list` of that list alone.
 * Returns how many: fewer than `max` means there are no more.  Cost: one seek
 * for each list of the caller, and the rows themselves.
 */
size_t	 feed_read(struct ctx *, const char *list, unsigned kinds,
	    int64_t since, struct feed_row *, size_t max);
/* Is the row a mark for a reader of these kinds? */
bool	 feed_is_mark(const struct feed_row *, unsigned kinds);
/*
 * Up to `max` parts of a mark behind the place `after` (0: the first), in order.
 * Of a gain only what is live counts; a loss has only parts that are gone.
 */
size_t	 feed_parts(struct ctx *, const struct feed_row *mark, unsigned kinds,
	    int64_t after, struct feed_row *, size_t max);

#endif
