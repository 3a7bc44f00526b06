/*
 * Fractional indexing after David Greenspan's "Implementing Fractional
 * Indexing".  A rank is read as a number: the integer part is its head letter
 * and as many digits as the letter says, the rest are digits after the point.
 * Longer integer parts lie further out on both sides, so plain byte order is
 * the order of the numbers:
 *
 *	A + 26 digits ... Y + 2, Z + 1, a + 1, b + 2 ... z + 26 digits
 */
#include "core/order/rank.h"

#include <string.h>

#include "base/arena.h"

#define BASE	62
#define INT_MAX_LEN 27		/* the head and 26 digits */

static const char digits[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/* The lowest integer: no integer part is below it. */
static const char smallest[] = "A00000000000000000000000000";

static int
digit_value(char c)
{
	return c <= '9' ? c - '0' : c <= 'Z' ? c - 'A' + 10 : c - 'a' + 36;
}

/* The length of the integer part with this head letter; 0 if it is not one. */
static size_t
int_len(char head)
{
	if (head >= 'a' && head <= 'z')
		return (size_t)(head - 'a' + 2);
	if (head >= 'A' && head <= 'Z')
		return (size_t)('Z' - head + 2);
	return 0;
}

bool
rank_valid(const char *rank)
{
	size_t len = strspn(rank, digits), ilen = int_len(rank[0]);

	if (rank[len] != '\0' || ilen == 0 || len < ilen)
		return false;
	if (len > ilen && rank[len - 1] == '0')
		return false;
	return strcmp(rank, smallest) != 0;
}

/*
 * The next integer part (dir 1) or the one before (dir -1), in place, in a
 * buffer of at least INT_MAX_LEN + 1 bytes.  False if there is none.
 */
static bool
int_step(char *s, int dir)
{
	char wrap = dir > 0 ? digits[0] : digits[BASE - 1];
	size_t i, len;
	int v;

	for (i = int_len(s[0]) - 1; i > 0; i--) {
		v = digit_value(s[i]) + dir;
		if (v >= 0 && v < BASE) {
			s[i] = digits[v];
			return true;
		}
		s[i] = wrap;
	}
	if (s[0] == (dir > 0 ? 'z' : 'A'))
		return false;
	if (s[0] == (dir > 0 ? 'Z' : 'a'))
		s[0] = dir > 0 ? 'a' : 'Z';
	else
		s[0] = (char)(s[0] + dir);
	len = int_len(s[0]);
	memset(s + 1, wrap, len - 1);
	s[len] = '\0';
	return true;
}

/*
 * An integer part, and a short fraction between the fractions `lo` (may be
 * empty) and `hi` (NULL: none); lo < hi, and neither ends in a zero.
 */
static const char *
between_fractions(struct arena *a, const char *ipart, size_t ilen,
    const char *lo, const char *hi)
{
	size_t most = strlen(lo) + (hi != NULL ? strlen(hi) : 0);
	char *out = arena_alloc(a, ilen + most + 2), *p = out + ilen;
	int l, h;

	memcpy(out, ipart, ilen);
	for (;; *p++ = digits[l]) {
		l = *lo != '\0' ? digit_value(*lo++) : 0;
		h = hi != NULL ? digit_value(*hi++) : BASE;
		if (h - l > 1) {
			*p = digits[(l + h + 1) / 2];
			return out;
		}
		if (h == l)
			continue;
		/* The digits are adjacent: `hi` cut off here lies between,
		 * unless it ends here; then there is no upper bound. */
		if (hi != NULL && *hi != '\0') {
			*p = digits[h];
			return out;
		}
		hi = NULL;
	}
}

static const char *
before_first(struct arena *arena, const char *b)
{
	size_t ilen = int_len(b[0]);
	char *ipart = arena_alloc(arena, INT_MAX_LEN + 1);

	memcpy(ipart, b, ilen);
	if (strcmp(ipart, smallest) == 0)
		return between_fractions(arena, b, ilen, "", b + ilen);
	if (b[ilen] == '\0' && !int_step(ipart, -1))
		return NULL;
	return ipart;
}

const char *
rank_between(struct arena *arena, const char *a, const char *b)
{
	char *next;
	size_t ilen;

	if ((a != NULL && !rank_valid(a)) || (b != NULL && !rank_valid(b)))
		return NULL;
	if (a == NULL)
		return b == NULL ? "a0" : before_first(arena, b);
	ilen = int_len(a[0]);
	if (b != NULL && strcmp(a, b) >= 0)
		return NULL;
	if (b != NULL && strncmp(a, b, ilen) == 0)
		return between_fractions(arena, a, ilen, a + ilen, b + ilen);
	next = arena_alloc(arena, INT_MAX_LEN + 1);
	memcpy(next, a, ilen);
	if (int_step(next, 1) && (b == NULL || strcmp(next, b) < 0))
		return next;
	return between_fractions(arena, a, ilen, a + ilen, NULL);
}

/* In sequence if a side is open; otherwise by halves, with logarithmic
 * depth. */
void
rank_spread(struct arena *arena, const char *a, const char *b, int n,
    const char **out)
{
	int i, half = n / 2;

	if (b == NULL)
		for (i = 0; i < n; i++)
			out[i] = rank_between(arena, i > 0 ? out[i - 1] : a,
			    NULL);
	else if (a == NULL)
		for (i = n; i-- > 0; )
			out[i] = rank_between(arena, NULL,
			    i < n - 1 ? out[i + 1] : b);
	else if (n > 0) {
		out[half] = rank_between(arena, a, b);
		rank_spread(arena, a, out[half], half, out);
		rank_spread(arena, out[half], b, n - half - 1, out + half + 1);
	}
}
