/*
 * Long ranks become short in portions, and the order stays.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "core/order/rank.h"
#include "core/order/respace.h"
#include "core/task/task.h"
#include "query.h"
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_ranks_become_short_in_portions),
		cmocka_unit_test(neighbours_of_a_long_rank_become_short),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
