#include "core/batch/cleanup.h"

#include "base/arena.h"
#include "base/base.h"
#include "base/settings/settings.h"
#include "core/file/attachment.h"
#include "core/limits.h"
#include "core/task/derived.h"
#include "core/task/resource.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "query/admin.h"
#include "query/attachment.h"
#include "query/cleanup.h"
#include "query/erased.h"
#include "query/feed.h"
#include "query/invitation.h"
#include "query/property.h"
#include "query/setting.h"
#include "query/state.h"
#include "query/step.h"
#include "query/task.h"

#define LIST_ACCESSES	1000	/* of a deleted list, removed together */

#define CLOCK_TRUSTED	(7 * DAY)	/* a clock that has run on for so long */

int64_t
cleanup_known(struct ctx *c)
{
	int64_t cleaned = rows_one(q_state_cleaned_at(c->db), 0);
	int64_t stamp = rows_one(q_state_last_stamp(c->db), 0);

	return cleaned > stamp ? cleaned : stamp;
}

enum clock_state
cleanup_clock(struct ctx *c)
{
	int64_t known = cleanup_known(c);
	int64_t refused = rows_one(q_state_refused_at(c->db), 0);

	return known == 0 || c->now <= known + CLOCK_LEAP ||
	    (refused != 0 && c->now >= refused + CLOCK_TRUSTED) ?
	    CLOCK_GOOD : CLOCK_AHEAD;
}

void
cleanup_ran(struct ctx *c)
{
	int64_t known = cleanup_known(c);

	q_state_set_cleaned_at(c->db, c->now > known ? c->now : known);
}

void
cleanup_refused(struct ctx *c)
{
	int64_t first = rows_one(q_state_refused_at(c->db), 0);

	if (first == 0 || first > c->now)
		q_state_set_refused_at(c->db, c->now);
}

struct cleanup_before
cleanup_before(const struct ctx *c)
{
	return (struct cleanup_before){ .erase = c->now - RESTORABLE,
	    .remove = c->now - c->settings->tombstone_days * DAY };
}

static void
remove_task(struct ctx *c, const char *list, const char *id)
{
	struct task t;

	(void)list;
	if (only_task(q_task_by_id(c->db, id), c->arena, &t) &&
	    t.deleted_at != 0)
		task_erase(c, &t);
}

static void
change_step(struct ctx *c, const char *list, const char *id,
    int64_t (*change)(struct db *, const char *, const char *), bool erased)
{
	struct step s;

	if (!only_step(q_step_by_id(c->db, id), c->arena, &s) ||
	    s.deleted_at == 0)
		return;
	resource_end_step(c, s.task_id, id, erased);
	derived_part(c, s.task_id, change, list, id);
}

static void
erase_step(struct ctx *c, const char *list, const char *id)
{
	change_step(c, list, id, q_step_erase, true);
}

static void
remove_step(struct ctx *c, const char *list, const char *id)
{
	change_step(c, list, id, q_step_remove, false);
}

static void
remove_attachment(struct ctx *c, const char *list, const char *id)
{
	struct attachment f;

	if (only_attachment(q_attachment_by_id(c->db, id), c->arena, &f))
		derived_part(c, f.task_id, q_attachment_remove, list, id);
}

static void
remove_moved(struct ctx *c, const char *list, const char *task)
{
	derived_part(c, task, q_moved_remove, list, task);
}

/* Who left a list: their own tombstone of it goes with the members'. */
static void
cleanup_remove_member(struct ctx *c, const char *list, const char *user)
{
	int64_t stamp = rows_one(q_access_ended(c->db, user, list), 0);

	q_access_forget_member(c->db, user, list);
	if (stamp != 0 && q_access_remove(c->db, user, list) == 1) {
		feed_drop(c, user, stamp);
		q_property_remove_all(c->db, user, list);
		q_state_expire(c->db, stamp);
	}
}

/* Applies to a record: one statement, or a function if that is not enough. */
struct act {
	int64_t	(*run)(struct db *, const char *scope, const char *id);
	void	(*call)(struct ctx *, const char *scope, const char *id);
};

