/*
 * Listings that are read in pages but not synced: GET with `limit` and `after`,
 * answered as {"items", "next", "more"}, where `next` is null on the last page.
 */
#ifndef WEB_LISTING_H
#define WEB_LISTING_H

#include <stdbool.h>
#include <stdint.h>

struct jw;
struct req;

struct listing {
	int64_t		 limit;
	const char	*after;		/* an earlier `next`; NULL: from the
					 * beginning */
};

/* Reads the two parameters; false if refused, as with `since`. */
bool		 listing_read(struct req *, struct listing *);
/* Refuses an `after` that is not an earlier `next`. */
void		 listing_bad_after(struct req *);
struct jw	*listing_begin(struct req *);
/* Ends the answer.  next NULL: there are no more. */
void		 listing_end(struct jw *, const char *next);

#endif
