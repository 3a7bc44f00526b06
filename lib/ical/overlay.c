#include "ical/overlay.h"

#include <string.h>

#include "base/arena.h"
#include "ical/alarm.h"
#include "ical/base.h"
#include "ical/due.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/property.h"
#include "ical/read.h"
#include "ical/todo.h"
#include "ical/vtimezone.h"

/* The walk over the VTODO that is changed. */
struct over {
	struct todo_change	*change;
	bool			 written[PROPERTIES];
	bool			 alarmed;	/* the reminder is written */
};

static void
add(struct over *o, const char *from, const char *end)
{
	buf_add(o->change->out->to, from, (size_t)(end - from));
}

static void
over_property(struct over *o, const struct ical_line *l)
{
	struct todo_change *c = o->change;
	const struct property *p = property_of(c->arena, l);

	if (p == NULL || !(p->members & c->set)) {
		buf_add(c->out->to, l->raw, l->raw_len);
		return;
	}
	if (!o->written[p - properties] && p->write != NULL)
		p->write(c, l);
	o->written[p - properties] = true;
}

/* What the text does not have, before its first alarm. */
static void
write_missing(struct over *o)
{
	const struct property *p;

	for (p = properties; p->name != NULL; p++) {
		if ((p->members & o->change->set) && p->write != NULL &&
		    !o->written[p - properties])
			p->write(o->change, NULL);
		o->written[p - properties] = true;
	}
}

static void
write_new_alarm(struct over *o)
{
	struct todo_change *c = o->change;

	if ((c->set & 1U << TODO_REMINDER) && c->to->reminder_at != 0 &&
	    c->was->trigger.alarm == NULL && !o->alarmed)
		alarm_write(c);
	o->alarmed = true;
}

/* Only the VTODO is changed; in changed occurrences it is its UID alone. */
static void
over_part(struct over *o, const struct ical_component *part)
{
	struct todo_change *c = o->change;
	struct ical_lines lines = { part->at, part->at + part->len };
	struct ical_line l;
	int depth = 0;

	while (ical_next(c->arena, &lines, &l)) {
		if (ical_is(&l, "BEGIN") && depth++ == 1) {
			write_missing(o);
			if (ical_value_is(&l, "VALARM")) {
				alarm_change(c, &l, &lines);
				depth--;
				continue;
			}
		}
		if (ical_is(&l, "END") && depth-- == 1) {
			write_missing(o);
			write_new_alarm(o);
		}
		if (depth == 1 && !ical_is(&l, "BEGIN") && !ical_is(&l, "END"))
			over_property(o, &l);
		else
			buf_add(c->out->to, l.raw, l.raw_len);
	}
}

/* An alarm moves with the dates that it refers to. */
static unsigned
decide_reminder(const struct todo_change *c)
{
	const struct todo_trigger *t = &c->was->trigger;
	const unsigned bit = 1U << TODO_REMINDER;

	if (t->alarm == NULL || !t->relative ||
	    !(c->set & 1U << TODO_DUE) || (!c->due.given && !c->start.given))
		return c->set & bit || (t->alarm != NULL && t->relative &&
		    (c->set & 1U << TODO_DUE)) ? bit : 0;
	return alarm_moment(t, &c->due, &c->start, c->was->zone) ==
	    c->to->reminder_at ? 0 : bit;
}

/* The zone that a new DUE refers to. */
static void
write_zone(struct todo_change *c, const struct ical_item *item)
{
	const char *zone = c->due.tzid, *old = c->was->due.tzid;

	if ((c->set & 1U << TODO_DUE) && c->due.given && zone != NULL &&
	    (old == NULL || strcmp(old, zone) != 0) &&
	    !ical_item_has_zone(c->arena, item, zone))
		ical_put_zone(c->arena, c->out, zone);
}

/* A changed occurrence has the UID of the others; nothing else of it
 * changes. */
static void
over_occurrence(struct over *o, const struct ical_component *part)
{
	struct over of = { .change = o->change, .alarmed = true };
	const unsigned set = o->change->set;

	o->change->set &= 1U << TODO_UID;
	over_part(&of, part);
	o->change->set = set;
}

/* The parts of the text in their order. */
static void
over_item(struct over *o, const struct ical_item *item)
{
	const char *at = item->whole.at, *end = at + item->whole.len;
	const struct ical_component *part;
	size_t i = 0;
	bool todo = false;

	while (!todo || i < item->occurrence_count) {
		if (!todo && (i == item->occurrence_count ||
		    item->todo.at < item->occurrences[i].at)) {
			part = &item->todo;
			todo = true;
			add(o, at, part->at);
			write_zone(o->change, item);
			over_part(o, part);
		} else {
			part = &item->occurrences[i++];
			add(o, at, part->at);
			over_occurrence(o, part);
		}
		at = part->at + part->len;
	}
	add(o, at, end);
}

void
todo_overlay(struct arena *a, struct buf *to, const struct ical_item *item,
    const struct todo *t, unsigned set, const char *zone)
{
	struct ical_out out = { .to = to, .end = item->end };
	struct todo_read was;
	struct todo_change c = { .arena = a, .out = &out, .to = t, .was = &was,
	    .set = set };
	struct over o = { .change = &c };

	if (set == 0 || item->todo.len == 0) {
		buf_add(to, item->whole.at, item->whole.len);
		return;
	}
	todo_read(a, item, &item->todo, zone, &was);
	due_plan(&c);
	c.set = (set & ~(1U << TODO_REMINDER)) | decide_reminder(&c);
	over_item(&o, item);
}

static void
write_stamp_line(struct ical_out *out, const char *name, int64_t at)
{
	struct ical_time t = ical_time_of_stamp(at);
	char text[ICAL_TIME_SIZE];

	ical_put_line(out, name, ical_time_format(&t, text));
}

void
todo_write_part(struct arena *a, struct ical_out *out, const struct todo *t)
{
	static const struct todo_read none = { .zone = "UTC" };
	struct todo_change c = { .arena = a, .out = out, .to = t, .was = &none,
	    .set = TODO_ALL };
	struct over o = { .change = &c };

	due_plan(&c);
	ical_put_line(out, "BEGIN:", "VTODO");
	write_stamp_line(out, "DTSTAMP:", t->changed_at);
	write_stamp_line(out, "CREATED:", t->created_at);
	write_stamp_line(out, "LAST-MODIFIED:", t->changed_at);
	write_missing(&o);
	write_new_alarm(&o);
	ical_put_line(out, "END:", "VTODO");
}

void
ical_begin(struct ical_out *out)
{
	ical_put_line(out, "BEGIN:", "VCALENDAR");
	ical_put_line(out, "VERSION:", "2.0");
	ical_put_line(out, "PRODID:", "-//Docket//EN");
}

void
todo_write(struct arena *a, struct buf *to, const struct todo *t)
{
	struct ical_out out = { .to = to, .end = "\r\n" };

	ical_begin(&out);
	if (t->due_time != NULL && t->due_zone != NULL)
		ical_put_zone(a, &out, t->due_zone);
	todo_write_part(a, &out, t);
	ical_put_line(&out, "END:", "VCALENDAR");
}
