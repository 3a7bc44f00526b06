/*
 * Rank: a string that orders records within their parent, in plain byte order,
 * so that a record moves by changing itself alone.  The published scheme of
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

/* Longer ranks than this are respaced, by the move that makes one. */
#define RANK_LONG	128

/* Could this string have been made by rank_between(), and be its bound? */
bool		 rank_valid(const char *);

/*
 * A rank strictly between a and b; NULL for either means no bound there.
 * NULL is returned where a or b is not a valid rank or a is not before b.  The
 * lowest integer part of all, alone, is given like any other but is itself no
 * valid rank, for nothing could go before it; 62^26 prepends lead there.
 */
const char	*rank_between(struct arena *, const char *a, const char *b);

/*
 * n ranks in rising order between a and b (NULL: no bound there), as evenly as
 * the scheme makes them, into out[0..n-1]: what generateNKeysBetween(a, b, n)
 * gives.  a and b are as rank_between() takes them.  For respacing.
 */
void		 rank_spread(struct arena *, const char *a, const char *b,
		    int n, const char **out);

#endif
