#include "dav/put_record.h"

#include <string.h>

#include "core/record.h"
#include "core/task/create.h"
#include "core/task/resource.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "dav/dav.h"
#include "dav/protocol.h"
#include "dav/put_series.h"
#include "dav/put_state.h"
#include "ical/task.h"
#include "web/request.h"

/* Is the rule of the task still the one that the text brought? */
static bool
rule_untouched(const struct put *p)
{
	struct todo t;

	todo_of_item(&p->rq->ctx, &p->was, &t);
	return !p->has_base || p->base.of[TODO_RULE] ==
	    todo_hash(p->rq->ctx.arena, &t, TODO_RULE);
}

/* Does the text say how the task repeats?  A rule is read with the date beside
 * it, so that another date is another rule. */
static bool
sets_rule(struct put *p, const char **rule)
{
	bool due = (p->set & 1U << TODO_DUE) != 0;

	*rule = series_rule(p, due ? p->in.todo.due_date : p->was.due_date);
	return (p->set & 1U << TODO_RULE) || (due &&
	    (p->in.todo.due_date == NULL || rule_untouched(p)));
}

/* The fields of the task that the members in the set have; returns which. */
static unsigned
put_task_fields(struct put *p, struct task *t)
{
	const struct todo *in = &p->in.todo;
	unsigned set = 0;

	*t = (struct task){ .title = in->title, .notes = in->notes,
	    .done = in->done && !p->completes, .starred = in->starred,
	    .due_date = in->due_date, .due_time = in->due_time,
	    .due_zone = in->due_zone, .reminder_at = in->reminder_at };
	if (p->set & 1U << TODO_TITLE)
		set |= BIT(task, title);
	if (p->set & 1U << TODO_NOTES)
		set |= BIT(task, notes);
	if ((p->set & 1U << TODO_DONE) && !p->completes)
		set |= BIT(task, done);
	if (p->set & 1U << TODO_STARRED)
		set |= BIT(task, starred);
	if (p->set & 1U << TODO_DUE)
		set |= BIT(task, due_date) | BIT(task, due_time) |
		    BIT(task, due_zone);
	if (sets_rule(p, &t->rule))
		set |= BIT(task, rule);
	if (p->set & 1U << TODO_REMINDER)
		set |= BIT(task, reminder_at);
	return set;
}

/* When it was made and done, as the text says, unless that is to come. */
static void
put_times(struct put *p, struct task *t)
{
	struct ctx *c = &p->rq->ctx;
	const struct todo *in = &p->in.todo;
	int64_t created = t->created_at, completed = t->completed_at;

	if (p->was.id == NULL && in->created_at > 0 && in->created_at < c->now)
		created = in->created_at;
	if ((p->set & 1U << TODO_DONE) && t->done && in->completed_at > 0 &&
	    in->completed_at < c->now)
		completed = in->completed_at;
	if (created != t->created_at || completed != t->completed_at)
		task_set_times(c, t, created, completed);
}

static enum outcome
put_task(struct put *p)
{
	struct ctx *c = &p->rq->ctx;
	bool new = p->was.id == NULL || p->was.parent_id != NULL;
	struct task_new n = { .top = true };
	struct task to, t;
	const char *next;
	unsigned set;
	enum outcome o;
	size_t step;

	if (new)
		p->set = TODO_ALL;
	set = put_task_fields(p, &to);
	n.task = to;
	n.task.id = id_new(c->arena);
	o = new ? task_create(c, p->list.id, &n, &t, &step) : set != 0 ?
	    task_update(c, p->list.id, p->was.id, &to, set, &t, &next) :
	    task_get(c, p->list.id, p->was.id, &t);
	if (o != DONE && o != CREATED)
		return o;
	put_times(p, &t);
	/* Its text has changed, though it has not: clients must learn of it. */
	if (!new && t.stamp == p->was.stamp)
		task_store(c, &t);
	p->id = p->task_id = t.id;
	p->stamp = t.stamp;
	return DONE;
}

