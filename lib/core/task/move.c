#include "core/task/move.h"

#include <string.h>

#include "base/arena.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/order/order.h"
#include "core/order/respace.h"
#include "core/task/derived.h"
#include "core/task/notice.h"
#include "core/task/rotation.h"
#include "core/task/resource.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "query/attachment.h"
#include "query/feed.h"
#include "query/my_day.h"
#include "query/notice.h"
#include "query/step.h"
#include "query/tag_set.h"
#include "query/task.h"

/* A step's or attachment's row of the feed goes to the feed of the task's
 * list. */
static int64_t
carry(struct ctx *c, const struct task *t, const char *old_list,
    enum feed_kind kind, const char *id, int64_t old, int64_t deleted_at)
{
	int64_t stamp;

	feed_drop(c, old_list, old);
	if (deleted_at == 0)
		return feed_put(c, t->list_id, 0, kind, id);
	stamp = feed_put_gone(c, t->list_id, 0, kind, id);
	feed_set_gone(c, t->list_id, stamp, deleted_at);
	return stamp;
}

static void
restamp_steps(struct ctx *c, const struct task *t, const char *old_list)
{
	struct step *all;
	size_t n, i;

	n = all_step(q_step_all(c->db, t->id), c->arena, &all);
	for (i = 0; i < n; i++) {
		if (all[i].deleted_at == 0)
			resource_unique(c, t->id, t->list_id, all[i].id);
		q_step_stamp(c->db, all[i].id, carry(c, t, old_list,
		    FEED_STEP, all[i].id, all[i].stamp, all[i].deleted_at));
	}
}

static void
restamp_attachments(struct ctx *c, const struct task *t, const char *old_list)
{
	struct attachment_all_row *all;
	size_t n, i;

	n = all_attachment_all(q_attachment_all(c->db, t->id), c->arena, &all);
	for (i = 0; i < n; i++)
		q_attachment_stamp(c->db, all[i].id, carry(c, t, old_list,
		    FEED_ATTACHMENT, all[i].id, all[i].stamp,
		    all[i].deleted_at), all[i].deleted_at);
}

static void
restamp_tag_sets(struct ctx *c, const struct task *t, const char *old_list)
{
	struct tag_set_of_task_row *all;
	size_t n, i;

	n = all_tag_set_of_task(q_tag_set_of_task(c->db, t->id, t->list_id,
	    old_list), c->arena, &all);
	for (i = 0; i < n; i++)
		q_tag_set_put(c->db, t->id, all[i].user_id, feed_put(c,
		    all[i].user_id, all[i].stamp, FEED_TAG_SET, t->id));
}

static void
restamp_my_day(struct ctx *c, const struct task *t, const char *old_list)
{
	struct my_day_of_task_row *all;
	size_t n, i;

	n = all_my_day_of_task(q_my_day_of_task(c->db, t->id, t->list_id,
	    old_list), c->arena, &all);
	for (i = 0; i < n; i++)
		q_my_day_stamp(c->db, all[i].user_id, t->id, feed_put(c,
		    all[i].user_id, all[i].stamp, FEED_MY_DAY, t->id));
}

/* Gives the parts of a task (steps, attachments, and the tag sets and My Day
 * entries of those who reach its list or `old_list`) new stamps, so that users
 * who gain the task receive them all; the rows of steps and attachments leave
 * the feed of `old_list`. */
static void
task_restamp_parts(struct ctx *c, const struct task *t, const char *old_list)
{
	resource_unique(c, t->id, t->list_id, t->id);
	restamp_steps(c, t, old_list);
	restamp_attachments(c, t, old_list);
	restamp_tag_sets(c, t, old_list);
	restamp_my_day(c, t, old_list);
}

const char *
task_leave_tombstone(struct ctx *c, const struct task *t, const char *target)
{
	const char *names = rows_one_text(q_moved_names(c->db, target, t->id),
	    c->arena);
	int64_t old;

	old = rows_one(q_moved_find(c->db, target, t->id), 0);
	if (old != 0) {
		feed_drop(c, target, old);
		q_moved_remove(c->db, target, t->id);
	}
	feed_drop(c, t->list_id, t->stamp);
	q_moved_add(c->db, t->list_id, t->id, t->rank, t->created_at,
	    feed_put_gone(c, t->list_id, 0, FEED_MOVED, t->id),
	    resource_names(c, t->id));
	return names;
}

static void
unassign_others(struct ctx *c, struct task *t)
{
	rotation_trim(c, t, NULL);
	if (t->assignee_id != NULL &&
	    !access_changes(c, t->assignee_id, t->list_id)) {
		t->assignee_id = NULL;
		q_notice_remove(c->db, t->id, "assignment");
	}
}

/* Sets *rank to the rank at that place. */
static enum outcome
find_place(struct ctx *c, const struct task *t, const struct task_place *to,
    const char **rank)
{
	bool stays = same_id(t->list_id, to->list_id);

	if (to->before_id != NULL || to->after_id != NULL)
		return order_move(c, &task_order, to->list_id, NULL, t->id,
		    stays ? t->rank : NULL, to->before_id, to->after_id,
		    rank);
	*rank = order_end(c, &task_order, to->list_id, NULL,
	    stays ? t->id : NULL, to->top);
	return DONE;
}

static void
change_list(struct ctx *c, struct task *t, const char *target,
    const char *rank)
{
	const struct derived *was = derived_of(c, t->id);
	const char *old_list = t->list_id;

	resource_move(c, t->id, target, task_leave_tombstone(c, t, target));
	t->list_id = target;
	t->rank = rank;
	t->stamp = 0;
	unassign_others(c, t);
	task_store_place(c, t);
	derived_changed(c, t->id, was);
	task_restamp_parts(c, t, old_list);
}

enum outcome
task_move(struct ctx *c, const char *list, const char *id,
    const struct task_place *to, struct task *t)
{
	const char *rank;
	enum outcome o;

	if ((o = task_get(c, list, id, t)) != DONE ||
	    (o = access_get(c, to->list_id)) != DONE)
		return o;
	if (!same_id(t->list_id, to->list_id) &&
	    (list_full(c, to->list_id) || text_full(c, to->list_id)))
		return LIMIT_REACHED;
	if ((o = find_place(c, t, to, &rank)) != DONE)
		return o;
	if (!same_id(t->list_id, to->list_id))
		change_list(c, t, to->list_id, rank);
	else if (strcmp(rank, t->rank) != 0) {
		t->rank = rank;
		task_store_place(c, t);
	}
	respace_long(c, RESPACE_TASKS, to->list_id, to->list_id, rank);
	return task_get(c, to->list_id, id, t);
}

enum outcome
task_restore(struct ctx *c, const char *list, const char *id, struct task *t)
{
	const struct derived *was;
	enum outcome o;

	if (!only_reached_task(q_task_deleted(c->db, c->user, list, id,
	    c->now - RESTORABLE), c->arena, t))
		return TASK_NOT_FOUND;
	if ((o = access_allows(c, t->viewed)) != DONE)
		return o;
	if (list_full(c, list))
		return LIMIT_REACHED;
	was = derived_of(c, id);
	/* Its old place, or next to the task that has its rank. */
	if (rows_any(q_task_at_rank(c->db, list, t->rank)))
		t->rank = order_after(c, &task_order, list, NULL, id, t->rank);
	t->deleted_at = 0;
	unassign_others(c, t);
	task_store_place(c, t);
	derived_changed(c, id, was);
	task_restamp_parts(c, t, t->list_id);
	notice_reminder(c, t, false);
	respace_long(c, RESPACE_TASKS, list, list, t->rank);
	return task_get(c, list, id, t);
}
