/*
 * Batch programs find records first, and change them in short transactions
 * later: changes made in between are kept, and work too large for one
 * transaction is done in portions.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/settings/settings.h"
#include "core/access.h"
#include "core/file/attachment.h"
#include "core/batch/cleanup.h"
#include "core/file/content.h"
#include "core/limits.h"
#include "core/list/group.h"
#include "core/list/member.h"
#include "core/task/create.h"
#include "core/task/move.h"
#include "core/task/update.h"
#include "core/user/credential.h"
#include "core/notify/delivery.h"
#include "core/feed.h"
#include "core/list/list.h"
#include "core/order/rank.h"
#include "core/order/respace.h"
#include "core/record.h"
#include "core/user/remote_user.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/migrate.h"
#include "query.h"

static struct ctx c;
static struct settings settings;
static char dir[40];
static const char *list;	/* of c.user */

static const char *
add_user(const char *email)
{
	struct user u;

	assert_int_equal(user_add(&c, email, "U", NULL, true, &u), CREATED);
	return u.id;
}

static const char *
add_list(void)
{
	const char *id = id_new(c.arena);
	struct list l;

	assert_int_equal(list_create(&c, &(struct list){ .id = id,
	    .title = "L" }, false, &l), CREATED);
	return id;
}

static const char *
add_task(const char *in)
{
	const char *id = id_new(c.arena);
	struct task t;
	size_t step;

	assert_int_equal(task_create(&c, in, &(struct task_new){
	    .task = { .id = id, .title = "T" } }, &t, &step), CREATED);
	return id;
}

static void
set_done(const char *id, bool done)
{
	const struct task to = { .done = done };
	const char *next;
	struct task t;

	assert_int_equal(task_update(&c, list, id, &to, BIT(task, done), &t,
	    &next), DONE);
}

/* An empty database with a user and a list, within a transaction. */
static int
setup(void **state)
{
	char *const none[] = { NULL };
	const char *why;

	(void)state;
	strcpy(dir, "/tmp/docket-meanwhile-XXXXXX");
	if (mkdtemp(dir) == NULL || db_migrate(dir) != MIGRATED_CREATED)
		return -1;
	c = (struct ctx){ .arena = arena_new(), .settings = &settings,
		.now = clock_now(), .zone = "UTC" };
	if (!settings_load(c.arena, &settings, NULL, none, &why) ||
	    db_open(dir, &c.db) != DB_OPEN || !db_begin_write(c.db, 1))
		return -1;
	c.user = add_user("ada@example.org");
	list = add_list();
	return 0;
}

static int
teardown(void **state)
{
	char command[64];

	(void)state;
	db_commit(c.db);
	db_close(c.db);
	arena_free(c.arena);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	return system(command);
}

/* Finds all tombstones of a month and more ago, and acts a moment later. */
static size_t
find(const char *scope, bool is_list, struct tombstone **found)
{
	struct cleanup_before b;
	size_t n;

	c.now += 31 * DAY;
	b = cleanup_before(&c);
	n = cleanup_find(&c, scope, is_list, &b, found);
	c.now -= 31 * DAY;
	return n;
}

static void
what_came_back_is_not_erased(void **state)
{
	const char *task = add_task(list), *group = id_new(c.arena),
	    *tag = id_new(c.arena);
	struct tombstone *in_list, *own;
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
	assert_int_equal(find(list, true, &in_list), 1);
	assert_int_equal(find(c.user, false, &own), 2);
	assert_int_equal(task_restore(&c, list, task, &t), DONE);
	assert_int_equal(group_create(&c, &(struct group){
	    .id = group, .title = "Again" }, &g), CREATED);
	assert_int_equal(tag_create(&c, tag, "again", &x), CREATED);
	cleanup_apply(&c, list, &in_list[0]);
	cleanup_apply(&c, c.user, &own[0]);
	cleanup_apply(&c, c.user, &own[1]);
	assert_int_equal(task_get(&c, list, task, &t), DONE);
	assert_string_equal(t.title, "T");
	assert_int_equal(group_create(&c, &(struct group){
	    .id = group }, &g), EXISTED);
	assert_string_equal(g.title, "Again");
	assert_true(tag_any(&c, tag, &x));
	assert_string_equal(x.name, "again");
}

static void
many_are_found(void **state)
{
	struct tombstone *found;
	const char *task;
	int i;

	(void)state;
	for (i = 0; i < 100; i++) {
		task = add_task(list);
		task_delete(&c, list, task);
	}
	assert_int_equal(find(list, true, &found), 100);
	for (i = 0; i < 100; i++) {
		assert_int_equal(found[i].kind, FEED_TASK);
		assert_true(i == 0 || found[i - 1].stamp < found[i].stamp);
		cleanup_apply(&c, list, &found[i]);
	}
	assert_int_equal(find(list, true, &found), 0);
}

static void
a_completed_task_is_looked_at_again(void **state)
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

/* An upload takes its time before it is added. */
static void
nothing_is_attached_to_what_has_gone(void **state)
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
	assert_int_equal(rows_one(q_attachment_used(c.db, c.user), 0), 0);
	content_drop(content);
}

/* The successor of a task that was done, erased before that is undone. */
static void
a_successor_that_has_gone(void **state)
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

/* Whom the web server has signed in, and who has left while a request of theirs
 * waited, is not added again within its transaction. */
