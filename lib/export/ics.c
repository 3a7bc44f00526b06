/*
 * iCalendar (RFC 5545): a calendar for each list, one behind the other in a
 * stream (section 3.4).  A step is a VTODO that names its task.
 */
#include "export/ics.h"

#include <string.h>

#include "base/arena.h"
#include "ical/line.h"
#include "ical/overlay.h"
#include "ical/todo.h"
#include "ical/vtimezone.h"

static struct ical_out
ical_of(struct export_out *out)
{
	return (struct ical_out){ .to = out->to, .end = "\r\n" };
}

/* Once for each zone of the calendar. */
static void
put_zone(struct export_out *out, struct ical_out *to, const char *zone)
{
	size_t i;

	for (i = 0; i < out->zone_count; i++)
		if (strcmp(out->zones[i], zone) == 0)
			return;
	if (i == 0)
		out->zones = NULL;
	out->zones = arena_more(out->list_arena, out->zones, i,
	    sizeof(*out->zones));
	out->zones[out->zone_count++] = arena_str(out->list_arena, zone);
	ical_put_zone(out->arena, to, zone);
}

static void
calendar_step(struct export_out *out, struct ical_out *to, const struct step *s,
    const char *task)
{
	const struct todo t = { .title = s->title, .done = s->done,
	    .uid = s->id, .parent = task, .created_at = s->created_at,
	    .changed_at = s->stamp };

	todo_write_part(out->arena, to, &t);
}

static void
ics_task(struct export_out *out, const struct export_task *t)
{
	const struct task *k = &t->task;
	const struct todo todo = { .title = k->title, .notes = k->notes,
	    .done = k->done, .completed_at = k->completed_at,
	    .starred = k->starred, .due_date = k->due_date,
	    .due_time = k->due_time, .due_zone = k->due_zone,
	    .rule = k->rule, .reminder_at = k->reminder_at,
	    .tags = t->tags, .tag_count = t->tag_count, .uid = k->id,
	    .created_at = k->created_at, .changed_at = k->stamp };
	struct ical_out to = ical_of(out);
	size_t i;

	if (k->due_time != NULL && k->due_zone != NULL)
		put_zone(out, &to, k->due_zone);
	todo_write_part(out->arena, &to, &todo);
	for (i = 0; i < t->step_count; i++)
		calendar_step(out, &to, &t->steps[i], k->id);
}

static void
ics_begin_list(struct export_out *out, const struct list *l)
{
	struct ical_out to = ical_of(out);

	ical_begin(&to);
	ical_put(&to, "X-WR-CALNAME:");
	ical_put_text(&to, l->title);
	ical_end(&to);
}

static void
ics_end_list(struct export_out *out)
{
	struct ical_out to = ical_of(out);

	ical_put_line(&to, "END:", "VCALENDAR");
}

const struct export_format export_ics = {
	.name = "ics", .type = "text/calendar; charset=utf-8",
	.extension = "ics", .archived = true,
	.begin_list = ics_begin_list, .task = ics_task, .end_list = ics_end_list
};
