/*
 * Many tasks as one calendar: a VCALENDAR with each time zone once.
 */
#ifndef ICAL_CALENDAR_H
#define ICAL_CALENDAR_H

#include <stddef.h>

#include "ical/line.h"

struct arena;
struct buf;

struct calendar {
	struct arena	*arena;		/* lasts as long as the calendar */
	struct ical_out	 out;
	const char	**zones;	/* the TZIDs that it has */
	size_t		 zone_count;
};

/* Begins one; name: X-WR-CALNAME, or NULL. */
void	 calendar_begin(struct calendar *, struct arena *, struct buf *,
	    const char *name);
/* Adds what a text of our own or of a client has; a: for this text alone. */
void	 calendar_add(struct calendar *, struct arena *a, const char *text,
	    size_t len);
/* Adds the VTIMEZONE of an IANA zone, unless it is there. */
void	 calendar_add_zone(struct calendar *, const char *zone);
void	 calendar_end(struct calendar *);

#endif
