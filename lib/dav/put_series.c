#include "dav/put_series.h"

#include <string.h>

#include "base/date.h"
#include "core/record.h"
#include "core/task/create.h"
#include "core/task/repeat.h"
#include "core/task/rotation.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "dav/protocol.h"
#include "dav/put_state.h"
#include "dav/xml.h"
#include "ical/read.h"
#include "ical/task.h"
#include "web/reply.h"
#include "web/request.h"

const char *
series_rule(const struct put *p, const char *due_date)
{
	struct arena *a = p->rq->ctx.arena;
	const char *text = p->in.todo.rule;
	struct rule r;
	int32_t due;

	return text != NULL && due_date != NULL && strlen(text) <= RULE_BYTES &&
	    date_parse(due_date, &due) &&
	    rule_read(a, text, p->rq->ctx.zone, &r) == NULL &&
	    rule_comes(&r, due) ? text : NULL;
}

/* The day of a changed occurrence; false: it has none. */
static bool
occurrence_day(const struct todo_read *r, int32_t *day)
{
	*day = r->occurrence.time.day;
	return r->occurrence.given;
}

/* The day by which a client names the present occurrence: that of DTSTART,
 * which keeps its distance to DUE. */
static bool
present_day(const struct put *p, int32_t *day)
{
	const struct todo_read *in = &p->in;
	const char *due_date = p->was.id != NULL ? p->was.due_date :
	    in->todo.due_date;
	int32_t due;

	if (due_date == NULL || !date_parse(due_date, &due))
		return false;
	*day = due;
	if (in->start.given && in->todo.due_date != NULL &&
	    date_parse(in->todo.due_date, &due))
		*day += in->start.time.day - due;
	return true;
}

/* The first occurrence of the text that is done, and whose day fits. */
static const struct ical_component *
done_occurrence(struct put *p, bool (*fits)(int32_t day, int32_t present),
    struct todo_read *r)
{
	const struct ical_item *item = &p->item;
	int32_t day, present;
	size_t i;

	if (!present_day(p, &present))
		return NULL;
	for (i = 0; i < item->occurrence_count; i++) {
		todo_read(p->rq->ctx.arena, item, &item->occurrences[i],
		    p->rq->ctx.zone, r);
		if (r->todo.done && occurrence_day(r, &day) &&
		    fits(day, present))
			return &item->occurrences[i];
	}
	return NULL;
}

static bool
is_present(int32_t day, int32_t present)
{
	return day == present;
}

static bool
repeats(const struct put *p)
{
	return p->was.id != NULL ? p->was.rule != NULL :
	    series_rule(p, p->in.todo.due_date) != NULL;
}

static bool
is_past(int32_t day, int32_t present)
{
	return day < present;
}

/* Has the text that is kept an occurrence of that day? */
static bool
kept_occurrence(struct put *p, int32_t day)
{
	struct ctx *c = &p->rq->ctx;
	struct buf b = { 0 };
	struct ical_item item;
	struct todo_read r;
	const char *text;
	int32_t other;
	size_t i;

	task_text(c, &p->was, &b);
	text = arena_dup(c->arena, b.data, b.len);
	if (ical_item_read(c->arena, text, b.len, &item) != ICAL_GOOD)
		item.occurrence_count = 0;
	buf_free(&b);
	for (i = 0; i < item.occurrence_count; i++) {
		todo_read(c->arena, &item, &item.occurrences[i], c->zone, &r);
		if (occurrence_day(&r, &other) && other == day)
			return true;
	}
	return false;
}

bool
series_is_echo(struct put *p)
{
	const struct todo *in = &p->in.todo;
	struct todo_read r;
	int32_t due, was;

	if (p->whole || p->was.id == NULL || p->was.rule == NULL ||
	    in->rule == NULL || p->was.due_date == NULL)
		return false;
	if (in->done)
		return in->due_date != NULL && date_parse(in->due_date, &due) &&
		    date_parse(p->was.due_date, &was) && due < was;
	return done_occurrence(p, is_past, &r) != NULL &&
	    !kept_occurrence(p, r.occurrence.time.day);
}

