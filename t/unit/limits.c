/*
 * Limits that no request can reach quickly: lists that others share, and
 * attempts.
 */
#include "base/base.h"
#include "core/access.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/user/attempt.h"
#include "core/user/credential.h"
#include "db/db.h"
#include "query/access.h"
#include "query/list.h"
#include "t/unit/lib/fixture.h"

static int64_t
after(int64_t seconds)
{
	c.now += seconds * SECOND;
	return attempt_take(&c, ATTEMPT_RESET, "ada");
}

static void
shared_lists_have_a_limit_of_their_own(void **state)
{
	const char *usual = c.user, *id = NULL;
	int64_t stamp;
	struct list l;
	int i;

	(void)state;
	c.user = add_user("bob@example.org");
	for (i = 0; i < CAP_SHARED; i++) {
		id = id_new(c.arena);
		stamp = db_stamp(c.db, c.now, c.user);
		q_list_add(c.db, &(struct list){ .id = id, .title = "L",
		    .owner_id = usual, .created_at = stamp, .stamp = stamp });
		q_access_put(c.db, c.user, id, "member", NULL, "a0", stamp,
		    stamp, stamp, 0);
	}
	assert_int_equal(list_create(&c, &(struct list){
	    .id = id_new(c.arena), .title = "L" }, false, &l), CREATED);
	assert_int_equal(access_may_join(&c, c.user, true), NOT_SHAREABLE);
	access_revoke(&c, id, c.user, 0);
	assert_int_equal(access_may_join(&c, c.user, true), DONE);
	c.user = usual;
}

static void
each_attempt_waits_twice_as_long(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < 3; i++)
		assert_int_equal(after(0), 0);
	for (i = 0; i < 10; i++) {
		assert_int_equal(after(0), INT64_C(1) << i);
		assert_int_equal(after((INT64_C(1) << i) - 1), 1);
		assert_int_equal(after(1), 0);
	}
	for (i = 0; i < 3; i++) {
		assert_int_equal(after(0), 900);
		assert_int_equal(after(900), 0);
	}
	/* A day without attempts resets the count. */
	assert_int_equal(after(86401), 0);
	assert_int_equal(after(0), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shared_lists_have_a_limit_of_their_own),
		cmocka_unit_test(each_attempt_waits_twice_as_long),
	};

	return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
