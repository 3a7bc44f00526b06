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
 * Gives a record its next stamp and moves its row in a scope from the stamp
 * `old` (0: it had none).  Returns the stamp.
 */
int64_t	 feed_put(struct ctx *, const char *scope, int64_t old, enum feed_kind,
	    const char *id);
/* The same for a record that is deleted by that: docket-cleanup finds its row,
 * and the trash, if it is a step or an attachment. */
int64_t	 feed_put_gone(struct ctx *, const char *scope, int64_t old,
	    enum feed_kind, const char *id);
/* Another time at which the step or attachment of that row was deleted;
 * FEED_UNLISTED: the trash does not list it. */
#define FEED_UNLISTED	1
void	 feed_set_gone(struct ctx *, const char *scope, int64_t stamp,
	    int64_t deleted_at);
/* Is there a row at that stamp? */
bool	 feed_has(struct ctx *, const char *scope, int64_t stamp);
/* Removes a record's row without a tombstone. */
void	 feed_drop(struct ctx *, const char *scope, int64_t stamp);

/* The newest stamp that the caller sees; if `list` is not NULL, only of that
 * list and the caller's own records. */
int64_t	 feed_newest(struct ctx *, const char *list);
/* Asks ahead (rows_ahead()) for it. */
void	 feed_newest_ahead(struct ctx *, const char *list);
/* The newest stamp that the caller can have seen: where a later sync
 * continues. */
int64_t	 feed_last(struct ctx *);
/*
 * Must a client with this stamp start over?  Yes if it is older than the kept
 * tombstones, or from a time that a restored backup undid; for one list, also
 * if the caller has lost it since: deletions between a loss and the next gain
 * are not reported.
 */
bool	 feed_expired(struct ctx *, const char *list, unsigned kinds,
	    int64_t since);

struct feed_row {
	int64_t		 stamp;		/* of the row, or of its mark if gone */
	enum feed_kind	 kind;
	const char	*id;
	const char	*scope;		/* its list or user */
	int64_t		 part;		/* its place within a mark */
	bool		 gone;		/* the caller no longer sees it */
};

/*
 * Up to `max` rows and marks after `since` that the caller sees, in order of
 * their stamps, of the kinds in the bit set; with `list` only of that list.
 * Returns how many; fewer than `max` means there are no more.  Cost: one seek
 * for each list of the caller, and the rows.
 */
size_t	 feed_read(struct ctx *, const char *list, unsigned kinds,
	    int64_t since, struct feed_row *, size_t max);
/* Is the row a mark for a reader of these kinds? */
bool	 feed_is_mark(const struct feed_row *, unsigned kinds);
/*
 * Up to `max` parts of a mark after the place `after` (0: the first), in order.
 * A gain has only live parts, a loss only parts that are gone.
 */
size_t	 feed_parts(struct ctx *, const struct feed_row *mark, unsigned kinds,
	    int64_t after, struct feed_row *, size_t max);

#endif
