#include "ical/read.h"

#include <string.h>

#include "base/arena.h"
#include "core/task/task.h"
#include "ical/alarm.h"
#include "ical/due.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/property.h"
#include "ical/todo.h"

/* Can a step have it, though a task has nothing of it? */
static bool
is_trifle(const struct ical_line *l)
{
	return ical_is(l, "SEQUENCE") || l->name_len == 0 ||
	    (l->name_len > 2 && strncasecmp(l->name, "X-", 2) == 0);
}

static void
read_property(struct reading *r, const struct ical_line *l)
{
	const struct property *p = property_of(r->arena, l);

	if (p != NULL && p->read != NULL && l->value != NULL)
		p->read(r, l);
	else if (p == NULL)
		r->to->plain &= is_trifle(l);
}

static void
read_todo_lines(struct reading *r, struct ical_lines *lines)
{
	struct alarm *alarms = NULL;
	struct ical_line l;
	int depth = 0;

	while (ical_next(r->arena, lines, &l)) {
		if (ical_is(&l, "BEGIN") && ical_value_is(&l, "VALARM") &&
		    depth == 1) {
			alarms = alarm_read(r->arena, r->item, &l, lines,
			    alarms);
			r->to->plain = false;
		} else if (ical_is(&l, "BEGIN"))
			r->to->plain &= depth++ == 0;
		else if (ical_is(&l, "END"))
			depth--;
		else if (depth == 1)
			read_property(r, &l);
	}
	due_decide(r->arena, r->to);
	alarm_decide(alarms, r->to);
}

void
todo_read(struct arena *a, const struct ical_item *item,
    const struct ical_component *part, const char *zone, struct todo_read *to)
{
	struct reading r = { .arena = a, .item = item, .to = to };
	struct ical_lines lines = { part->at, part->at + part->len };

	*to = (struct todo_read){ .plain = true, .zone = zone };
	read_todo_lines(&r, &lines);
	if (to->todo.title == NULL)
		to->todo.title = NO_TITLE;
	if (!to->has_status)
		to->todo.done = to->complete;
	if (!to->todo.done)
		to->todo.completed_at = 0;
	if (to->more_dates)
		to->todo.rule = NULL;
}
