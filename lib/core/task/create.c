#include "core/task/create.h"

#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/order/order.h"
#include "core/order/rank.h"
#include "core/record.h"
#include "core/task/derived.h"
#include "core/task/my_day.h"
#include "core/task/notice.h"
#include "core/task/recurrence.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "query/access.h"
#include "query/derived.h"
#include "query/step.h"
#include "query/task.h"

/* The first step whose id is in use; the count of steps if none is. */
static size_t
step_in_use(struct ctx *c, const struct task_new *n)
{
	size_t i;

	for (i = 0; i < n->step_count; i++)
		if (rows_any(q_step_by_id(c->db, n->steps[i].id)))
			break;
	return i;
}

static enum outcome
may_create(struct ctx *c, const char *list, const struct task_new *n,
    const struct task *t, size_t *step)
{
	if (list_full(c, list) || text_full(c, list) ||
	    n->step_count > CAP_STEPS)
		return LIMIT_REACHED;
	if (t->assignee_id != NULL && !access_changes(c, t->assignee_id, list))
		return ASSIGNEE_NOT_ELIGIBLE;
	*step = step_in_use(c, n);
	return *step < n->step_count ? ID_IN_USE : DONE;
}

static void
add_steps(struct ctx *c, const struct task_new *n, const struct task *t)
{
	const char *rank = NULL;
	struct step s;
	size_t i;

	for (i = 0; i < n->step_count; i++) {
		s = n->steps[i];
		s.task_id = t->id;
		s.rank = rank = rank_between(c->arena, rank, NULL);
		s.stamp = s.created_at = feed_put(c, t->list_id, 0, FEED_STEP,
		    s.id);
		q_step_add(c->db, &s);
	}
}

/* A task that is created as done does not repeat. */
static void
task_complete(struct ctx *c, struct task *t)
{
	t->completed_at = c->now;
	t->completed_by = c->user;
	recurrence_end(t);
}

static enum outcome
add_own(struct ctx *c, const struct task_new *n)
{
	struct tag_set set;
	struct my_day day;
	enum outcome o = DONE;

	if (n->tag_count > 0)
		o = tag_set_put(c, n->task.id, n->tag_ids, n->tag_count, &set);
	if (o == DONE && n->my_day != NULL)
		o = my_day_put(c, n->task.id, n->my_day, &day);
	return o;
}

void
task_create_ahead(struct ctx *c, const char *list, const char *id, bool top)
{
	rows_ahead(q_access_reaches(c->db, c->user, list));
	rows_ahead(q_task_by_id(c->db, id));
	rows_ahead(q_task_full(c->db, list, CAP_TASKS));
	rows_ahead(q_text_full(c->db, list, CAP_TEXT));
	order_end_ahead(c, &task_order, list, top);
}

enum outcome
task_create(struct ctx *c, const char *list, const struct task_new *n,
    struct task *t, size_t *step)
{
	const char *id = n->task.id;
	unsigned changed;
	enum outcome o;

	*step = n->step_count;
	if ((o = access_get(c, list)) != DONE)
		return o;
	if (rows_any(q_task_by_id(c->db, id)))
		return task_get(c, list, id, t) == DONE ? EXISTED : ID_IN_USE;
	*t = (struct task){ .id = id, .list_id = list,
	    .created_by = c->user };
	recurrence_end(t);
	if ((o = task_apply(c, t, &n->task, n->set != 0 ? n->set :
	    record_present(task_fields, &n->task) &
	    record_bits(task_fields, F_SET), &changed)) != DONE ||
	    (o = may_create(c, list, n, t, step)) != DONE)
		return o;
	if (t->done)
		task_complete(c, t);
	t->rank = order_end(c, &task_order, list, NULL, NULL, n->top);
	t->stamp = t->created_at = feed_put(c, list, 0, FEED_TASK, t->id);
	q_task_add(c->db, t);
	add_steps(c, n, t);
	if (db_asks_ahead(c->db))
		derived_ahead(c, t->id);
	if (task_get(c, list, t->id, t) != DONE)
		return TASK_NOT_FOUND;
	derived_changed(c, t->id, NULL);
	if (t->reminder_at != 0)
		notice_reminder(c, t, true);
	notice_assignment(c, t, NULL);
	o = add_own(c, n);
	return o == DONE ? CREATED : o;
}
