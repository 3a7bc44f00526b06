/*
 * What clients call a time zone.
 */
#ifndef ICAL_ZONE_NAME_H
#define ICAL_ZONE_NAME_H

struct arena;

/*
 * The IANA name that a TZID stands for: it is one, ends with one after a slash
 * ("/citadel.org/20210210_1/Europe/Berlin"), or is a name of Windows; or else
 * location (X-LIC-LOCATION of its VTIMEZONE) is one, which may be NULL.  NULL:
 * this machine knows none.
 */
const char	*ical_zone_name(struct arena *, const char *tzid,
		    const char *location);

#endif
