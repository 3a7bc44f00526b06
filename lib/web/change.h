/*
 * Writes rows of the feed as items of an answer.
 */
#ifndef WEB_CHANGE_H
#define WEB_CHANGE_H

#include <stdbool.h>

#include "core/feed.h"

struct jw;
struct record_kind;
struct req;

/* The part of the feed that a collection shows. */
struct feed_view {
	unsigned	 kinds;		/* a bit set of enum feed_kind */
	const char	*list;		/* only this list, or NULL */
	const char	*task;		/* only steps of this task, or NULL */
	bool		 with_kind;	/* items have the member "kind" */
};

/*
 * Writes the current record.  False, and nothing is written, if the record has
 * a later row, if the caller cannot see it, or if it is a tombstone and only
 * `live` records are wanted.
 */
bool	 change_show(struct req *, struct jw *, const struct feed_view *,
	    const struct feed_row *, bool live);
/* Would change_show() write it? */
bool	 change_visible(struct req *, const struct feed_view *,
	    const struct feed_row *, bool live);
/* The kind of record of such a row. */
const struct record_kind *change_kind(enum feed_kind);

#endif
