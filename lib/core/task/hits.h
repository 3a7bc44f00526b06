/*
 * The tasks that a search has found, and the query words that each contains: a
 * hash table by the task's number, from which the best are taken.
 */
#ifndef CORE_TASK_HITS_H
#define CORE_TASK_HITS_H

#include <stddef.h>
#include <stdint.h>

struct arena;

/* Sets of the query's words: bit i for the word i. */
struct hit {
	int64_t		 doc;
	uint16_t	 words;		/* 0: an empty slot */
	uint16_t	 in_title;
	uint32_t	 tags;		/* matches in tags */
};

/* Empty if zero-initialised except for the arena. */
struct hits {
	struct arena	*arena;
	struct hit	*table;
	size_t		 size;		/* a power of two */
	size_t		 count;
};

/* The task's hit, added if necessary; then the caller must set its `words`. */
struct hit	*hits_at(struct hits *, int64_t doc);
/* Its score. */
int		 hit_score(const struct hit *);
/*
 * The `max` best hits that contain all words of the set `all` (empty: any),
 * sorted by the number of words, score and age.  Returns how many.
 */
size_t		 hits_best(const struct hits *, uint16_t all,
		    struct hit *best, size_t max);

#endif