static void
who_has_left_is_not_added_again(void **state)
{
	const struct ctx usual = c;
	const char *id;
	bool busy = true;
	struct user u;

	(void)state;
	assert_false(remote_user_sign_in(&c, "zoe@example.org", 0, &busy));
	assert_false(busy);
	assert_false(user_by_email(&c, "zoe@example.org", &u));
	assert_ptr_equal(c.user, usual.user);
	id = add_user("zoe@example.org");
	assert_true(remote_user_sign_in(&c, "zoe@example.org", 0, &busy));
	assert_false(busy);
	assert_string_equal(c.user, id);
	c = usual;
}

/* However many rows are kept while scopes are merged, whichever is first. */
static void
a_page_of_the_feed_is_the_first_rows(void **state)
{
	const char *in[3], *usual = c.user;
	struct feed_row all[64], page[64];
	size_t first, n, i;
	int64_t since;

	(void)state;
	c.user = add_user("eve@example.org");
	for (i = 0; i < 3; i++)
		in[i] = add_list();
	for (first = 0; first < 3; first++) {
		since = db_stamp(c.db, c.now);
		for (i = 0; i < 18; i++)
			add_task(in[i < 8 ? first : (first + 1 + i % 2) % 3]);
		assert_int_equal(feed_read(&c, NULL, FEED_ALL, since, all,
		    64), 18);
		for (i = 1; i < 18; i++)
			assert_true(all[i - 1].stamp < all[i].stamp);
		for (n = 1; n <= 18; n++) {
			assert_int_equal(feed_read(&c, NULL, FEED_ALL, since,
			    page, n), n);
			for (i = 0; i < n; i++)
				assert_string_equal(page[i].id, all[i].id);
		}
	}
	c.user = usual;
}

/* Lists that others share count by themselves. */
static void
more_lists_than_can_be_reached(void **state)
{
	const char *usual = c.user, *id = NULL;
	int64_t stamp;
	struct list l;
	int i;

	(void)state;
	c.user = add_user("bob@example.org");
	for (i = 0; i < CAP_SHARED; i++) {
		id = id_new(c.arena);
		stamp = db_stamp(c.db, c.now);
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

/* Whoever holds the lock holds off all that would write. */
static void
who_comes_while_another_writes(void **state)
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
ranks_become_short_in_pieces(void **state)
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
	/* Nothing is left to be done where another was faster. */
	assert_int_equal(respace(&c, RESPACE_TASKS, in, in, 2), 0);
}

/* What stands beside a long rank is made short with it, up to a short one. */
static void
neighbours_of_a_long_rank(void **state)
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

static void
a_large_list_is_emptied_in_pieces(void **state)
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
	assert_true(cleanup_list_holds(&c, in));
	while (cleanup_list_empty(&c, in, 2))
		assert_in_range(++n, 2, 20);
	assert_in_range(n, 4, 20);
	assert_false(cleanup_list_holds(&c, in));
	assert_int_equal(task_get(&c, list, moved, &t), DONE);
	assert_false(only_task(q_task_by_id(c.db, last), c.arena, &t));
}

/* Who were its members, over the years. */
static void
a_list_of_very_many(void **state)
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
	cleanup_list_remove(&c, in);
	assert_true(rows_any(q_list_owner_of(c.db, in)));
	cleanup_list_remove(&c, in);
	assert_false(rows_any(q_list_owner_of(c.db, in)));
}

/* Of two tasks with a reminder, a delivery each to one device. */
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

/* Which wait after which try, until it would be too late. */
static void
the_wait_doubles_up_to_an_hour(void **state)
{
	const struct { int tries; int64_t given, wait; } of[] = {
		{ 1, 0, 30 }, { 2, 0, 60 }, { 7, 0, 1920 }, { 8, 0, 3600 },
		{ 70, 0, 3600 }, { 1, 500, 500 }, { 70, 500, 3600 } };
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
	for (i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		d->tries = of[i].tries;
		assert_true(delivery_later(&c, d, of[i].given));
		assert_false(rows_any(q_delivery_lease_taken(c.db,
		    c.now + (of[i].wait - 1) * SECOND)));
		assert_true(rows_any(q_delivery_lease_taken(c.db,
		    c.now + of[i].wait * SECOND)));
	}
	assert_false(delivery_later(&c, d, 86400));
	assert_false(rows_any(q_delivery_lease_taken(c.db,
	    c.now + 3600 * SECOND)));
}

static int64_t
after(int64_t seconds)
{
	c.now += seconds * SECOND;
	return attempt_take(&c, ATTEMPT_RESET, "ada");
}

static void
attempts_have_to_wait_longer(void **state)
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
	/* A day later nothing is held against anybody. */
	assert_int_equal(after(86401), 0);
	assert_int_equal(after(0), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_programs_never_claim_the_same),
		cmocka_unit_test(the_wait_doubles_up_to_an_hour),
		cmocka_unit_test(what_came_back_is_not_erased),
		cmocka_unit_test(many_are_found),
		cmocka_unit_test(a_completed_task_is_looked_at_again),
		cmocka_unit_test(nothing_is_attached_to_what_has_gone),
		cmocka_unit_test(a_successor_that_has_gone),
		cmocka_unit_test(who_has_left_is_not_added_again),
		cmocka_unit_test(a_page_of_the_feed_is_the_first_rows),
		cmocka_unit_test(more_lists_than_can_be_reached),
		cmocka_unit_test(who_comes_while_another_writes),
		cmocka_unit_test(ranks_become_short_in_pieces),
		cmocka_unit_test(neighbours_of_a_long_rank),
		cmocka_unit_test(a_large_list_is_emptied_in_pieces),
		cmocka_unit_test(a_list_of_very_many),
		cmocka_unit_test(attempts_have_to_wait_longer),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, setup, teardown);
}
