/*
 * Ranks: between any two there is another, which can itself be a bound; a list
 * keeps its order through any insertions.
 */
#include <string.h>

#include "core/order/rank.h"
#include "t/fuzz/lib/fuzz.h"

#define RANKS_MAX	256
#define SPREAD_MAX	40

static const char lowest[] = "A00000000000000000000000000";

/* The first has no rank before it, and is given all the same. */
static bool
is_bound(const char *rank)
{
	return rank == NULL || rank_valid(rank);
}

static void
check_new(const char *a, const char *b, const char *r)
{
	MUST(r != NULL);
	MUST(rank_valid(r) || strcmp(r, lowest) == 0);
	MUST(a == NULL || strcmp(a, r) < 0);
	MUST(b == NULL || strcmp(r, b) < 0);
}

static void
check_between(struct arena *arena, const char *a, const char *b)
{
	const char *r = rank_between(arena, a, b);

	if (!is_bound(a) || !is_bound(b) ||
	    (a != NULL && b != NULL && strcmp(a, b) >= 0)) {
		MUST(r == NULL);
		return;
	}
	check_new(a, b, r);
	MUST(strlen(r) <= 28 + (a == NULL ? 0 : strlen(a)) +
	    (b == NULL ? 0 : strlen(b)));
	if (rank_valid(r)) {
		check_new(a, r, rank_between(arena, a, r));
		check_new(r, b, rank_between(arena, r, b));
	}
}

static void
check_spread(struct arena *arena, const char *a, const char *b, int n)
{
	const char *out[SPREAD_MAX];
	int i;

	if (a == NULL || !rank_valid(a) || (b != NULL &&
	    (!rank_valid(b) || strcmp(a, b) >= 0)))
		return;
	rank_spread(arena, a, b, n, out);
	for (i = 0; i < n; i++)
		check_new(i == 0 ? a : out[i - 1], b, out[i]);
}

/* Each byte is a place for one more. */
static void
check_list(struct arena *arena, struct input *in)
{
	const char *rank[RANKS_MAX] = { NULL }, *above, *below;
	size_t n, at;

	for (n = 0; n < RANKS_MAX && in->left > 0; n++) {
		at = (size_t)input_int(in, 0, (int64_t)n);
		above = at == 0 ? NULL : rank[at - 1];
		below = at == n ? NULL : rank[at];
		memmove(rank + at + 1, rank + at, (n - at) * sizeof(*rank));
		rank[at] = rank_between(arena, above, below);
		check_new(above, below, rank[at]);
		MUST(rank_valid(rank[at]) && strlen(rank[at]) <= n + 2);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	struct arena *arena = arena_new();
	int n = (int)input_int(&in, 0, SPREAD_MAX);
	const char *a, *b;

	if (n == 0)
		check_list(arena, &in);
	else {
		a = input_upto(&in, arena, '\n');
		b = input_upto(&in, arena, '\n');
		check_between(arena, *a == '\0' ? NULL : a,
		    *b == '\0' ? NULL : b);
		check_spread(arena, *a == '\0' ? NULL : a,
		    *b == '\0' ? NULL : b, n);
	}
	arena_free(arena);
	return 0;
}
