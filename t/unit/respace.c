/*
 * Long ranks become short in portions, and the order stays.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "core/order/rank.h"
#include "core/order/respace.h"
#include "core/task/task.h"
#include "query/respace.h"
#include "query/task.h"
#include "t/unit/lib/fixture.h"

/* The tasks' ids in order, as one text. */
static const char *
order_of(const char *in)
{
	struct rows *r = q_respace_task_all(c.db, in, NULL);
	const char *all = "";

	while (rows_next(r))
		all = arena_printf(c.arena, "%s %s", all,
		    rows_id(r, c.arena, 0));
	return all;
}

static void
give_rank(const char *id, const char *rank)
{
	struct task t;

	assert_true(only_task(q_task_by_id(c.db, id), c.arena, &t));
	t.rank = rank;
	task_store_place(&c, &t);
}

static void
long_ranks_become_short_in_portions(void **state)
{
	const char *in = add_list(), *before, *id[9], *place;
	char rank[160];
	int i, n = 0;

	(void)state;
	for (i = 0; i < 9; i++)
		id[i] = add_task(in);
	for (i = 0; i < 9; i++) {
		snprintf(rank, sizeof(rank), "a%d%0*dV", i < 5 ? 0 : 8,
		    RANK_LONG, i + 1);
		give_rank(id[i], rank);
	}
	before = order_of(in);
	while ((place = respace_find(&c, RESPACE_TASKS, in)) != NULL) {
		assert_in_range(respace(&c, RESPACE_TASKS, in, place, 2), 1, 2);
		assert_string_equal(order_of(in), before);
		n++;
	}
	assert_in_range(n, 3, 9);
	/* Another program did it meanwhile: nothing is left to do. */
	assert_int_equal(respace(&c, RESPACE_TASKS, in, in, 2), 0);
}

/* Up to the next rank that is short. */
static void
neighbours_of_a_long_rank_become_short(void **state)
{
	const char *in = add_list(), *before, *id[4];
	const int digits[4] = { 1, RANK_LONG - 9, RANK_LONG, 1 };
	char rank[160];
	struct task t;
	int i;

	(void)state;
	for (i = 0; i < 4; i++) {
		id[i] = add_task(in);
		snprintf(rank, sizeof(rank), "a%d%0*dV", i, digits[i], 1);
		give_rank(id[i], rank);
	}
	before = order_of(in);
	assert_int_equal(respace(&c, RESPACE_TASKS, in, in, 9), 2);
	assert_string_equal(order_of(in), before);
	for (i = 0; i < 4; i++) {
		assert_true(only_task(q_task_by_id(c.db, id[i]), c.arena, &t));
		assert_in_range(strlen(t.rank), 1, 9);
	}
}

#define MANY	1100		/* more than are respaced at once */

/* Many tasks, whose ranks differ after so many "A" and end in so many "V";
 * those from first_long on share one more character and end in more: their ids
 * in order. */
static const char *
many(const char *in, int first_long, int before, int after, int after_long,
    const char *id[MANY])
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz";
	char rank[500], same[200], tail[200];
	bool is_long;
	int i, n;

	memset(same, 'A', sizeof(same));
	memset(tail, 'V', sizeof(tail));
	for (i = 0; i < MANY; i++) {
		is_long = i >= first_long;
		n = is_long ? i - first_long : i;
		id[i] = add_task(in);
		snprintf(rank, sizeof(rank), "b%.*s%s%c%c%.*s", before, same,
		    is_long ? "z" : "", digits[n / 61], digits[1 + n % 61],
		    is_long ? after_long : after, tail);
		give_rank(id[i], rank);
	}
	return order_of(in);
}

static size_t
longest(const char *const id[MANY])
{
	size_t most = 0;
	struct task t;
	int i;

	for (i = 0; i < MANY; i++) {
		assert_true(only_task(q_task_by_id(c.db, id[i]), c.arena, &t));
		if (strlen(t.rank) > most)
			most = strlen(t.rank);
	}
	return most;
}

/* Whether the first of many keeps its rank. */
static bool
first_is_kept(int first_long)
{
	const char *in = add_list(), *before, *id[MANY];
	struct task first, t;

	before = many(in, first_long, 0, 70, 150, id);
	assert_true(only_task(q_task_by_id(c.db, id[0]), c.arena, &first));
	assert_true(only_task(q_task_by_id(c.db, id[first_long]), c.arena, &t));
	assert_false(respace_long(&c, RESPACE_TASKS, in, in, first.rank));
	assert_true(respace_long(&c, RESPACE_TASKS, in, in, t.rank));
	assert_string_equal(order_of(in), before);
	assert_in_range(longest(id), 1, RANK_LONG);
	assert_true(only_task(q_task_by_id(c.db, id[0]), c.arena, &t));
	return strcmp(t.rank, first.rank) == 0;
}

static void
of_many_neighbours_the_furthest_do_not_change(void **state)
{
	(void)state;
	assert_true(first_is_kept(MANY / 2));
	assert_true(first_is_kept(MANY - 50));
	assert_false(first_is_kept(50));
}

/* There are too few short ranks between the nearest. */
static void
of_many_dense_ranks_all_change(void **state)
{
	const char *in = add_list(), *before, *id[MANY];
	struct task t;

	(void)state;
	before = many(in, MANY / 2, RANK_LONG - 3, 0, 0, id);
	assert_true(only_task(q_task_by_id(c.db, id[MANY / 2]), c.arena, &t));
	assert_true(respace_long(&c, RESPACE_TASKS, in, in, t.rank));
	assert_string_equal(order_of(in), before);
	assert_in_range(longest(id), 1, 9);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_ranks_become_short_in_portions),
		cmocka_unit_test(neighbours_of_a_long_rank_become_short),
		cmocka_unit_test(of_many_neighbours_the_furthest_do_not_change),
		cmocka_unit_test(of_many_dense_ranks_all_change),
	};

	return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
