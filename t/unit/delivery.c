/*
 * Deliveries are claimed by one program only, and tried again after growing
 * delays.
 */
#include "base/base.h"
#include "core/notify/delivery.h"
#include "core/record.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "query/delivery.h"
#include "query/push.h"
#include "t/unit/lib/fixture.h"

/* Two tasks with a reminder each: two deliveries to the one device. */
static void
two_programs_never_claim_the_same(void **state)
{
	const char *device = id_new(c.arena), *task[2] = { add_task(list),
		add_task(list) };
	struct task to = { .reminder_at = 0 };
	struct delivery *one, *two, *none;
	const char *next;
	int64_t claimed;
	struct task t;
	int i;

	(void)state;
	assert_int_equal(delivery_next(&c), INT64_MAX);
	q_subscription_add(c.db, c.user, device, c.user, "https://x", "p", "a",
	    NULL, c.now);
	for (i = 0; i < 2; i++) {
		to.reminder_at = c.now + (i + 1) * SECOND;
		assert_int_equal(task_update(&c, list, task[i], &to,
		    BIT(task, reminder_at), &t, &next), DONE);
	}
	assert_int_equal(delivery_next(&c), c.now + SECOND);
	c.now += 3 * SECOND;
	assert_int_equal(delivery_plan(&c, 9), 2);
	assert_int_equal(delivery_claim(&c, 1, &one, &claimed), 1);
	assert_int_equal(delivery_claim(&c, 1, &two, &claimed), 1);
	assert_string_equal(one->task, task[0]);
	assert_string_equal(two->task, task[1]);
	assert_int_equal(delivery_claim(&c, 1, &none, &claimed), 0);
	assert_int_equal(claimed, 0);
}

/* Until the next try would be too late. */
static void
the_wait_doubles_up_to_an_hour(void **state)
{
	const struct { int tries; int64_t asked, wait; } of[] = {
		{ 1, 0, 30 }, { 2, 0, 60 }, { 7, 0, 1920 }, { 8, 0, 3600 },
		{ 70, 0, 3600 }, { 1, 500, 500 }, { 70, 500, 3600 },
		{ 1, 86400, 3600 } };
	const char *device = id_new(c.arena), *task = add_task(list);
	struct task to = { .reminder_at = 0 };
	struct delivery *d;
	const char *next;
	int64_t claimed;
	struct task t;
	size_t i;

	(void)state;
	q_subscription_add(c.db, c.user, device, c.user, "https://y", "p", "a",
	    NULL, c.now);
	to.reminder_at = c.now + SECOND;
	assert_int_equal(task_update(&c, list, task, &to,
	    BIT(task, reminder_at), &t, &next), DONE);
	c.now += 2 * SECOND;
	assert_true(delivery_plan(&c, 9) > 0);
	assert_true(delivery_claim(&c, 1, &d, &claimed) == 1);
	for (i = 0; i < COUNT(of); i++) {
		d->tries = of[i].tries;
		assert_true(delivery_later(&c, d, of[i].asked));
		assert_false(rows_any(q_delivery_lease_taken(c.db,
		    c.now + (of[i].wait - 1) * SECOND)));
		assert_true(rows_any(q_delivery_lease_taken(c.db,
		    c.now + of[i].wait * SECOND)));
	}
	c.now += DELIVERY_LATE - 1800 * SECOND;
	assert_false(delivery_later(&c, d, 3600));
	assert_false(rows_any(q_delivery_lease_taken(c.db,
	    c.now + 3600 * SECOND)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_programs_never_claim_the_same),
		cmocka_unit_test(the_wait_doubles_up_to_an_hour),
	};

	return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
