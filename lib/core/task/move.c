/*
 * A task that changes hands: to another list, or back from the dead.  What
 * hangs on it gets new stamps with it, for those who come to see it now; who
 * cannot see it any more drops the parts with the task's tombstone.
 */
#include <string.h>

#include "base/arena.h"
#include "core/feed.h"
#include "core/list/list.h"
#include "core/task/holding.h"
#include "core/task/notice.h"
#include "core/order/order.h"
#include "core/task/task.h"
#include "query.h"

/* A part of a task, gathered before any is changed. */
struct part {
	const char	*id;		/* the record's, or the user's */
	int64_t		 stamp;
	int64_t		 deleted_at;
	struct part	*next;
};

static struct part *
gather(struct ctx *c, struct rows *r, int id, int stamp, int deleted)
{
	struct part *all = NULL, *p;

	while (rows_next(r)) {
		p = arena_alloc(c->arena, sizeof(*p));
		p->id = rows_id(r, c->arena, id);
		p->stamp = rows_int(r, stamp);
		p->deleted_at = deleted == -1 ? 0 : rows_int(r, deleted);
		p->next = all;
		all = p;
	}
	return all;
}

static int64_t
carry(struct ctx *c, const struct task *t, const char *old_list,
    const struct part *p, enum feed_kind kind)
{
	feed_drop(c, old_list, p->stamp);
	return feed_put(c, t->list_id, 0, kind, p->id);
}

void
task_restamp_parts(struct ctx *c, const struct task *t, const char *old_list)
{
	struct part *p;
	int64_t stamp;

	for (p = gather(c, q_step_all(c->db, t->id), 0, 7, 2); p != NULL;
	    p = p->next) {
		stamp = carry(c, t, old_list, p, FEED_STEP);
		q_step_stamp(c->db, p->id, stamp);
	}
	for (p = gather(c, q_attachment_all(c->db, t->id), 0, 8, 9); p != NULL;
	    p = p->next) {
		stamp = carry(c, t, old_list, p, FEED_ATTACHMENT);
		q_attachment_stamp(c->db, p->id, stamp, p->deleted_at);
	}
	for (p = gather(c, q_tag_set_of_task(c->db, t->id), 0, 1, -1);
	    p != NULL; p = p->next)
		q_tag_set_put(c->db, t->id, p->id, feed_put(c, p->id,
		    p->stamp, FEED_TAG_SET, t->id));
	for (p = gather(c, q_my_day_of_task(c->db, t->id), 0, 1, -1);
	    p != NULL; p = p->next)
		q_my_day_stamp(c->db, p->id, t->id, feed_put(c, p->id,
		    p->stamp, FEED_MY_DAY, t->id));
}

/* The old list keeps a tombstone; the new one may have had one. */
static void
leave_tombstone(struct ctx *c, const struct task *t, const char *target)
{
	int64_t old;

	old = rows_one(q_moved_find(c->db, target, t->id), 0);
	if (old != 0) {
		feed_drop(c, target, old);
		q_moved_remove(c->db, target, t->id);
	}
	feed_drop(c, t->list_id, t->stamp);
	q_moved_add(c->db, t->list_id, t->id, t->rank, t->created_at,
	    feed_put(c, t->list_id, 0, FEED_MOVED, t->id));
}

static void
unassign_stranger(struct ctx *c, struct task *t)
{
	if (t->assignee_id != NULL &&
	    !access_has(c, t->assignee_id, t->list_id)) {
		t->assignee_id = NULL;
		q_notice_remove(c->db, t->id, "assignment");
	}
}

enum outcome
task_move(struct ctx *c, const char *list, const char *id,
    const char *target, bool top, struct task *t)
{
	const struct holding *was;
	const char *old_list;

	if (task_get(c, list, id, t) != DONE)
		return TASK_NOT_FOUND;
	if (!access_has(c, c->user, target))
		return LIST_NOT_FOUND;
	old_list = t->list_id;
	if (same_id(old_list, target)) {
		t->rank = order_end(c, &task_order, list, NULL, id, top);
		task_store_place(c, t);
		return DONE;
	}
	if (list_full(c, target) || text_full(c, target))
		return LIMIT_REACHED;
	was = holding_of(c, id);
	leave_tombstone(c, t, target);
	t->list_id = target;
	t->rank = order_end(c, &task_order, target, NULL, NULL, top);
	t->stamp = 0;
	unassign_stranger(c, t);
	task_store_place(c, t);
	holding_changed(c, id, was);
	task_restamp_parts(c, t, old_list);
	return task_get(c, target, id, t);
}

enum outcome
task_restore(struct ctx *c, const char *list, const char *id, struct task *t)
{
	const struct holding *was;

	if (!only_task(q_task_deleted(c->db, c->user, list, id,
	    c->now - RESTORABLE), c->arena, t))
		return TASK_NOT_FOUND;
	if (list_full(c, list))
		return LIMIT_REACHED;
	was = holding_of(c, id);
	/* Its old place, or beside who took it. */
	if (rows_any(q_task_at_rank(c->db, list, t->rank)))
		t->rank = order_after(c, &task_order, list, NULL, id, t->rank);
	t->deleted_at = 0;
	unassign_stranger(c, t);
	task_store_place(c, t);
	holding_changed(c, id, was);
	task_restamp_parts(c, t, t->list_id);
	notice_reminder(c, t, false);
	return DONE;
}
