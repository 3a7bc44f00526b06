/*
 * Time zones: between stamps and what a clock on the wall shows.
 */
#ifndef BASE_ZONE_H
#define BASE_ZONE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

/*
 * Does this machine have a time zone of this name (IANA names, as files of TZif
 * below the zoneinfo directory)?  No absolute paths, no dot segments, not
 * "posix/", "right/", "localtime" and the like.
 */
bool	 zone_valid(const char *);
/* The rule of a zone for the time after its file's last change, as POSIX's TZ
 * has it: "CET-1CEST,M3.5.0,M10.5.0/3" (RFC 8536, section 3.3).  NULL: this
 * machine has no such zone, or its file no rule. */
const char *zone_rule(struct arena *, const char *);
/* Does it have time zones at all? */
bool	 zone_installed(void);
#define ZONE_NONE	"there are no time zones in /usr/share/zoneinfo: every " \
			"user gets the days of UTC"
/*
 * The local day of a moment in a zone, and the microsecond of its wall clock.
 * An unknown zone counts as UTC.
 */
void	 zone_local(const char *zone, int64_t stamp, int32_t *day,
	    int64_t *usec);
/*
 * The moment of a wall-clock time.  In a gap the time is moved forward by the
 * gap's length (02:30 in a gap of one hour is 03:30); if it occurs twice, the
 * first is meant.
 */
int64_t	 zone_moment(const char *zone, int32_t day, int64_t usec);

#endif
