/*
 * The feed of changes, on which all sync is built.  Every record has one row in
 * the feed, at the stamp of its last change, in the scope that sees it: a list
 * (all who reach the list) or a user.  A record that changes takes its row with
 * it to a new stamp.  Reading from a stamp on is therefore a range of each scope
 * that the caller sees, merged by stamp.
 *
 * Beside these a user's own scope has a row for each record of a list that they
 * gained, at the stamps of the gain, and the tombstone of a list they lost.  A
 * list that a task was moved away from has a row of kind FEED_MOVED.
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
	FEED__MAX
};

#define FEED_ALL	((1 << FEED__MAX) - 1)

/*
 * Gives a record its next stamp and its row in a scope, in place of the row at
 * the stamp `old` (0: it had none).  Returns the stamp.
 */
int64_t	 feed_put(struct ctx *, const char *scope, int64_t old, enum feed_kind,
	    const char *id);
/* Is there a row at that stamp? */
bool	 feed_has(struct ctx *, const char *scope, int64_t stamp);
/* Takes a record's row away; without a trace, unlike a tombstone. */
void	 feed_drop(struct ctx *, const char *scope, int64_t stamp);

/*
 * A user gains a list: a row for each of its records in the user's scope, and
 * last, returned, the stamp of the list itself.
 */
int64_t	 feed_grant(struct ctx *, const char *user, const char *list,
	    int64_t old);
/* A user loses a list: its tombstone's stamp, in their scope alone. */
int64_t	 feed_revoke(struct ctx *, const char *user, const char *list,
	    int64_t old);

/* The newest stamp the caller sees; of one list (and the caller's own) alone,
 * where `list` is not NULL. */
int64_t	 feed_newest(struct ctx *, const char *list);
/* The last stamp given in the whole database: where to sync from later. */
int64_t	 feed_last(struct ctx *);
/* Is the stamp older than what tombstones are kept for, or of a time that a
 * restored backup has undone? */
bool	 feed_expired(struct ctx *, int64_t since);

struct feed_row {
	int64_t		 stamp;
	enum feed_kind	 kind;
	const char	*id;
	const char	*scope;		/* the list or user it stands in */
	const char	*list_id;	/* of a row that a gain brought, or NULL */
};

/*
 * Up to `max` rows after `since` that the caller sees, in rising order of their
 * stamps, of the kinds in the bit set; with `list` of that list alone.  Returns
 * how many: fewer than `max` means there are no more.  Cost: one seek for each
 * list of the caller, and the rows themselves.
 */
size_t	 feed_read(struct ctx *, const char *list, unsigned kinds,
	    int64_t since, struct feed_row *, size_t max);

#endif
