/*
 * Something is deleted or changed by another program between two steps of a
 * piece of work: nothing is left behind that refers to it.
 */
#include <unistd.h>

#include "core/file/attachment.h"
#include "core/file/content.h"
#include "core/record.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "core/user/remote_user.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/sqlite/connection.h"
#include "query/attachment.h"
#include "query/task.h"
#include "t/unit/lib/fixture.h"

/* It is deleted while the file is being uploaded. */
static void
nothing_is_attached_to_a_deleted_task(void **state)
{
	const char *task = add_task(list);
	struct attachment f;
	struct content *content;

	(void)state;
	settings.data = dir;
	assert_int_equal(attachment_may_add(&c, task), DONE);
	content = content_new(&c);
	content_add(content, "x", 1);
	content_finish(content);
	assert_int_equal(task_delete(&c, list, task), DONE);
	assert_int_equal(attachment_add(&c, task, id_new(c.arena), "x",
	    "text/plain", content, &f), TASK_NOT_FOUND);
	assert_int_equal(rows_one(q_attachment_used(c.db, c.user, 0), 0), 0);
	content_drop(content);
}

static void
undoing_survives_an_erased_successor(void **state)
{
	const struct task to = { .due_date = "2036-01-31",
		.recurrence = "monthly", .done = true };
	const char *task = add_task(list), *next;
	struct task t, s;

	(void)state;
	assert_int_equal(task_update(&c, list, task, &to,
	    BIT(task, due_date) | BIT(task, recurrence), &t, &next), DONE);
	assert_int_equal(task_update(&c, list, task, &to, BIT(task, done), &t,
	    &next), DONE);
	assert_true(only_task(q_task_by_id(c.db, next), c.arena, &s));
	assert_int_equal(task_delete(&c, list, next), DONE);
	assert_true(only_task(q_task_by_id(c.db, next), c.arena, &s));
	task_erase(&c, &s);
	set_done(task, false);
	assert_int_equal(task_get(&c, list, task, &t), DONE);
	assert_false(t.done);
	assert_null(t.recurrence);
	assert_null(t.successor_id);
}

/* Sign-in by the web server adds users.  One who deleted their account while a
 * request of theirs waited must not be added within that request's
 * transaction. */
static void
a_deleted_user_is_not_added_again(void **state)
{
	const struct ctx usual = c;
	const char *id;
	struct user u;

	(void)state;
	assert_int_equal(remote_user_sign_in(&c, "zoe@example.org", 0),
	    NO_SESSION);
	assert_false(user_by_email(&c, "zoe@example.org", &u));
	assert_ptr_equal(c.user, usual.user);
	id = add_user("zoe@example.org");
	user_set_verified(&c, id, true);
	assert_int_equal(remote_user_sign_in(&c, "zoe@example.org", 0), DONE);
	assert_string_equal(c.user, id);
	c = usual;
}

static void
only_one_program_writes_at_a_time(void **state)
{
	struct db *other;
	int lock;

	(void)state;
	assert_int_equal(db_open(dir, &other), DB_OPEN);
	assert_int_equal(db_lock(dir, 0), -1);
	assert_false(db_tidy(other, 0));
	db_commit(c.db);
	lock = db_lock(dir, 0);
	assert_int_not_equal(lock, -1);
	assert_false(db_tidy(other, 0));
	close(lock);
	assert_true(db_tidy(other, 0));
	db_close(other);
	assert_true(db_begin_write(c.db, 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_attached_to_a_deleted_task),
		cmocka_unit_test(undoing_survives_an_erased_successor),
		cmocka_unit_test(a_deleted_user_is_not_added_again),
		cmocka_unit_test(only_one_program_writes_at_a_time),
	};

	return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