static void
put_task_tags(struct put *p)
{
	struct ctx *c = &p->rq->ctx;
	const struct todo *in = &p->in.todo;
	const char **ids = arena_alloc(c->arena,
	    (in->tag_count + 1) * sizeof(*ids));
	struct tag_set set;
	struct tag tag;
	enum outcome o;
	size_t i, n = 0;

	if (!(p->set & 1U << TODO_TAGS) ||
	    (p->was.id == NULL && in->tag_count == 0))
		return;
	for (i = 0; i < in->tag_count; i++) {
		o = tag_create(c, id_new(c->arena), in->tags[i], &tag);
		if (o == CREATED || o == EXISTED)
			ids[n++] = tag.id;
	}
	tag_set_put(c, p->id, ids, n, &set);
}

/* The task whose step it is; NULL: it is a task.  What was a task stays one. */
static const char *
put_parent(struct put *p, struct item *parent)
{
	struct ctx *c = &p->rq->ctx;
	bool step = p->was.id == NULL || p->was.parent_id != NULL;

	if (!p->in.plain || p->in.todo.parent == NULL || !dav_of(p->rq)->steps ||
	    !step)
		return NULL;
	/* A client that has not changed it does not know of another. */
	if (p->was.id != NULL && !(p->set & 1U << TODO_PARENT))
		return p->was.parent_id;
	if (item_by_uid(c, p->list.id, p->in.todo.parent, parent))
		return parent->parent_id == NULL ? parent->id : NULL;
	p->waits_for = p->in.todo.parent;
	return NULL;
}

static enum outcome
put_step(struct put *p, const char *parent)
{
	struct ctx *c = &p->rq->ctx;
	struct step to = { .title = p->in.todo.title, .done = p->in.todo.done };
	bool new = !same_id(p->was.parent_id, parent);
	unsigned set = 0;
	struct step s;
	enum outcome o;

	if (new)
		p->set = TODO_ALL;
	if (p->set & 1U << TODO_TITLE)
		set |= BIT(step, title);
	if (p->set & 1U << TODO_DONE)
		set |= BIT(step, done);
	to.id = id_new(c->arena);
	o = new ? step_create(c, parent, &to, false, &s) : set != 0 ?
	    step_update(c, parent, p->was.id, &to, set, &s) : DONE;
	if (o == DONE && (set == 0 || s.stamp == p->was.stamp))
		o = step_touch(c, parent, p->was.id, &s);
	p->id = s.id;
	p->task_id = parent;
	p->stamp = s.stamp;
	return o;
}

enum outcome
put_record(struct put *p)
{
	struct ctx *c = &p->rq->ctx;
	struct item parent, now;
	const char *task = put_parent(p, &parent);
	enum outcome o;

	p->completes = task == NULL && series_completes(p);

	o = task != NULL ? put_step(p, task) : put_task(p);
	if (o != DONE && o != CREATED)
		return o;
	if (task == NULL)
		put_task_tags(p);
	/* It has become a task, or the step of another. */
	if (p->was.parent_id != NULL && !same_id(p->was.id, p->id))
		step_delete(c, p->was.parent_id, p->was.id);
	item_get(c, p->list.id, p->id, &now);
	todo_of_item(c, &now, &p->before);
	return p->completes ? series_complete(p) : DONE;
}

/* A task becomes a step, with its name, UID and text. */
static void
adopt_one(struct put *p, struct resource *r)
{
	struct ctx *c = &p->rq->ctx;
	struct step new, s;
	struct task t;

	if (task_get(c, p->list.id, r->id, &t) != DONE)
		return;
	new = (struct step){ .id = id_new(c->arena), .title = t.title,
	    .done = t.done };
	if (step_create(c, p->id, &new, false, &s) != CREATED)
		return;
	resource_inherit(c, r, p->id, s.id, s.stamp);
	task_delete(c, p->list.id, t.id);
}

void
put_adopt(struct put *p)
{
	struct resource *all;
	size_t n, i;

	if (!same_id(p->id, p->task_id))
		return;
	n = resource_waiting(&p->rq->ctx, p->list.id, p->item.uid, &all);
	for (i = 0; i < n; i++)
		adopt_one(p, &all[i]);
}
