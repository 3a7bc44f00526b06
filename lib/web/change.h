/*
 * Writes rows of the feed as items of an answer.
 */
#ifndef WEB_CHANGE_H
#define WEB_CHANGE_H

#include <stdbool.h>

struct collection;
struct feed_row;
struct jw;
struct req;

/*
 * Writes the current record.  False, and nothing is written, if the record has
 * a later row, if the caller cannot see it, or if it is a tombstone and only
 * `live` records are wanted.
 */
bool	 change_show(struct req *, struct jw *, const struct collection *,
	    const struct feed_row *, bool live);
/* Would change_show() write it? */
bool	 change_visible(struct req *, const struct collection *,
	    const struct feed_row *, bool live);

#endif
