#include "ical/zone_name.h"

#include <string.h>

#include "base/arena.h"
#include "base/zone.h"
#include "ical/windows_zones.h"

/* The longest end of it that is a zone. */
static const char *
zone_at_end(const char *tzid)
{
	const char *p = tzid;

	while (p != NULL && !zone_valid(p)) {
		p = strchr(p, '/');
		if (p != NULL)
			p++;
	}
	return p;
}

const char *
ical_zone_name(struct arena *a, const char *tzid, const char *location)
{
	const char *zone = zone_at_end(tzid), *windows;

	if (zone == NULL && (windows = windows_zone(tzid)) != NULL &&
	    zone_valid(windows))
		zone = windows;
	if (zone == NULL && location != NULL)
		zone = zone_at_end(location);
	return arena_str(a, zone);
}
