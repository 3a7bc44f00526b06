/*
 * docket-cleanup finds records first, and changes them in short transactions
 * later: what changed in between is not erased, and a large list is emptied in
 * portions.
 */
#include "base/base.h"
#include "core/access.h"
#include "core/account/account.h"
#include "core/batch/cleanup.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/task/move.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/user/setting.h"
#include "query/access.h"
#include "query/cleanup.h"
#include "query/leave.h"
#include "query/list.h"
#include "query/task.h"
#include "query/user.h"
#include "t/unit/lib/fixture.h"

/* Finds what a cleanup in a month would find. */
static size_t
find(struct tombstone **found)
{
	return all_tombstone(q_cleanup_over(c.db, 0, NULL, c.now + DAY, 0,
	    1000), c.arena, found);
}

static void
restored_records_are_not_erased(void **state)
{
	const char *task = add_task(list), *group = id_new(c.arena),
	    *tag = id_new(c.arena);
	struct tombstone *found;
	struct group g;
	struct task t;
	struct tag x;

	(void)state;
	assert_int_equal(task_delete(&c, list, task), DONE);
	assert_int_equal(group_create(&c, &(struct group){
	    .id = group, .title = "G" }, &g), CREATED);
	assert_int_equal(group_delete(&c, group), DONE);
	assert_int_equal(tag_create(&c, tag, "x", &x), CREATED);
	assert_int_equal(tag_delete(&c, tag), DONE);
	assert_int_equal(find(&found), 3);
	assert_int_equal(task_restore(&c, list, task, &t), DONE);
	assert_int_equal(group_create(&c, &(struct group){
	    .id = group, .title = "Again" }, &g), CREATED);
	assert_int_equal(tag_create(&c, tag, "again", &x), CREATED);
	cleanup_apply(&c, &found[0]);
	cleanup_apply(&c, &found[1]);
	cleanup_apply(&c, &found[2]);
	assert_int_equal(find(&found), 0);
	assert_int_equal(task_get(&c, list, task, &t), DONE);
	assert_string_equal(t.title, "T");
	assert_int_equal(group_create(&c, &(struct group){
	    .id = group }, &g), EXISTED);
	assert_string_equal(g.title, "Again");
	assert_true(tag_any(&c, tag, &x));
	assert_string_equal(x.name, "again");
}

static void
all_tombstones_are_found_in_order(void **state)
{
	struct tombstone *found;
	const char *task;
	int i;

	(void)state;
	for (i = 0; i < 100; i++) {
		task = add_task(list);
		task_delete(&c, list, task);
	}
	assert_int_equal(find(&found), 100);
	for (i = 0; i < 100; i++) {
		assert_int_equal(found[i].kind, FEED_TASK);
		assert_true(i == 0 || found[i - 1].stamp < found[i].stamp);
		cleanup_apply(&c, &found[i]);
	}
	assert_int_equal(find(&found), 0);
}

static void
only_a_task_that_is_still_done_is_deleted(void **state)
{
	const char *undone = add_task(list), *deleted = add_task(list),
	    *gone = add_task(list), *still = add_task(list);
	struct task t, now;

	(void)state;
	set_done(undone, true);
	set_done(undone, false);
	set_done(still, true);
	set_done(deleted, true);
	task_delete(&c, list, deleted);
	assert_true(only_task(q_task_by_id(c.db, gone), c.arena, &t));
	task_erase(&c, &t);
	cleanup_complete(&c, undone);
	cleanup_complete(&c, gone);
	assert_true(only_task(q_task_by_id(c.db, deleted), c.arena, &t));
	cleanup_complete(&c, deleted);
	assert_true(only_task(q_task_by_id(c.db, deleted), c.arena, &now));
	assert_int_equal(now.stamp, t.stamp);
	cleanup_complete(&c, still);
	assert_int_equal(task_get(&c, list, undone, &t), DONE);
	assert_int_equal(task_get(&c, list, still, &t), TASK_NOT_FOUND);
}

static void
a_large_list_is_emptied_in_portions(void **state)
{
	const char *in = add_list(), *moved, *last;
	struct task t;
	int i, n = 1;

	(void)state;
	for (i = 0; i < 5; i++) {
		last = add_task(in);
		moved = add_task(in);
		assert_int_equal(task_move(&c, in, moved, &(struct
		    task_place){ .list_id = list }, &t), DONE);
	}
	assert_int_equal(list_delete(&c, in), DONE);
	assert_true(cleanup_list_left(&c, in));
	/* A run that was stopped behind any portion leaves the rest to the
	 * next one. */
	while (cleanup_list_empty(&c, in, 1)) {
		assert_true(cleanup_list_left(&c, in));
		assert_in_range(++n, 2, 30);
	}
	assert_in_range(n, 9, 30);
	assert_false(cleanup_list_left(&c, in));
	assert_int_equal(task_get(&c, list, moved, &t), DONE);
	assert_false(only_task(q_task_by_id(c.db, last), c.arena, &t));
}

/* More former members than are removed at once. */
static void
a_list_of_many_members_is_removed_in_portions(void **state)
{
	const char *in = add_list(), *user;
	int i, had = 1005;

	(void)state;
	for (i = 0; i < had; i++) {
		user = id_new(c.arena);
		q_user_add(c.db, user, user, user, "U", NULL, 1, c.now);
		q_access_put(c.db, user, in, "member", NULL, "a0", 0, 0, 0, 0);
		access_revoke(&c, in, user, 0);
	}
	assert_int_equal(list_delete(&c, in), DONE);
	while (cleanup_list_empty(&c, in, 100))
		;
	assert_false(cleanup_list_remove(&c, in));
	assert_true(rows_any(q_list_owner_of(c.db, in)));
	assert_true(cleanup_list_remove(&c, in));
	assert_false(rows_any(q_list_owner_of(c.db, in)));
}

static void
a_user_is_forgotten_in_portions(void **state)
{
	const char *usual = c.user, *key;
	struct client_setting s;
	struct group g;
	struct tag x;
	int i, n = 0;

	(void)state;
	c.user = add_user("gone@example.org");
	for (i = 0; i < 5; i++) {
		key = arena_printf(c.arena, "app/%d", i);
		assert_int_equal(tag_create(&c, id_new(c.arena), key, &x),
		    CREATED);
		assert_int_equal(setting_put(&c, key, "1", &s), CREATED);
		assert_int_equal(group_create(&c, &(struct group){
		    .id = id_new(c.arena), .title = "G" }, &g), CREATED);
	}
	account_leave(&c, false);
	while (account_forget(&c, c.user, 2) == 2)
		n++;
	assert_in_range(n, 7 + 2 + 2 + 2, 15);
	assert_false(rows_any(q_leave_left(c.db, NULL, c.now + DAY, 9)));
	c.user = usual;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(restored_records_are_not_erased),
		cmocka_unit_test(all_tombstones_are_found_in_order),
		cmocka_unit_test(only_a_task_that_is_still_done_is_deleted),
		cmocka_unit_test(a_large_list_is_emptied_in_portions),
		cmocka_unit_test(a_list_of_many_members_is_removed_in_portions),
		cmocka_unit_test(a_user_is_forgotten_in_portions),
	};

	return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
