/*
 * Time zones, by the C library's TZ and tzset().  Nothing else in these
 * programs uses local time, so the process stays in the last zone, and using
 * the same one again costs nothing.
 */
#include "base/zone.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"

#define ZONE_DIR	"/usr/share/zoneinfo/"
#define ZONE_MAX	63
#define RULE_MAX	128	/* bytes of the longest rule, and more */

/* The characters of IANA names, in segments of which none is empty. */
static bool
zone_well_formed(const char *zone)
{
	static const char *const not_zones[] = {
		"posix/", "right/", "localtime", "posixrules", "Factory"
	};
	size_t i, len = strlen(zone);

	if (len == 0 || len > ZONE_MAX || zone[0] == '/' ||
	    zone[len - 1] == '/' || strstr(zone, "//") != NULL)
		return false;
	if (zone[strspn(zone, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789+-_/")] != '\0')
		return false;
	for (i = 0; i < COUNT(not_zones); i++)
		if (strncmp(zone, not_zones[i], strlen(not_zones[i])) == 0)
			return false;
	return true;
}

/* Opens the file of a zone; -1: there is none. */
static int
zone_open(const char *zone)
{
	char path[sizeof(ZONE_DIR) + ZONE_MAX], magic[4];
	int fd;

	if (!zone_well_formed(zone))
		return -1;
	snprintf(path, sizeof(path), ZONE_DIR "%s", zone);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd == -1 && errno != ENOENT && errno != ENOTDIR)
		fatal(FATAL_INTERNAL, "%s: %m", path);
	if (fd != -1 && (read(fd, magic, sizeof(magic)) != sizeof(magic) ||
	    memcmp(magic, "TZif", sizeof(magic)) != 0)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Callers ask for the same one again and again. */
bool
zone_valid(const char *zone)
{
	static char last[ZONE_MAX + 1];
	int fd;

	if (last[0] != '\0' && strcmp(zone, last) == 0)
		return true;
	if ((fd = zone_open(zone)) == -1)
		return false;
	close(fd);
	snprintf(last, sizeof(last), "%s", zone);
	return true;
}

/* The last line of the file, which RFC 8536 puts between two line ends. */
const char *
zone_rule(struct arena *a, const char *zone)
{
	char end[RULE_MAX];
	int fd = zone_open(zone);
	ssize_t n = -1, from;

	if (fd == -1)
		return NULL;
	from = lseek(fd, 0, SEEK_END) - (off_t)sizeof(end);
	if (lseek(fd, from < 0 ? 0 : from, SEEK_SET) != -1)
		n = read(fd, end, sizeof(end));
	close(fd);
	/* cppcheck-suppress legacyUninitvar -- read() has set n of them */
	if (n < 2 || end[n - 1] != '\n')
		return NULL;
	for (from = n - 1; from > 0 && end[from - 1] != '\n'; from--)
		continue;
	return from == 0 || from == n - 1 ? NULL :
	    arena_dup(a, end + from, (size_t)(n - 1 - from));
}

bool
zone_installed(void)
{
	return zone_valid("Europe/Berlin");
}

/*
 * Puts the process into a zone; false for UTC, which needs none.  The path is
 * absolute, so that neither a rule ("ABC-5") nor TZDIR interferes.
 */
static bool
zone_enter(const char *zone)
{
	static char current[ZONE_MAX + 1];
	char tz[sizeof(":" ZONE_DIR) + ZONE_MAX];

	if (strcmp(zone, "UTC") == 0)
		return false;
	if (strcmp(zone, current) == 0)
		return true;
	if (!zone_valid(zone))
		return false;
	snprintf(tz, sizeof(tz), ":" ZONE_DIR "%s", zone);
	if (setenv("TZ", tz, 1) == -1)
		fatal(FATAL_INTERNAL, "cannot set the time zone: %m");
	tzset();
	snprintf(current, sizeof(current), "%s", zone);
	return true;
}

/* Microseconds east of UTC at a moment. */
static int64_t
zone_offset(const char *zone, int64_t stamp)
{
	time_t t = floor_div(stamp, SECOND);
	struct tm tm;

	if (!zone_enter(zone) || localtime_r(&t, &tm) == NULL)
		return 0;
	return tm.tm_gmtoff * SECOND;
}

void
zone_local(const char *zone, int64_t stamp, int32_t *day, int64_t *usec)
{
	int64_t local = stamp + zone_offset(zone, stamp);

	*day = (int32_t)floor_div(local, DAY);
	*usec = local - *day * DAY;
}

/*
 * Offsets are less than a day.  So the ones in force a day before and a day
 * after the wall clock's time in UTC are those on either side of a change.
 */
int64_t
zone_moment(const char *zone, int32_t day, int64_t usec)
{
	int64_t wall = day * DAY + usec;
	int64_t before = zone_offset(zone, wall - DAY);
	int64_t after = zone_offset(zone, wall + DAY);

	if (zone_offset(zone, wall - before) == before)
		return wall - before;
	if (zone_offset(zone, wall - after) == after)
		return wall - after;
	return wall - before;
}
