#include "core/batch/reindex.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "core/limits.h"
#include "core/task/derived.h"
#include "query/derived.h"
#include "query/reindex.h"

size_t
reindex_lists(struct ctx *c, const char *after, int64_t max,
    struct reindexed_list **out)
{
	struct reindex_lists_row *all;
	size_t n = all_reindex_lists(q_reindex_lists(c->db, after, max),
	    c->arena, &all), i;

	*out = arena_alloc(c->arena, n * sizeof(**out));
	for (i = 0; i < n; i++)
		(*out)[i] = (struct reindexed_list){ all[i].id, all[i].number };
	return n;
}

size_t
reindex_tasks(struct ctx *c, const char *list, const char ***out)
{
	struct reindex_tasks_row *all;
	size_t n = all_reindex_tasks(q_reindex_tasks(c->db, list), c->arena,
	    &all), i;

	*out = arena_alloc(c->arena, n * sizeof(**out));
	for (i = 0; i < n; i++)
		(*out)[i] = all[i].id;
	return n;
}

/* A sum over rows of the table does not depend on their order. */
static void
add_row(void *arg, const char *word, int64_t doc, int64_t place)
{
	static const unsigned char key[crypto_shorthash_KEYBYTES];
	unsigned char text[512] = { 0 }, hash[crypto_shorthash_BYTES];
	uint64_t *sum = arg, n;
	size_t len = strlen(word);

	memcpy(text, &doc, sizeof(doc));
	memcpy(text + sizeof(doc), &place, sizeof(place));
	if (len > sizeof(text) - 2 * sizeof(doc))
		len = sizeof(text) - 2 * sizeof(doc);
	memcpy(text + 2 * sizeof(doc), word, len);
	crypto_shorthash(hash, text, 2 * sizeof(doc) + len, key);
	memcpy(&n, hash, sizeof(n));
	*sum += n;
}

bool
reindex_right(struct ctx *c, const struct reindexed_list *l)
{
	struct ctx all = *c, one = *c;
	struct reindex_words_row w;
	uint64_t of_tasks = 0, of_table = 0;
	const char **tasks;
	struct rows *r;
	size_t n, i;

	all.arena = arena_new();
	one.arena = arena_new();
	n = reindex_tasks(&all, l->id, &tasks);
	for (i = 0; i < n; i++) {
		derived_words(&one, tasks[i], add_row, &of_tasks);
		arena_reset(one.arena);
	}
	r = rows_many(q_reindex_words(c->db, l->number));
	while (next_reindex_words(r, one.arena, &w)) {
		add_row(&of_table, w.word, w.doc, w.place);
		arena_reset(one.arena);
	}
	arena_free(one.arena);
	arena_free(all.arena);
	return of_tasks == of_table;
}

size_t
reindex_strays(struct ctx *c, int64_t max, int64_t **out)
{
	struct reindex_strays_row *all;
	size_t n = all_reindex_strays(q_reindex_strays(c->db, max), c->arena,
	    &all), i;

	*out = arena_alloc(c->arena, n * sizeof(**out));
	for (i = 0; i < n; i++)
		(*out)[i] = all[i].number;
	return n;
}

int64_t
reindex_forget(struct ctx *c, int64_t number, int64_t max)
{
	return q_reindex_forget(c->db, number, max);
}

void
reindex_task(struct ctx *c, const char *task)
{
	derived_index(c, task);
}

int64_t
reindex_counts(struct ctx *c, bool correct)
{
	struct reindex_list_counts_row *lists;
	struct reindex_user_counts_row *users;
	size_t n, m, i;

	n = all_reindex_list_counts(q_reindex_list_counts(c->db,
	    RECORD_BYTES), c->arena, &lists);
	for (i = 0; correct && i < n; i++)
		q_list_count_by(c->db, lists[i].id, lists[i].tasks,
		    lists[i].kept, lists[i].text);
	m = all_reindex_user_counts(q_reindex_user_counts(c->db), c->arena,
	    &users);
	for (i = 0; correct && i < m; i++)
		q_user_count_by(c->db, users[i].id, users[i].text);
	return (int64_t)(n + m);
}
