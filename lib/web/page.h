/*
 * Collections and the feed: paging through live records, and syncing changes.
 */
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "web/change.h"

struct jw;
struct req;
struct rows;

/* Where a listing continues: after the record with that key and id. */
struct cursor {
	const char	*key;		/* "" at the beginning */
	const char	*id;		/* NULL at the beginning */
};

struct collection {
	struct feed_view feed;
	int64_t		 most;		/* default items per page; 0: all */
	/* At most `count` live records after the cursor (-1: all). */
	struct rows	*(*rows)(struct req *, const struct cursor *,
			    int64_t count);
	/* Where the rows have the fields of `kind`; NULL: `show` writes every
	 * row. */
	const struct columns *columns;
	const struct record_kind *kind;
	/* Writes the current row, and its place to the cursor. */
	void		 (*show)(struct req *, struct jw *, struct rows *,
			    struct cursor *);
};

/*
 * Answers GET of a collection by `since` and `limit`: {"items", "next",
 * "more"}.  Without `rows` the live records are the feed from its beginning
 * without tombstones.  The caller has checked access.
 */
void	 answer_collection(struct req *, const struct collection *);

/* The stamp of the query's `since`, which must be there.  False if refused: 422
 * invalid-since. */
bool	 page_since(struct req *, int64_t *stamp);

#endif
