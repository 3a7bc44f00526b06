#include "ical/due.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/todo.h"
#include "ical/zone_name.h"

void
due_read_time(struct arena *a, const struct ical_item *item,
    const struct ical_line *l, struct todo_time *t)
{
	struct ical_time time;

	if (!ical_time_parse(ical_value(a, l), &time))
		return;
	*t = (struct todo_time){ .given = true, .time = time };
	if (time.is_date || time.utc || l->params_len == 0)
		return;
	t->tzid = ical_param(a, l, "TZID");
	if (t->tzid != NULL &&
	    (t->zone = ical_zone_name(a, t->tzid, NULL)) == NULL)
		t->zone = ical_zone_name(a, t->tzid,
		    ical_item_location(a, item, t->tzid));
}

int64_t
due_moment(const struct todo_time *t, const char *zone)
{
	if (t->time.utc)
		return ical_time_stamp(&t->time);
	return zone_moment(t->zone != NULL ? t->zone : zone, t->time.day,
	    t->time.second * SECOND);
}

/* The same time on the clock of a zone. */
static struct ical_time
on_clock(const struct todo_time *t, const char *zone)
{
	struct ical_time local = t->time;
	int64_t usec;

	if (!local.utc)
		return local;
	zone_local(zone, ical_time_stamp(&t->time), &local.day, &usec);
	local.second = (int)(usec / SECOND);
	local.utc = false;
	return local;
}

static const char *
due_clock_text(struct arena *a, int second)
{
	return arena_printf(a, "%02d:%02d", second / 3600, second / 60 % 60);
}

void
due_decide(struct arena *a, struct todo_read *r)
{
	struct todo_time due = r->due;
	struct ical_time local;

	r->has_span = r->has_span && !due.given && r->start.given;
	if (r->has_span) {
		due = r->start;
		due.time = ical_time_add(&due.time, &r->span);
	}
	if (!due.given)
		return;
	local = on_clock(&due, r->zone);
	r->todo.due_date = date_format(local.day, arena_raw(a, DATE_SIZE));
	if (local.is_date || local.second == 0)
		return;
	r->todo.due_time = due_clock_text(a, local.second);
	r->todo.due_zone = due.time.utc ? r->zone : due.zone;
}

/* Seconds of the day of "HH:MM". */
static int
clock_seconds(const char *text)
{
	return (atoi(text) * 60 + atoi(text + 3)) * 60;
}

/* The clock's time that the old one has beyond its minute, if that stays. */
static int
odd_seconds(const struct todo_change *c)
{
	const char *old = c->was->todo.due_time;

	return old != NULL && c->was->due.given &&
	    strcmp(old, c->to->due_time) == 0 ? c->was->due.time.second % 60 : 0;
}

static void
plan_due(struct todo_change *c)
{
	const struct todo *to = c->to;
	const struct todo_read *was = c->was;
	const struct todo_time *form = was->has_span ? &was->start : &was->due;
	struct todo_time *due = &c->due;
	bool midnight = form->given && !form->time.is_date &&
	    !form->time.utc && was->todo.due_time == NULL;

	*due = (struct todo_time){ .given = true };
	date_parse(to->due_date, &due->time.day);
	if (to->due_time == NULL) {
		due->time.is_date = !midnight;
		due->tzid = midnight ? form->tzid : NULL;
		due->zone = midnight ? form->zone : NULL;
		return;
	}
	due->time.second = clock_seconds(to->due_time) + odd_seconds(c);
	due->zone = to->due_zone;
	if (to->due_zone == NULL)
		due->tzid = form->zone == NULL ? form->tzid : NULL;
	else if (form->given && form->time.utc)
		due->time = ical_time_of_stamp(due_moment(due, NULL));
	else if (form->zone != NULL && strcmp(form->zone, to->due_zone) == 0)
		due->tzid = form->tzid;
	else
		due->tzid = to->due_zone;
}

/* A time with date in the form that DUE now has. */
static struct todo_time
in_form_of_due(const struct todo_change *c, const struct todo_time *t)
{
	struct todo_time like = c->due;
	const char *zone = c->to->due_zone != NULL ? c->to->due_zone :
	    c->was->zone;

	like.time = on_clock(t, zone);
	if (like.time.is_date && !c->due.time.is_date)
		like.time.second = on_clock(&c->due, zone).second;
	like.time.is_date = c->due.time.is_date;
	if (like.time.is_date)
		like.time.second = 0;
	if (c->due.time.utc) {
		like.zone = zone;
		like.time = ical_time_of_stamp(due_moment(&like, zone));
	}
	return like;
}

static bool
same_time(const struct todo_time *a, const struct todo_time *b)
{
	return a->given && b->given && a->time.day == b->time.day &&
	    a->time.second == b->time.second;
}

static bool
same_form(const struct todo_time *a, const struct todo_time *b)
{
	return a->given && b->given && a->time.is_date == b->time.is_date &&
	    a->time.utc == b->time.utc && (a->tzid == NULL ?
	    b->tzid == NULL : b->tzid != NULL && strcmp(a->tzid, b->tzid) == 0);
}

static bool
is_after(const struct ical_time *a, const struct ical_time *b)
{
	return a->day > b->day || (a->day == b->day && a->second > b->second);
}

static void
plan_start(struct todo_change *c)
{
	const struct todo_read *was = c->was;
	struct todo_time *start = &c->start;
	int32_t from, to;

	if (same_time(&was->start, &was->due) || !was->start.given ||
	    was->todo.due_date == NULL) {
		*start = c->due;
		return;
	}
	if (date_parse(was->todo.due_date, &from) &&
	    date_parse(c->to->due_date, &to))
		start->time.day += to - from;
	if (!same_form(&was->due, &c->due))
		*start = in_form_of_due(c, start);
	if (same_form(start, &c->due) && is_after(&start->time, &c->due.time))
		*start = c->due;
}

/* DTSTART so that DURATION still leads to the due time; false if it cannot. */
static bool
plan_by_span(struct todo_change *c)
{
	const struct ical_span back = { -c->was->span.days,
	    -c->was->span.seconds };
	struct todo_time start = c->due;

	start.time = ical_time_add(&c->due.time, &back);
	if (start.time.is_date != c->due.time.is_date)
		return false;
	c->start = start;
	return true;
}

void
due_plan(struct todo_change *c)
{
	bool ruled = (c->set & 1U << TODO_RULE) && c->to->rule != NULL;

	c->due = c->was->due;
	c->start = c->was->start;
	c->keeps_span = c->was->has_span;
	if (c->set & 1U << TODO_DUE) {
		c->due.given = c->keeps_span = false;
		if (c->to->due_date == NULL)
			return;
		plan_due(c);
		if (c->was->has_span && (c->keeps_span = plan_by_span(c)))
			return;
		if (c->was->start.given)
			plan_start(c);
	}
	if (ruled && !c->start.given)
		c->start = c->due;
}

void
due_write_time(struct todo_change *c, const char *name,
    const struct todo_time *t)
{
	char text[ICAL_TIME_SIZE];

	if (!t->given)
		return;
	ical_put(c->out, name);
	if (t->time.is_date)
		ical_put(c->out, ";VALUE=DATE");
	else if (t->tzid != NULL && !t->time.utc)
		ical_put(c->out, arena_printf(c->arena,
		    strpbrk(t->tzid, ":;,") != NULL ? ";TZID=\"%s\"" :
		    ";TZID=%s", t->tzid));
	ical_put_line(c->out, ":", ical_time_format(&t->time, text));
}