static const struct {
	struct act	 erase;
	struct act	 remove;
} kinds[FEED__MAX] = {
	[FEED_GROUP] = { { .run = q_group_erase }, { .run = q_group_remove } },
	[FEED_TASK] = { { .call = task_erase_content }, { .call = remove_task } },
	[FEED_MOVED] = { { NULL, NULL }, { .call = remove_moved } },
	[FEED_STEP] = { { .call = erase_step }, { .call = remove_step } },
	[FEED_TAG] = { { .run = q_tag_erase }, { .run = q_tag_remove } },
	[FEED_ATTACHMENT] = { { .run = q_attachment_erase },
	    { .call = remove_attachment } },
	[FEED_MY_DAY] = { { NULL, NULL }, { .run = q_my_day_remove } },
	[FEED_SETTING] = { { NULL, NULL }, { .run = q_setting_remove } },
	[FEED_MEMBER] = { { NULL, NULL }, { .call = cleanup_remove_member } },
};

void
cleanup_apply(struct ctx *c, const struct tombstone *t)
{
	const struct act *a = t->remove ? &kinds[t->kind].remove :
	    &kinds[t->kind].erase;

	/* It came back, or changed again: then it has another stamp. */
	if (t->kind == FEED_LIST || !feed_has(c, t->scope, t->stamp))
		return;
	if (a->call != NULL)
		a->call(c, t->scope, t->id);
	else if (a->run != NULL)
		a->run(c->db, t->scope, t->id);
	if (t->remove) {
		feed_drop(c, t->scope, t->stamp);
		q_state_expire(c->db, t->stamp);
	}
}

size_t
cleanup_completed(struct ctx *c, const char *user, int64_t before,
    const char ***out)
{
	struct cleanup_completed_row *all;
	size_t n, i;

	n = all_cleanup_completed(q_cleanup_completed(c->db, user, before),
	    c->arena, &all);
	*out = arena_alloc(c->arena, n * sizeof(**out));
	for (i = 0; i < n; i++)
		(*out)[i] = all[i].id;
	return n;
}

void
cleanup_complete(struct ctx *c, const char *task)
{
	struct task t;

	if (only_task(q_task_by_id(c->db, task), c->arena, &t) && t.done &&
	    t.deleted_at == 0)
		task_delete_record(c, &t);
}

bool
cleanup_list_left(struct ctx *c, const char *list)
{
	return rows_any(q_list_left(c->db, list));
}

/* False if there are more. */
static bool
forget_moves(struct ctx *c, const char *list, int max)
{
	struct list_moved_row *all;
	int n, i;

	n = (int)all_list_moved(q_list_moved(c->db, list, max), c->arena, &all);
	for (i = 0; i < n; i++)
		remove_moved(c, list, all[i].task_id);
	return n < max;
}

bool
cleanup_list_empty(struct ctx *c, const char *list, int max)
{
	struct list_tasks_row *all;
	struct task t;
	int n, i;

	q_list_erased_whole(c->db, list);
	q_invitation_remove_all(c->db, list);
	n = (int)all_list_tasks(q_list_tasks(c->db, list, max), c->arena,
	    &all);
	for (i = 0; i < n; i++)
		if (only_task(q_task_by_id(c->db, all[i].id), c->arena, &t))
			task_erase(c, &t);
	if (n < max && forget_moves(c, list, max) &&
	    q_list_feed_remove(c->db, list, max) < max) {
		q_list_erase(c->db, list);
		return false;
	}
	return true;
}

bool
cleanup_list_remove(struct ctx *c, const char *list)
{
	struct list_accesses_row *all;
	size_t n, i;

	n = all_list_accesses(q_list_accesses(c->db, list, LIST_ACCESSES),
	    c->arena, &all);
	for (i = 0; i < n; i++) {
		feed_drop(c, all[i].user_id, all[i].stamp);
		q_state_expire(c->db, all[i].stamp);
		q_property_remove_all(c->db, all[i].user_id, list);
		q_access_remove(c->db, all[i].user_id, list);
	}
	if (n == LIST_ACCESSES)
		return false;
	q_list_remove(c->db, list);
	return true;
}
