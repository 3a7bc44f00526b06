/*
 * A calendar object of tasks (RFC 5545, section 3.4), as clients send one: a
 * VCALENDAR with a VTODO, its changed occurrences, and time zones.
 */
#ifndef ICAL_ITEM_H
#define ICAL_ITEM_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct ical_line;

enum ical_fault {
	ICAL_GOOD,
	ICAL_MALFORMED,		/* not UTF-8, a NUL, no VCALENDAR, a component
				 * that is not closed */
	ICAL_NOT_ONE,		/* METHOD; no VTODO; no UID, or several */
	ICAL_NOT_TODO		/* VEVENT or VJOURNAL */
};

/* A component, from its BEGIN to the line after its END. */
struct ical_component {
	const char	*at;
	size_t		 len;		/* 0: there is none */
};

struct ical_item {
	struct ical_component whole;		/* the text */
	const char	*end;		/* of its lines: "\r\n" or "\n" */
	const char	*uid;
	bool		 apple;		/* PRODID is that of a client of Apple */
	struct ical_component todo;	/* without RECURRENCE-ID; can be none */
	struct ical_component *occurrences;	/* the others, with one */
	size_t		 occurrence_count;
	struct ical_component *zones;
	size_t		 zone_count;
};

enum ical_fault	 ical_item_read(struct arena *, const char *text, size_t len,
		    struct ical_item *);
/* X-LIC-LOCATION of the VTIMEZONE of that TZID; NULL: there is none. */
const char	*ical_item_location(struct arena *, const struct ical_item *,
		    const char *tzid);
/* Has it a VTIMEZONE of that TZID? */
bool		 ical_item_has_zone(struct arena *, const struct ical_item *,
		    const char *tzid);

#endif
