#include "ical/alarm.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "ical/due.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/todo.h"

/* What Apple's clients write into an alarm that must not ring. */
#define NO_ALARM	"19760401T005545Z"
#define MOMENT_END	(INT64_C(2932897) * DAY)	/* 10000-01-01 */

struct alarm {
	struct alarm	*next;
	struct todo_trigger trigger;
	bool		 given;		/* it has a trigger that can be read */
	bool		 shows;		/* DISPLAY or AUDIO */
	bool		 at_place;
	bool		 never;
	int64_t		 acknowledged;	/* 0: not */
};

static void
read_trigger(struct arena *a, const struct ical_item *item,
    const struct ical_line *l, struct alarm *alarm)
{
	struct todo_trigger *t = &alarm->trigger;
	const char *value = ical_value(a, l), *related;
	struct todo_time time = { .given = false };

	if (strcmp(value, NO_ALARM) == 0) {
		alarm->never = true;
		return;
	}
	if (ical_span_parse(value, &t->span)) {
		related = ical_param(a, l, "RELATED");
		t->relative = alarm->given = true;
		t->from_due = related != NULL &&
		    strcasecmp(related, "END") == 0;
		return;
	}
	due_read_time(a, item, l, &time);
	alarm->given = time.given && time.time.utc;
	t->at = alarm->given ? ical_time_stamp(&time.time) : 0;
}

static void
alarm_property(struct arena *a, const struct ical_item *item,
    const struct ical_line *l, struct alarm *alarm)
{
	struct ical_time t;

	if (ical_is(l, "TRIGGER"))
		read_trigger(a, item, l, alarm);
	else if (ical_is(l, "ACTION"))
		alarm->shows = ical_value_is(l, "DISPLAY") ||
		    ical_value_is(l, "AUDIO");
	else if (ical_is(l, "X-APPLE-PROXIMITY"))
		alarm->at_place = true;
	else if (ical_is(l, "ACKNOWLEDGED") &&
	    ical_time_parse(ical_value(a, l), &t))
		alarm->acknowledged = ical_time_stamp(&t);
}

/* The next line of an alarm; false at its end, which is taken.  What is nested
 * in it belongs to it, too. */
static bool
alarm_next(struct arena *a, struct ical_lines *lines, struct ical_line *l,
    int *depth)
{
	if (!ical_next(a, lines, l))
		return false;
	if (ical_is(l, "BEGIN"))
		++*depth;
	return !ical_is(l, "END") || --*depth > 0;
}

struct alarm *
alarm_read(struct arena *a, const struct ical_item *item,
    const struct ical_line *begin, struct ical_lines *lines,
    struct alarm *others)
{
	struct alarm *alarm = arena_alloc(a, sizeof(*alarm));
	struct ical_line l;
	int depth = 1;

	alarm->trigger.alarm = begin->raw;
	while (alarm_next(a, lines, &l, &depth))
		if (depth == 1)
			alarm_property(a, item, &l, alarm);
	alarm->next = others;
	return alarm;
}

int64_t
alarm_moment(const struct todo_trigger *t, const struct todo_time *due,
    const struct todo_time *start, const char *zone)
{
	struct todo_time from = t->from_due || !start->given ? *due : *start;
	struct ical_span days = { t->span.days, 0 };

	if (!t->relative)
		return t->at;
	/* Days on the clock, then exact hours (RFC 5545, section 3.3.6). */
	from.time = ical_time_add(&from.time, &days);
	return due_moment(&from, zone) + t->span.seconds * SECOND;
}

void
alarm_decide(const struct alarm *alarm, struct todo_read *r)
{
	struct todo_time due = r->due;
	int64_t at;

	if (r->has_span) {
		due = r->start;
		due.time = ical_time_add(&due.time, &r->span);
	}
	for (; alarm != NULL; alarm = alarm->next) {
		if (!alarm->given || !alarm->shows || alarm->at_place ||
		    (alarm->trigger.relative && !due.given && !r->start.given))
			continue;
		at = alarm_moment(&alarm->trigger, &due, &r->start, r->zone);
		if (at <= 0 || at >= MOMENT_END || (alarm->acknowledged != 0 &&
		    alarm->acknowledged >= at))
			continue;
		/* The list is in reverse order: of two at once, the first. */
		if (r->trigger.alarm == NULL || at <= r->todo.reminder_at) {
			r->trigger = alarm->trigger;
			r->todo.reminder_at = at;
		}
	}
}

static void
write_trigger(struct todo_change *c)
{
	struct ical_time t = ical_time_of_stamp(c->to->reminder_at);
	char text[ICAL_TIME_SIZE];

	ical_put_line(c->out, "TRIGGER;VALUE=DATE-TIME:",
	    ical_time_format(&t, text));
}

static void
copy_alarm(struct todo_change *c, const struct ical_line *begin,
    const struct ical_lines *after)
{
	buf_add(c->out->to, begin->raw, (size_t)(after->at - begin->raw));
}

void
alarm_change(struct todo_change *c, const struct ical_line *begin,
    struct ical_lines *lines)
{
	static const struct ical_item none;
	const struct ical_lines start = *lines;
	const struct alarm *alarm = alarm_read(c->arena, &none, begin, lines,
	    NULL);
	struct ical_lines inside = start;
	struct ical_line l;
	int depth = 1;

	if (!(c->set & 1U << TODO_REMINDER) || (c->to->reminder_at == 0 ?
	    !alarm->shows || alarm->at_place || alarm->never :
	    begin->raw != c->was->trigger.alarm)) {
		copy_alarm(c, begin, lines);
		return;
	}
	if (c->to->reminder_at == 0)
		return;
	copy_alarm(c, begin, &start);
	while (alarm_next(c->arena, &inside, &l, &depth))
		if (depth == 1 && ical_is(&l, "TRIGGER"))
			write_trigger(c);
		else if (depth != 1 || !ical_is(&l, "ACKNOWLEDGED"))
			buf_add(c->out->to, l.raw, l.raw_len);
	buf_add(c->out->to, l.raw, l.raw_len);
}

void
alarm_write(struct todo_change *c)
{
	ical_put_line(c->out, "BEGIN:", "VALARM");
	ical_put_line(c->out, "ACTION:", "DISPLAY");
	ical_put(c->out, "DESCRIPTION:");
	ical_put_text(c->out, c->to->title);
	ical_end(c->out);
	write_trigger(c);
	ical_put_line(c->out, "END:", "VALARM");
}
