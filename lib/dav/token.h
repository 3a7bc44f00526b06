/*
 * Versions: of items (ETags), and of lists (sync tokens, RFC 6578).
 */
#ifndef DAV_TOKEN_H
#define DAV_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

struct buf;
struct collection;
struct item;
struct req;

/* What a client has seen of a list: changes for all who reach it, and of the
 * caller's own tags. */
struct sync_state {
	int64_t		 list;
	int64_t		 own;
};

/* The ETag of an item, quoted, in the arena. */
const char	*item_etag(struct req *, const struct item *);
/* Is one of those in If-Match the ETag of an item, or that of the text which
 * was sent last, if the item still reads as that?  So what a text cannot hold,
 * such as an assignee, is no conflict. */
bool		 item_matches(struct req *, const struct item *,
		    const char *etags);
/* Adds it to the buffer. */
void		 item_etag_put(struct buf *, const struct item *);

struct sync_state sync_now(const struct collection *);
/* Adds a token to the buffer: a URI of this list and this caller. */
void		 sync_put(struct req *, struct buf *,
		    const struct collection *, const struct sync_state *);
/* False if it is not one of that list and caller, or too old to know what is
 * gone since. */
bool		 sync_read(struct req *, const struct collection *,
		    const char *token, struct sync_state *);

#endif
