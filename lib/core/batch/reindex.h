/*
 * What is kept beside tasks (core/task/derived.h), against the tasks: the table
 * of words, the counts of lists, the bytes of text of users.  To find damage,
 * and to correct it.
 */
#ifndef CORE_BATCH_REINDEX_H
#define CORE_BATCH_REINDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

struct reindexed_list {
	const char	*id;
	int64_t		 number;	/* in the table of words */
};

/* The next lists by their ids. */
size_t	 reindex_lists(struct ctx *, const char *after, int64_t max,
	    struct reindexed_list **out);
/* Does the table have the words of the list's live tasks, and no other? */
bool	 reindex_right(struct ctx *, const struct reindexed_list *);
/* The numbers of lists that the table has, but that do not exist. */
size_t	 reindex_strays(struct ctx *, int64_t max, int64_t **out);

/* Removes words of a list, at most max: how many.  0: all are gone. */
int64_t	 reindex_forget(struct ctx *, int64_t number, int64_t max);
/* The live tasks of a list; and the words of one, which the table then has. */
size_t	 reindex_tasks(struct ctx *, const char *list, const char ***out);
void	 reindex_task(struct ctx *, const char *task);

/* How many lists and users have wrong counts, which are corrected if `correct`.
 * The caller holds the write lock then. */
int64_t	 reindex_counts(struct ctx *, bool correct);

#endif
