/*
 * Rank: a string that orders records within their parent, in plain byte order,
 * so that moving a record changes only that record.  The published scheme of
 * fractional indexing with variable-length integer parts, over the alphabet
 * 0-9A-Za-z: an integer part whose first letter gives its length (a..z rising,
 * Z..A falling), then an optional fraction without a trailing zero digit.
 * Agrees byte for byte with generateKeyBetween(a, b) of the npm package
 * fractional-indexing.
 */
#ifndef CORE_ORDER_RANK_H
#define CORE_ORDER_RANK_H

#include <stdbool.h>

struct arena;

/* A move that makes a longer rank respaces the siblings. */
#define RANK_LONG	128

/* Is this a rank that rank_between() could return and accept as a bound? */
bool		 rank_valid(const char *);

/*
 * A rank strictly between a and b; NULL for either means no bound there.  NULL
 * if a or b is not a valid rank or a is not before b.  The lowest integer part
 * alone can be returned, but is not a valid bound, since nothing could go
 * before it; it takes 62^26 prepends to get there.
 */
const char	*rank_between(struct arena *, const char *a, const char *b);

/*
 * n ranks in rising order between a and b (NULL: no bound there), spread
 * evenly, into out[0..n-1]: as generateNKeysBetween(a, b, n).  a and b are as
 * for rank_between().  For respacing.
 */
void		 rank_spread(struct arena *, const char *a, const char *b,
		    int n, const char **out);

#endif
