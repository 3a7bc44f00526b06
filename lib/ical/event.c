#include "ical/event.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/date.h"
#include "ical/calendar.h"
#include "ical/todo.h"

#define CHECK_MARK	"\xe2\x9c\x93 "		/* U+2713 */

static void
put_text_line(struct ical_out *o, const char *head, const char *text)
{
	if (text == NULL || text[0] == '\0')
		return;
	ical_put(o, head);
	ical_put_text(o, text);
	ical_end(o);
}

static void
put_stamp_line(struct ical_out *o, const char *head, int64_t at)
{
	struct ical_time t = ical_time_of_stamp(at);
	char text[ICAL_TIME_SIZE];

	ical_put_line(o, head, ical_time_format(&t, text));
}

static void
put_when(struct arena *a, struct ical_out *o, const struct todo *t)
{
	struct ical_time start = { .is_date = t->due_time == NULL };
	char text[ICAL_TIME_SIZE];

	date_parse(t->due_date, &start.day);
	if (t->due_time == NULL) {
		ical_put_line(o, "DTSTART;VALUE=DATE:",
		    ical_time_format(&start, text));
		return;
	}
	start.second = (atoi(t->due_time) * 60 + atoi(t->due_time + 3)) * 60;
	ical_put_line(o, t->due_zone == NULL ? "DTSTART:" :
	    arena_printf(a, "DTSTART;TZID=%s:", t->due_zone),
	    ical_time_format(&start, text));
	ical_put_line(o, "DURATION:", "PT30M");
}

static void
event_put_tags(struct ical_out *o, const struct todo *t)
{
	size_t i;

	if (t->tag_count == 0)
		return;
	ical_put(o, "CATEGORIES:");
	for (i = 0; i < t->tag_count; i++) {
		ical_put(o, i == 0 ? "" : ",");
		ical_put_text(o, t->tags[i]);
	}
	ical_end(o);
}

static void
put_reminder(struct ical_out *o, const struct todo *t)
{
	ical_put_line(o, "BEGIN:", "VALARM");
	ical_put_line(o, "ACTION:", "DISPLAY");
	put_text_line(o, "DESCRIPTION:", t->title);
	put_stamp_line(o, "TRIGGER;VALUE=DATE-TIME:", t->reminder_at);
	ical_put_line(o, "END:", "VALARM");
}

void
event_write(struct arena *a, struct calendar *c, const struct todo *t,
    const char *url, bool reminder)
{
	struct ical_out *o = &c->out;

	if (t->due_time != NULL && t->due_zone != NULL)
		calendar_add_zone(c, t->due_zone);
	ical_put_line(o, "BEGIN:", "VEVENT");
	ical_put_line(o, "UID:", arena_printf(a, "%s-event", t->uid));
	put_stamp_line(o, "DTSTAMP:", t->changed_at);
	put_stamp_line(o, "CREATED:", t->created_at);
	put_stamp_line(o, "LAST-MODIFIED:", t->changed_at);
	put_text_line(o, "SUMMARY:", t->done ? arena_printf(a, CHECK_MARK "%s",
	    t->title) : t->title);
	put_text_line(o, "DESCRIPTION:", t->notes);
	ical_put_line(o, "URL:", url);
	put_when(a, o, t);
	if (t->rule != NULL)
		ical_put_line(o, "RRULE:", t->rule);
	event_put_tags(o, t);
	ical_put_line(o, "TRANSP:", "TRANSPARENT");
	if (reminder && t->reminder_at != 0)
		put_reminder(o, t);
	ical_put_line(o, "END:", "VEVENT");
}
