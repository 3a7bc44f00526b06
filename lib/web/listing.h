/*
 * Listings: collections that are not synced, answered whole as {"items"}, or in
 * pages by `limit` and `after` as {"items", "next", "more"}, where `next` is
 * null on the last page.
 */
#ifndef WEB_LISTING_H
#define WEB_LISTING_H

#include <stdbool.h>
#include <stdint.h>

struct jw;
struct req;
struct rows;

struct listing {
	int64_t		 limit;
	const char	*after;		/* an earlier `next`; NULL: from the
					 * beginning */
};

/*
 * Sets the ETag of a collection, from the newest stamp in it, the URL, the
 * caller and `more`.  True if the client already has that version; then the
 * answer is 304.
 */
bool		 listing_unchanged(struct req *, int64_t stamp,
		    const char *more);
/* Reads the two parameters.  False if refused: they are wrong, or the query has
 * `since`. */
bool		 listing_read(struct req *, struct listing *);
/* Refuses an `after` that is not an earlier `next`. */
void		 listing_bad_after(struct req *);
/* Begin and end an answer in pages; the items come between. */
struct jw	*listing_begin(struct req *);
void		 listing_end(struct jw *, const char *next, bool more);
/* Answers the whole listing; `show` writes a row. */
void		 answer_listing(struct req *, struct rows *,
		    void (*show)(struct req *, struct jw *, struct rows *));

#endif