bool
series_completes(struct put *p)
{
	const struct todo *in = &p->in.todo;
	struct todo_read r;

	/* A text that brings no rule any more ends the series, done or not. */
	if (!repeats(p) || in->rule == NULL)
		return false;
	if (in->done && (p->set & 1U << TODO_DONE)) {
		p->done_at = in->completed_at;
		p->drop_all = true;
		return true;
	}
	p->drop = in->done ? NULL : done_occurrence(p, is_present, &r);
	p->done_at = p->drop == NULL ? 0 : r.todo.completed_at;
	return p->drop != NULL;
}

/* Marks a task done at that time, or now; *next: its successor, or NULL. */
static enum outcome
complete_at(struct put *p, const char *id, int64_t at, struct task *t,
    const char **next)
{
	struct ctx *c = &p->rq->ctx;
	const struct task done = { .done = true };
	enum outcome o = task_update(c, p->list.id, id, &done, BIT(task, done),
	    t, next);

	if (o == DONE && at > 0 && at < c->now)
		task_set_times(c, t, t->created_at, at);
	return o;
}

enum outcome
series_complete(struct put *p)
{
	struct ctx *c = &p->rq->ctx;
	const char *next;
	struct task t;
	enum outcome o = complete_at(p, p->id, p->done_at, &t, &next);

	if (o != DONE || next == NULL)
		return o;
	if ((o = task_get(c, p->list.id, next, &t)) != DONE)
		return o;
	p->id = p->task_id = t.id;
	p->stamp = t.stamp;
	return DONE;
}

/* The series has gone on already: a copy of the occurrence is done.  The same
 * occurrence makes the same one.  Whoever is next gets their turn. */
static enum outcome
make_copy(struct put *p, const struct item *series, const struct todo_read *r)
{
	struct ctx *c = &p->rq->ctx;
	const struct todo *in = &r->todo;
	struct task_new n = { .top = true };
	struct task t, to = { .id = NULL };
	const char *next;
	enum outcome o;
	char day[DATE_SIZE];
	size_t step;

	date_format(r->occurrence.time.day, day);
	if (series != NULL && repeat_was_done(c, p->list.id, series->id, day))
		return DONE;
	n.task = (struct task){ .id = id_from_name(c->arena, p->list.id,
	    arena_printf(c->arena, "%s %s", p->item.uid, day)), .title = in->title,
	    .notes = in->notes, .done = true, .starred = in->starred,
	    .due_date = in->due_date, .due_time = in->due_time,
	    .due_zone = in->due_zone };
	o = task_create(c, p->list.id, &n, &t, &step);
	if (o == EXISTED || o == ID_IN_USE)
		return DONE;
	if (o != CREATED)
		return o;
	if (in->completed_at > 0 && in->completed_at < c->now)
		task_set_times(c, &t, t.created_at, in->completed_at);
	if (series == NULL || task_get(c, p->list.id, series->id, &t) != DONE ||
	    t.rotation == NULL)
		return DONE;
	to.assignee_id = rotation_next(c, &t, t.assignee_id);
	return task_update(c, p->list.id, t.id, &to, BIT(task, assignee_id),
	    &t, &next);
}

void
series_put_occurrence(struct put *p)
{
	struct ctx *c = &p->rq->ctx;
	struct item series;
	struct todo_read r;
	struct task t;
	const char *next;
	int32_t day, due;
	bool known = item_by_uid(c, p->list.id, p->item.uid, &series);
	enum outcome o;

	todo_read(c->arena, &p->item, &p->item.occurrences[0], c->zone, &r);
	if (!r.todo.done || !occurrence_day(&r, &day) ||
	    p->item.occurrence_count > 1) {
		dav_refuse_text(p->rq, 403, NS_CALDAV, known ? "no-uid-conflict" :
		    "valid-calendar-object-resource");
		return;
	}
	if (known && series.rule != NULL && series.due_date != NULL &&
	    date_parse(series.due_date, &due) && day == due)
		o = complete_at(p, series.id, r.todo.completed_at, &t, &next);
	else
		o = make_copy(p, known ? &series : NULL, &r);
	if (o == DONE)
		answer_empty(p->rq, 201);
	else
		refuse(p->rq, o);
}
