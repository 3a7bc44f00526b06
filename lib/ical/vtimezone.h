/*
 * A VTIMEZONE for an IANA time zone (RFC 5545, section 3.6.5), made from the
 * rule at the end of its file (zone_rule()): it is right for the present and
 * the future, not for the past.
 */
#ifndef ICAL_VTIMEZONE_H
#define ICAL_VTIMEZONE_H

#include <stdbool.h>

struct arena;
struct ical_out;

/* Writes it.  False, and nothing is written, if this machine does not know the
 * zone, or its rule cannot be said in iCalendar. */
bool	 ical_put_zone(struct arena *, struct ical_out *, const char *zone);

#endif
