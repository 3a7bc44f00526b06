#include "ical/item.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "ical/line.h"

#define DEPTH_MAX	8	/* of components in components */

/* Kinds of components that matter. */
enum kind { OTHER, CALENDAR, TODO, ZONE };

/* The walk over a text. */
struct walk {
	struct arena	*arena;
	struct ical_item *item;
	const char	*names[DEPTH_MAX];	/* of the open components */
	size_t		 lengths[DEPTH_MAX];
	int		 depth;
	bool		 begun, ended;		/* the VCALENDAR */
	/* The component of depth 2 that is open. */
	enum kind	 kind;
	const char	*from;
	bool		 has_uid, is_occurrence;
	enum ical_fault	 fault;
};

static void
walk_fault(struct walk *w, enum ical_fault fault)
{
	if (w->fault == ICAL_GOOD || fault == ICAL_MALFORMED)
		w->fault = fault;
}

static struct ical_component *
add_part(struct walk *w, struct ical_component **all, size_t *count)
{
	*all = arena_more(w->arena, *all, *count, sizeof(**all));
	return &(*all)[(*count)++];
}

/* A component of depth 2 begins. */
static void
begin_component(struct walk *w, const struct ical_line *l)
{
	static const char *const others[] = { "VEVENT", "VJOURNAL",
		"VFREEBUSY" };
	size_t i;

	w->kind = ical_value_is(l, "VTODO") ? TODO :
	    ical_value_is(l, "VTIMEZONE") ? ZONE : OTHER;
	w->from = l->raw;
	w->has_uid = w->is_occurrence = false;
	for (i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (ical_value_is(l, others[i]))
			walk_fault(w, ICAL_NOT_TODO);
}

static void
end_component(struct walk *w, const char *end)
{
	struct ical_component part = { w->from, (size_t)(end - w->from) };
	struct ical_item *item = w->item;

	if (w->kind == ZONE)
		*add_part(w, &item->zones, &item->zone_count) = part;
	if (w->kind != TODO)
		return;
	if (!w->has_uid || (!w->is_occurrence && item->todo.len > 0))
		walk_fault(w, ICAL_NOT_ONE);
	else if (w->is_occurrence)
		*add_part(w, &item->occurrences, &item->occurrence_count) =
		    part;
	else
		item->todo = part;
}

static bool
walk_begin(struct walk *w, const struct ical_line *l)
{
	if (w->depth == 0) {
		if (w->ended)
			walk_fault(w, ICAL_NOT_ONE);
		if (!ical_value_is(l, "VCALENDAR"))
			return false;
		w->begun = true;
	}
	if (w->depth == DEPTH_MAX || l->value == NULL)
		return false;
	if (w->depth == 1)
		begin_component(w, l);
	w->names[w->depth] = l->value;
	w->lengths[w->depth++] = l->value_len;
	return true;
}

static bool
walk_end(struct walk *w, const struct ical_line *l)
{
	size_t len;

	if (w->depth == 0)
		return false;
	len = w->lengths[--w->depth];
	if (l->value == NULL || l->value_len != len ||
	    strncasecmp(l->value, w->names[w->depth], len) != 0)
		return false;
	if (w->depth == 1)
		end_component(w, l->raw + l->raw_len);
	w->ended |= w->depth == 0;
	return true;
}

static void
take_uid(struct walk *w, const struct ical_line *l)
{
	const char *uid = ical_text(w->arena, l);

	if (uid[0] == '\0')
		return;
	w->has_uid = true;
	if (w->item->uid == NULL)
		w->item->uid = uid;
	else if (strcmp(uid, w->item->uid) != 0)
		walk_fault(w, ICAL_NOT_ONE);
}

static void
walk_property(struct walk *w, const struct ical_line *l)
{
	if (w->depth == 1 && ical_is(l, "METHOD"))
		walk_fault(w, ICAL_NOT_ONE);
	if (w->depth == 1 && ical_is(l, "PRODID"))
		w->item->apple = strstr(ical_value(w->arena, l), "Apple") !=
		    NULL;
	if (w->depth != 2 || w->kind != TODO)
		return;
	if (ical_is(l, "UID"))
		take_uid(w, l);
	else if (ical_is(l, "RECURRENCE-ID"))
		w->is_occurrence = true;
}

static bool
walk_line(struct walk *w, const struct ical_line *l)
{
	if (ical_is(l, "BEGIN"))
		return walk_begin(w, l);
	if (ical_is(l, "END"))
		return walk_end(w, l);
	if (w->depth > 0)
		walk_property(w, l);
	else if (l->name_len > 0 || l->value != NULL)
		return false;
	return true;
}

enum ical_fault
ical_item_read(struct arena *a, const char *text, size_t len,
    struct ical_item *item)
{
	struct walk w = { .arena = a, .item = item };
	struct ical_lines lines = { text, text + len };
	const char *eol = memchr(text, '\n', len);
	struct ical_line l;

	*item = (struct ical_item){ .whole = { text, len },
	    .end = eol != NULL && eol > text && eol[-1] == '\r' ? "\r\n" :
	    "\n" };
	if (!text_valid(text, len))
		return ICAL_MALFORMED;
	while (ical_next(a, &lines, &l))
		if (!walk_line(&w, &l))
			return ICAL_MALFORMED;
	if (w.depth != 0 || !w.begun)
		return ICAL_MALFORMED;
	if (w.fault == ICAL_GOOD && item->todo.len == 0 &&
	    item->occurrence_count == 0)
		return ICAL_NOT_ONE;
	return w.fault;
}

/* The VTIMEZONE of that TZID; false: there is none. */
static bool
find_zone(struct arena *a, const struct ical_item *item, const char *tzid,
    const char **location)
{
	struct ical_lines lines;
	struct ical_line l;
	bool found;
	size_t i;

	for (i = 0; i < item->zone_count; i++) {
		lines = (struct ical_lines){ item->zones[i].at,
		    item->zones[i].at + item->zones[i].len };
		*location = NULL;
		found = false;
		while (ical_next(a, &lines, &l))
			if (ical_is(&l, "TZID"))
				found = strcmp(ical_text(a, &l), tzid) == 0;
			else if (ical_is(&l, "X-LIC-LOCATION"))
				*location = ical_text(a, &l);
		if (found)
			return true;
	}
	return false;
}

const char *
ical_item_location(struct arena *a, const struct ical_item *item,
    const char *tzid)
{
	const char *location;

	return find_zone(a, item, tzid, &location) ? location : NULL;
}

bool
ical_item_has_zone(struct arena *a, const struct ical_item *item,
    const char *tzid)
{
	const char *location;

	return find_zone(a, item, tzid, &location);
}
