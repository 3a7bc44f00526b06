#include "core/task/task.h"

#include <string.h>

#include "core/feed.h"
#include "core/list/list.h"
#include "core/task/holding.h"
#include "core/task/notice.h"
#include "core/order/order.h"
#include "core/order/respace.h"
#include "core/task/repeat.h"
#include "query.h"

enum outcome
task_get(struct ctx *c, const char *list, const char *id, struct task *t)
{
	return only_task(q_task_get(c->db, c->user, list, id), c->arena, t) ? DONE :
	    TASK_NOT_FOUND;
}

enum outcome
task_reach(struct ctx *c, const char *id, struct task *t)
{
	return only_task(q_task_reach(c->db, c->user, id), c->arena, t) ? DONE :
	    TASK_NOT_FOUND;
}

void
task_store(struct ctx *c, struct task *t)
{
	t->stamp = feed_put(c, t->list_id, t->stamp, FEED_TASK, t->id);
	q_task_set(c->db, t);
}

void
task_store_place(struct ctx *c, struct task *t)
{
	t->stamp = feed_put(c, t->list_id, t->stamp, FEED_TASK, t->id);
	q_task_place(c->db, t);
}

static bool
same(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

void
task_apply(struct ctx *c, struct task *t, struct task_patch *p)
{
	const struct task old = *t;

	if (p->set & TASK_TITLE)
		t->title = p->title;
	if (p->set & TASK_DONE)
		t->done = p->done;
	if (p->set & TASK_STARRED)
		t->starred = p->starred;
	if (p->set & TASK_DUE)
		t->due_date = p->due_date;
	if (p->set & TASK_NOTES)
		t->notes = p->notes;
	if (p->set & TASK_ASSIGNEE)
		t->assignee_id = p->assignee_id;
	if (p->set & TASK_REMINDER)
		t->reminder_at = p->reminder_at;
	if (p->set & TASK_RECURRENCE)
		t->recurrence = p->recurrence;
	p->set = (same(old.title, t->title) ? 0 : TASK_TITLE) |
	    (old.done == t->done ? 0 : TASK_DONE) |
	    (old.starred == t->starred ? 0 : TASK_STARRED) |
	    (same(old.due_date, t->due_date) ? 0 : TASK_DUE) |
	    (same(old.notes, t->notes) ? 0 : TASK_NOTES) |
	    (same_id(old.assignee_id, t->assignee_id) ? 0 : TASK_ASSIGNEE) |
	    (old.reminder_at == t->reminder_at ? 0 : TASK_REMINDER) |
	    (same(old.recurrence, t->recurrence) ? 0 : TASK_RECURRENCE);
	if (p->set & TASK_NOTES)
		t->notes_at = c->now;
	if (p->set & TASK_REMINDER)
		t->reminder_by = t->reminder_at == 0 ? NULL : c->user;
	/* Set by hand, the series begins anew. */
	if (p->set & (TASK_DUE | TASK_RECURRENCE))
		t->series_start = t->recurrence == NULL ? NULL : t->due_date;
}

static size_t
text_bytes(const struct task *t)
{
	return strlen(t->title) + (t->notes == NULL ? 0 : strlen(t->notes));
}

enum outcome
task_update(struct ctx *c, const char *list, const char *id,
    const struct task_patch *patch, struct task *t, const char **next)
{
	struct task_patch p = *patch;
	const struct holding *was = NULL;
	struct task old;
	bool text;

	*next = NULL;
	if (task_get(c, list, id, t) != DONE)
		return TASK_NOT_FOUND;
	if (p.set == 0)
		return NO_FIELDS;
	if ((p.set & TASK_ASSIGNEE) && p.assignee_id != NULL &&
	    !access_has(c, p.assignee_id, list))
		return ASSIGNEE_NOT_ELIGIBLE;
	old = *t;
	task_apply(c, t, &p);
	if (t->recurrence != NULL && t->due_date == NULL)
		return RECURRENCE_NEEDS_DUE_DATE;
	if (p.set == 0)
		return DONE;
	text = (p.set & (TASK_TITLE | TASK_NOTES)) != 0;
	if (text && text_bytes(t) > text_bytes(&old) && text_full(c, list))
		return LIMIT_REACHED;
	if (text)
		was = holding_of(c, id);
	if ((p.set & TASK_DONE) && !t->done)
		repeat_undone(c, t);
	if (p.set & TASK_DONE) {
		t->completed_at = t->done ? c->now : 0;
		t->completed_by = t->done ? c->user : NULL;
	}
	if ((p.set & TASK_DONE) && t->done && t->recurrence != NULL)
		*next = repeat_done(c, t);
	task_store(c, t);
	if (text)
		holding_changed(c, id, was);
	if (p.set & (TASK_REMINDER | TASK_DONE))
		notice_reminder(c, t, (p.set & TASK_REMINDER) != 0);
	notice_assignment(c, t, old.assignee_id);
	if (*next != NULL && repeat_respace(c, list, *next))
		return task_get(c, list, id, t);
	return DONE;
}

enum outcome
task_reorder(struct ctx *c, const char *list, const char *id,
    const char *before_id, const char *after_id, struct task *t)
{
	const char *rank;
	enum outcome o;

	if (task_get(c, list, id, t) != DONE)
		return TASK_NOT_FOUND;
	o = order_move(c, &task_order, list, NULL, id, t->rank, before_id,
	    after_id, &rank);
	if (o == DONE && strcmp(rank, t->rank) != 0) {
		t->rank = rank;
		task_store_place(c, t);
		if (respace_long(c, RESPACE_TASKS, list, list, rank))
			return task_get(c, list, id, t);
	}
	return o;
}

void
task_delete_record(struct ctx *c, struct task *t)
{
	const struct holding *was = holding_of(c, t->id);

	t->stamp = feed_put(c, t->list_id, t->stamp, FEED_TASK, t->id);
	t->deleted_at = t->stamp;
	q_task_place(c->db, t);
	holding_changed(c, t->id, was);
	notice_cancel(c, t->id);
}

void
task_erase_parts(struct ctx *c, const char *id)
{
	struct rows *r;

	q_list_erased_with(c->db, id);
	r = q_task_feed_rows(c->db, id);
	while (rows_next(r))
		feed_drop(c, rows_id(r, c->arena, 0), rows_int(r, 1));
	q_task_tag_remove_all(c->db, id);
	q_tag_set_remove_all(c->db, id);
	q_my_day_remove_all(c->db, id);
	q_attachment_remove_all(c->db, id);
	q_step_remove_all(c->db, id);
	q_notice_remove_all(c->db, id);
}

void
task_erase_content(struct ctx *c, const char *list, const char *id)
{
	const struct holding *was = holding_of(c, id);

	if (q_task_erase(c->db, list, id) == 0)
		return;
	task_erase_parts(c, id);
	holding_changed(c, id, was);
	q_kept_erased(c->db, list, id);
}

void
task_erase(struct ctx *c, const struct task *t)
{
	const struct holding *was = holding_of(c, t->id);

	task_erase_parts(c, t->id);
	feed_drop(c, t->list_id, t->stamp);
	q_task_remove(c->db, t->id);
	holding_changed(c, t->id, was);
}

enum outcome
task_delete(struct ctx *c, const char *list, const char *id)
{
	struct task t;

	if (task_get(c, list, id, &t) != DONE)
		return TASK_NOT_FOUND;
	task_delete_record(c, &t);
	return DONE;
}

int64_t
task_cleanup(struct ctx *c, int64_t max)
{
	struct task *all;
	size_t n, i;

	n = all_task(q_task_completed(c->db, c->user, max), c->arena, &all);
	for (i = 0; i < n; i++)
		task_delete_record(c, &all[i]);
	return (int64_t)n;
}

int64_t
task_unassign(struct ctx *c, const char *list, const char *user, int64_t max)
{
	struct task *all;
	size_t n, i;

	n = all_task(q_task_assigned(c->db, list, user, max), c->arena, &all);
	for (i = 0; i < n; i++) {
		all[i].assignee_id = NULL;
		task_store(c, &all[i]);
		q_notice_remove(c->db, all[i].id, "assignment");
	}
	return (int64_t)n;
}
