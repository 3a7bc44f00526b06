/*
 * docket-admin reindex: if the words for search or the counts behind the limits
 * differ from the tasks, computes them again.  Uses short transactions, since
 * the service goes on meanwhile.
 */
#include "base/arena.h"
#include "bin/admin/admin.h"
#include "cli/progress.h"
#include "core/batch/reindex.h"
#include "db/db.h"

#define LISTS	100	/* in a page */
#define TASKS	50	/* in a transaction */
#define WORDS	5000	/* in a transaction */

/* Removes all words of a list; false after an error message. */
static bool
reindex_forget_stray(struct admin *a, int64_t number)
{
	int64_t n = 1;

	while (n > 0 && program_write(&a->p)) {
		n = reindex_forget(&a->p.ctx, number, WORDS);
		db_commit(a->p.ctx.db);
	}
	return n == 0;
}

static bool
forget_strays(struct admin *a)
{
	int64_t *numbers;
	size_t n, i;

	do {
		n = reindex_strays(&a->p.ctx, LISTS, &numbers);
		for (i = 0; i < n; i++)
			if (!reindex_forget_stray(a, numbers[i]))
				return false;
	} while (n == LISTS);
	return true;
}

/* Tasks that are changed meanwhile update the table themselves. */
static bool
reindex_fill(struct admin *a, const char *list)
{
	struct ctx c = a->p.ctx;
	const char **tasks;
	size_t n = reindex_tasks(&a->p.ctx, list, &tasks), i;

	c.arena = arena_new();
	for (i = 0; i < n; i++) {
		if (i % TASKS == 0 && !program_write(&a->p))
			break;
		reindex_task(&c, tasks[i]);
		arena_reset(c.arena);
		if (i % TASKS == TASKS - 1 || i == n - 1)
			db_commit(c.db);
	}
	arena_free(c.arena);
	return i == n;
}

/* Lists whose words were wrong; -1 after an error message. */
static int64_t
reindex_words(struct admin *a)
{
	struct progress g = progress_begin(&a->p, "lists", 0);
	struct reindexed_list *l;
	const char *after = NULL;
	bool right;
	int64_t wrong = 0, seen = 0;
	size_t n, i;

	do {
		n = reindex_lists(&a->p.ctx, after, LISTS, &l);
		for (i = 0; i < n; i++, progress_show(&g, ++seen)) {
			after = l[i].id;
			db_begin_read(a->p.ctx.db);
			right = reindex_right(&a->p.ctx, &l[i]);
			db_end(a->p.ctx.db);
			if (right)
				continue;
			wrong++;
			if (!reindex_forget_stray(a, l[i].number) ||
			    !reindex_fill(a, l[i].id))
				return -1;
		}
	} while (n == LISTS);
	progress_end(&g);
	return forget_strays(a) ? wrong : -1;
}

int
admin_reindex(struct admin *a)
{
	int64_t words, counts;

	if (!program_open(&a->p) || (words = reindex_words(a)) == -1 ||
	    !program_write(&a->p))
		return 1;
	counts = reindex_counts(&a->p.ctx, true);
	db_commit(a->p.ctx.db);
	program_say(&a->p, "Lists indexed again: %lld.  Counts corrected: "
	    "%lld.", (long long)words, (long long)counts);
	return 0;
}
