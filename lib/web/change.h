/*
 * A row of the feed as an item of an answer.
 */
#ifndef WEB_CHANGE_H
#define WEB_CHANGE_H

#include <stdbool.h>

struct collection;
struct feed_row;
struct jw;
struct req;

/*
 * Writes the record as it is now.  False, and nothing is written, where the row
 * has been overtaken (the record has a later one), where the caller cannot see
 * the record, or where it is a tombstone and only what is `live` is wanted.
 */
bool	 change_show(struct req *, struct jw *, const struct collection *,
	    const struct feed_row *, bool live);
/* Would it be written? */
bool	 change_visible(struct req *, const struct collection *,
	    const struct feed_row *, bool live);

#endif
