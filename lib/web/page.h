/*
 * Collections and the feed: one way to page through what is live, and one to
 * sync what has changed.
 */
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include <stdint.h>

struct jw;
struct req;
struct rows;

/* Where a listing goes on: behind the record with that key and id. */
struct cursor {
	const char	*key;		/* "" at the beginning */
	const char	*id;		/* NULL at the beginning */
};

struct collection {
	unsigned	 kinds;		/* of the feed, a bit set */
	const char	*list;		/* of this list alone, or NULL */
	const char	*task;		/* steps of this task alone, or NULL */
	const char	*kind_names;	/* not NULL: items say their kind */
	int64_t		 most;		/* items of a page without a limit; 0: all */
	/* At most `count` live records behind the cursor (-1: all). */
	struct rows	*(*rows)(struct req *, const struct cursor *,
			    int64_t count);
	/* Writes the present row; its place into the cursor. */
	void		 (*show)(struct req *, struct jw *, struct rows *,
			    struct cursor *);
};

/*
 * Answers GET of a collection by `since` and `limit`: {"items", "next",
 * "more"}.  Without `rows` what is live is the feed from its beginning, less
 * the tombstones.  Access has been checked.
 */
void	 answer_collection(struct req *, const struct collection *);

/* The query's limit: 1 to PAGE_MAX; `otherwise` without one; -1 where it has
 * been refused. */
int64_t	 page_limit(struct req *, int64_t otherwise);

#endif
