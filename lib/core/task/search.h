/*
 * Search by the table of words.  For each word of the query, reads a range of
 * the words of each list that the caller can reach, and the names of their
 * tags.  Reading is bounded: only part of a very common prefix is read, and
 * then the tasks that contain the rarer words are checked for the others.
 */
#ifndef CORE_TASK_SEARCH_H
#define CORE_TASK_SEARCH_H

#include <stdint.h>

struct ctx;
struct rows;

/*
 * The live tasks that the caller can reach and that contain every word of
 * `query`, as prefixes of words in title, notes, steps or the caller's tags.
 * The rows have the columns @task, best first.  NULL if the query has no word.
 */
struct rows	*task_search(struct ctx *, const char *query, int64_t limit);

#endif
