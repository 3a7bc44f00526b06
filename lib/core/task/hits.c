#include "core/task/hits.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/arena.h"

#define FIRST_SIZE	256

static struct hit *
place_of(const struct hits *h, int64_t doc)
{
	/* Fibonacci hashing (Knuth 6.4): neighbours are scattered. */
	size_t i = (size_t)(((uint64_t)doc * UINT64_C(0x9e3779b97f4a7c15)) >>
	    32) & (h->size - 1);

	while (h->table[i].words != 0 && h->table[i].doc != doc)
		i = (i + 1) & (h->size - 1);
	return &h->table[i];
}

static void
grow(struct hits *h)
{
	const struct hits old = *h;
	size_t i;

	h->size = old.size == 0 ? FIRST_SIZE : 4 * old.size;
	h->table = arena_alloc(h->arena, h->size * sizeof(*h->table));
	for (i = 0; i < old.size; i++)
		if (old.table[i].words != 0)
			*place_of(h, old.table[i].doc) = old.table[i];
}

struct hit *
hits_at(struct hits *h, int64_t doc)
{
	struct hit *hit;

	if (2 * h->count >= h->size)
		grow(h);
	hit = place_of(h, doc);
	if (hit->words == 0) {
		hit->doc = doc;
		h->count++;
	}
	return hit;
}

int
hit_score(const struct hit *h)
{
	return __builtin_popcount(h->in_title) + (int)h->tags;
}

/* Below 0: a is better. */
static int
hits_compare(const void *x, const void *y)
{
	const struct hit *a = x, *b = y;
	int by = __builtin_popcount(b->words) - __builtin_popcount(a->words);

	if (by == 0)
		by = hit_score(b) - hit_score(a);
	return by != 0 ? by : (b->doc > a->doc) - (b->doc < a->doc);
}

/* The worst of the heap is at the top; it sinks to its place. */
static void
sift_down(struct hit *heap, size_t n, size_t i)
{
	const struct hit hit = heap[i];
	size_t below;

	while ((below = 2 * i + 1) < n) {
		if (below + 1 < n && hits_compare(&heap[below + 1],
		    &heap[below]) > 0)
			below++;
		if (hits_compare(&heap[below], &hit) <= 0)
			break;
		heap[i] = heap[below];
		i = below;
	}
	heap[i] = hit;
}

size_t
hits_best(const struct hits *h, uint16_t all, struct hit *best, size_t max)
{
	size_t n = 0, i, k;

	for (i = 0; i < h->size; i++) {
		if (h->table[i].words == 0 ||
		    (h->table[i].words & all) != all)
			continue;
		if (n < max) {
			best[n++] = h->table[i];
			for (k = n == max ? max / 2 : 0; k-- > 0; )
				sift_down(best, max, k);
		} else if (hits_compare(&h->table[i], &best[0]) < 0) {
			best[0] = h->table[i];
			sift_down(best, max, 0);
		}
	}
	if (n > 0)
		qsort(best, n, sizeof(*best), hits_compare);
	return n;
}
