#include "core/task/repeat.h"

#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"
#include "core/feed.h"
#include "core/order/order.h"
#include "core/order/respace.h"
#include "core/task/derived.h"
#include "core/task/notice.h"
#include "core/task/recurrence.h"
#include "core/task/resource.h"
#include "core/task/resource_series.h"
#include "core/task/rotation.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "core/user/user.h"
#include "query/attachment.h"
#include "query/step.h"
#include "query/tag_set.h"
#include "query/task.h"

#define CHAIN_MAX	1000	/* occurrences of a series that are looked at */

#define LAST_STAMP	((RULE_LAST_DAY + 1) * DAY - 1)

/* The successor of a task: its date and its rule. */
struct successor {
	int32_t		 due;		/* the task's */
	int32_t		 next;
	const char	*rule;
};

/* False if the series ends with the task. */
static bool
find_successor(struct ctx *c, const struct task *t, struct successor *s)
{
	bool from_today = strcmp(t->recurrence_from, FROM_COMPLETION) == 0;
	bool ends;
	struct rule r;
	int32_t start, today;
	int64_t usec;

	zone_local(c->zone, c->now, &today, &usec);
	if (!date_parse(t->due_date, &s->due) ||
	    rule_read(c->arena, t->rule, c->zone, &r) != NULL)
		return false;
	if (from_today)
		rule_begin_again(&r, today);
	if (from_today)
		start = today;
	else if (t->series_start == NULL || !date_parse(t->series_start,
	    &start))
		start = s->due;
	if (!rule_next(&r, start, from_today ? today : s->due, today, &s->next))
		return false;
	ends = r.count > 0;
	if (ends)
		r.count -= from_today ? 1 : rule_count(&r, start, s->due,
		    s->next, r.count);
	s->rule = rule_format(c->arena, &r, RULE_NO_DAY);
	return !ends || r.count > 0;
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

/* Not those of former members: whoever completes a task changes only what
 * belongs to the list's members (enum scope_kind). */
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
 * The successor's id; removes its tombstone in this list, of which *former are
 * the names that clients know.  False if it is already live in this list.  If
 * the id is in another list (moved there, or used by a stranger who predicted
 * it), a random one is used instead.
 */
static bool
free_id(struct ctx *c, const struct task *t, const char **id,
    const char **former)
{
	struct task there;

	*former = NULL;
	if (!only_task(q_task_by_id(c->db, *id), c->arena, &there))
		return true;
	if (!same_id(there.list_id, t->list_id))
		*id = id_new(c->arena);
	else if (there.deleted_at == 0)
		return false;
	else {
		*former = resource_names(c, *id);
		task_erase(c, &there);
	}
	return true;
}

static void
make_successor(struct ctx *c, const struct task *t, const char *id,
    const struct successor *to)
{
	const char *zone, *turn = rotation_next(c, t, t->assignee_id);
	struct task s = *t;

	s.id = id;
	s.due_date = date_format(to->next, arena_alloc(c->arena, DATE_SIZE));
	s.rule = to->rule;
	s.recurrence = rule_word(to->rule);
	if (turn != NULL)
		s.assignee_id = turn;
	s.rank = order_after(c, &task_order, t->list_id, NULL, NULL, t->rank);
	s.done = false;
	if (t->reminder_at != 0) {
		zone = user_zone(c, t->reminder_by);
		s.reminder_at = repeat_reminder(zone, t->reminder_at, to->due,
		    to->next);
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
	if (turn != NULL)
		notice_assignment(c, &s, NULL);
}

/*
 * What made a done task repeat, for repeat_undone(): its first day, where it is
 * counted from, its rule and its rotation, separated by blanks.
 */
static const char *
ended_format(struct ctx *c, const struct task *t)
{
	return arena_printf(c->arena, "%s %s %s%s%s", t->series_start != NULL ?
	    t->series_start : t->due_date, t->recurrence_from, t->rule,
	    t->rotation != NULL ? " " : "", t->rotation != NULL ?
	    t->rotation : "");
}

/* The next word of a text, which moves behind it; NULL: there is none. */
static const char *
ended_word(struct ctx *c, const char **s)
{
	size_t n = strcspn(*s, " ");
	const char *word = n == 0 ? NULL : arena_dup(c->arena, *s, n);

	*s += n + ((*s)[n] == ' ');
	return word;
}

static void
ended_give_back(struct ctx *c, struct task *t)
{
	const char *s = t->ended;

	t->series_start = ended_word(c, &s);
	t->recurrence_from = strcmp(ended_word(c, &s), FROM_COMPLETION) == 0 ?
	    FROM_COMPLETION : FROM_DUE;
	t->rule = ended_word(c, &s);
	t->recurrence = rule_word(t->rule);
	t->rotation = ended_word(c, &s);
	rotation_trim(c, t, NULL);
}

int64_t
repeat_reminder(const char *zone, int64_t reminder, int32_t due, int32_t next)
{
	int64_t usec, moment;
	int32_t day;

	zone_local(zone, reminder, &day, &usec);
	moment = zone_moment(zone, day + (next - due), usec);
	return moment < LAST_STAMP ? moment : LAST_STAMP;
}

const char *
repeat_done(struct ctx *c, struct task *t)
{
	const char *id = NULL, *former;
	struct successor next;
	char name[DATE_SIZE];

	t->ended = ended_format(c, t);
	if (find_successor(c, t, &next)) {
		id = id_from_name(c->arena, t->id, date_format(next.next,
		    name));
		if (free_id(c, t, &id, &former)) {
			make_successor(c, t, id, &next);
			resource_succeed(c, t->list_id, t->id, id, former);
		}
	}
	recurrence_end(t);
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

/* Is the successor as it was made?  Then it is removed with this. */
static bool
take_successor(struct ctx *c, const struct task *t)
{
	struct task s;

	if (!only_task(q_task_by_id(c->db, t->successor_id), c->arena, &s) ||
	    rows_any(q_task_touched(c->db, s.id, t->successor_stamp)) ||
	    !same_id(s.list_id, t->list_id))
		return false;
	resource_return(c, t->list_id, t->id, s.id);
	task_delete_record(c, &s);
	return true;
}

void
repeat_undone(struct ctx *c, struct task *t)
{
	bool alone = t->successor_id == NULL || take_successor(c, t);

	if (alone && t->ended != NULL && t->rule == NULL && t->due_date != NULL)
		ended_give_back(c, t);
	t->ended = NULL;
	t->successor_id = NULL;
	t->successor_stamp = 0;
}

bool
repeat_was_done(struct ctx *c, const char *list, const char *series,
    const char *day)
{
	struct task_done_on_row *all;
	size_t n = all_task_done_on(q_task_done_on(c->db, list, day), c->arena,
	    &all), i;
	const char *id;
	int steps;

	for (i = 0; i < n; i++) {
		id = all[i].successor_id;
		for (steps = 0; id != NULL && !same_id(id, series) &&
		    steps < CHAIN_MAX; steps++)
			id = rows_one_id(q_task_successor(c->db, id),
			    c->arena);
		if (same_id(id, series))
			return true;
	}
	return false;
}
