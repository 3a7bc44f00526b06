/*
 * The names that Windows gives to time zones.  The table says of each the zone
 * that Unicode's CLDR gives for the world (supplemental/windowsZones.xml,
 * territory 001).
 */
#ifndef ICAL_WINDOWS_ZONES_H
#define ICAL_WINDOWS_ZONES_H

/* The IANA name, as "Europe/Berlin" for "W. Europe Standard Time"; NULL: that
 * is not a name of Windows. */
const char	*windows_zone(const char *name);

#endif
