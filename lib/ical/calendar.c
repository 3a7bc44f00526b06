#include "ical/calendar.h"

#include <string.h>

#include "base/arena.h"
#include "ical/item.h"
#include "ical/overlay.h"
#include "ical/vtimezone.h"

void
calendar_begin(struct calendar *c, struct arena *a, struct buf *to,
    const char *name)
{
	*c = (struct calendar){ .arena = a, .out = { .to = to,
	    .end = "\r\n" } };
	ical_begin(&c->out);
	if (name == NULL)
		return;
	ical_put(&c->out, "X-WR-CALNAME:");
	ical_put_text(&c->out, name);
	ical_end(&c->out);
}

/* False if it is there already. */
static bool
note_zone(struct calendar *c, const char *tzid)
{
	size_t i;

	for (i = 0; i < c->zone_count; i++)
		if (strcmp(c->zones[i], tzid) == 0)
			return false;
	c->zones = arena_more(c->arena, c->zones, c->zone_count,
	    sizeof(*c->zones));
	c->zones[c->zone_count++] = arena_str(c->arena, tzid);
	return true;
}

static const char *
tzid_of(struct arena *a, const struct ical_component *zone)
{
	struct ical_lines lines = { zone->at, zone->at + zone->len };
	struct ical_line l;

	while (ical_next(a, &lines, &l))
		if (ical_is(&l, "TZID"))
			return ical_text(a, &l);
	return "";
}

static void
add_calendar_part(struct calendar *c, const struct ical_component *part)
{
	buf_add(c->out.to, part->at, part->len);
}

void
calendar_add(struct calendar *c, struct arena *a, const char *text, size_t len)
{
	struct ical_item item;
	size_t i;

	if (ical_item_read(a, text, len, &item) != ICAL_GOOD)
		return;
	for (i = 0; i < item.zone_count; i++)
		if (note_zone(c, tzid_of(a, &item.zones[i])))
			add_calendar_part(c, &item.zones[i]);
	add_calendar_part(c, &item.todo);
	for (i = 0; i < item.occurrence_count; i++)
		add_calendar_part(c, &item.occurrences[i]);
}

void
calendar_add_zone(struct calendar *c, const char *zone)
{
	if (note_zone(c, zone))
		ical_put_zone(c->arena, &c->out, zone);
}

void
calendar_end(struct calendar *c)
{
	ical_put_line(&c->out, "END:", "VCALENDAR");
}
