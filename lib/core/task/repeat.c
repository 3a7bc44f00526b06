#include "core/task/repeat.h"

#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/zone.h"
#include "core/feed.h"
#include "core/order/order.h"
#include "core/order/respace.h"
#include "core/task/derived.h"
#include "core/task/notice.h"
#include "core/task/recur.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "core/user/user.h"
#include "query/attachment.h"
#include "query/step.h"
#include "query/tag.h"
#include "query/task.h"

static bool
next_due(struct ctx *c, const struct task *t, int32_t *due, int32_t *next)
{
	enum recurrence rule;
	int32_t start, today;
	int64_t usec;

	if (!recur_parse(t->recurrence, &rule) ||
	    !date_parse(t->due_date, due))
		return false;
	if (t->series_start == NULL || !date_parse(t->series_start, &start))
		start = *due;
	zone_local(c->zone, c->now, &today, &usec);
	return recur_next(rule, start, *due, today, next);
}

static void
copy_steps(struct ctx *c, const struct task *from, const struct task *to)
{
	struct step *all, *s;
	size_t n = all_step(q_step_all(c->db, from->id), c->arena, &all), i;

	for (i = 0; i < n; i++) {
		s = &all[i];
		if (s->deleted_at != 0)
			continue;
		s->id = id_from_name(c->arena, s->id, to->id);
		s->task_id = to->id;
		s->done = false;
		s->stamp = s->created_at = feed_put(c, to->list_id, 0,
		    FEED_STEP, s->id);
		q_step_add(c->db, s);
	}
}

static void
copy_attachments(struct ctx *c, const struct task *from, const struct task *to)
{
	struct attachment_all_row *all, *f;
	const char *id;
	int64_t stamp;
	size_t n, i;

	n = all_attachment_all(q_attachment_all(c->db, from->id), c->arena,
	    &all);
	for (i = 0; i < n; i++) {
		f = &all[i];
		if (f->deleted_at != 0)
			continue;
		id = id_from_name(c->arena, f->id, to->id);
		stamp = feed_put(c, to->list_id, 0, FEED_ATTACHMENT, id);
		q_attachment_add(c->db, to->id, id, f->uploader_id,
		    f->filename, f->content_type, f->size, f->sha256,
		    f->sha256_len, stamp, stamp);
	}
}

/* Not those of former members: whoever completes a task changes only what belongs
 * to the list's members (enum scope_kind). */
static void
copy_tags(struct ctx *c, const struct task *from, const struct task *to)
{
	struct tag_set_of_task_row *all;
	size_t n, i;

	n = all_tag_set_of_task(q_tag_set_of_task(c->db, from->id,
	    from->list_id, from->list_id), c->arena, &all);
	for (i = 0; i < n; i++)
		q_tag_set_put(c->db, to->id, all[i].user_id, feed_put(c,
		    all[i].user_id, 0, FEED_TAG_SET, to->id));
	q_task_tag_copy(c->db, from->id, to->id);
}

/*
 * The successor's id; removes its tombstone in this list.  False if it is
 * already live in this list.  If the id is in another list (moved there, or
 * used by a stranger who predicted it), a random one is used instead.
 */
static bool
free_id(struct ctx *c, const struct task *t, const char **id)
{
	struct task there;

	if (!only_task(q_task_by_id(c->db, *id), c->arena, &there))
		return true;
	if (!same_id(there.list_id, t->list_id))
		*id = id_new(c->arena);
	else if (there.deleted_at == 0)
		return false;
	else
		task_erase(c, &there);
	return true;
}

static void
make_successor(struct ctx *c, const struct task *t, const char *id,
    int32_t due, int32_t next)
{
	struct task s = *t;
	const char *zone;

	s.id = id;
	s.due_date = date_format(next, arena_alloc(c->arena, DATE_SIZE));
	s.rank = order_after(c, &task_order, t->list_id, NULL, NULL, t->rank);
	s.done = false;
	if (t->reminder_at != 0) {
		zone = user_zone(c, t->reminder_by);
		s.reminder_at = recur_reminder(zone, t->reminder_at, due,
		    next);
	}
	s.created_by = c->user;
	s.completed_at = 0;
	s.completed_by = NULL;
	s.stamp = s.created_at = feed_put(c, t->list_id, 0, FEED_TASK, id);
	q_task_add(c->db, &s);
	copy_steps(c, t, &s);
	copy_attachments(c, t, &s);
	copy_tags(c, t, &s);
	derived_changed(c, id, NULL);
	notice_reminder(c, &s, false);
}

const char *
repeat_done(struct ctx *c, struct task *t)
{
	const char *id = NULL;
	char name[DATE_SIZE];
	int32_t due, next;

	if (next_due(c, t, &due, &next)) {
		id = id_from_name(c->arena, t->id, date_format(next, name));
		if (free_id(c, t, &id))
			make_successor(c, t, id, due, next);
	}
	t->recurrence = NULL;
	t->series_start = NULL;
	t->successor_id = id;
	t->successor_stamp = db_stamp(c->db, c->now, t->list_id);
	return id;
}

bool
repeat_respace(struct ctx *c, const char *list, const char *successor)
{
	struct task s;

	return only_task(q_task_by_id(c->db, successor), c->arena, &s) &&
	    respace_long(c, RESPACE_TASKS, list, list, s.rank);
}

void
repeat_undone(struct ctx *c, struct task *t)
{
	struct task s;

	if (t->successor_id == NULL)
		return;
	if (only_task(q_task_by_id(c->db, t->successor_id), c->arena, &s) &&
	    !rows_any(q_task_touched(c->db, s.id, t->successor_stamp)) &&
	    same_id(s.list_id, t->list_id)) {
		if (t->recurrence == NULL && t->due_date != NULL) {
			t->recurrence = s.recurrence;
			t->series_start = s.series_start;
		}
		task_delete_record(c, &s);
	}
	t->successor_id = NULL;
	t->successor_stamp = 0;
}
