/*
 * The tasks that a search has met: which of its words each holds.  A hash table
 * by the task's number, and the best of what is in it.
 */
#ifndef CORE_TASK_HITS_H
#define CORE_TASK_HITS_H

#include <stddef.h>
#include <stdint.h>

struct arena;

/* Sets of the query's words: bit i for the word i. */
struct hit {
	int64_t		 doc;
	uint16_t	 holds;		/* 0: an empty place of the table */
	uint16_t	 in_title;
	uint32_t	 tags;		/* matches in tags */
};

/* Zero-initialised, but for the arena, is empty. */
struct hits {
	struct arena	*arena;
	struct hit	*table;
	size_t		 size;		/* a power of two */
	size_t		 count;
};

/* The task's hit, made where there is none: its `holds` must be set then. */
struct hit	*hits_at(struct hits *, int64_t doc);
/* What ranks it. */
int		 hit_score(const struct hit *);
/*
 * Of those that hold all of the words of the set `all` (empty: of all), the
 * `max` best: by how many words they hold, by their score, and the newest.  Best
 * first; how many there are.
 */
size_t		 hits_best(const struct hits *, uint16_t all,
		    struct hit *best, size_t max);

#endif
