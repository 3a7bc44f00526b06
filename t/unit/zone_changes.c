/*
 * Each change of the clocks of each zone in three years, with the C library as
 * oracle: what the clock shows (lib/base/zone.c), and that the reminder of a
 * repeating task stays at its time of day (lib/core/task/repeat.c).
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"
#include "core/task/repeat.h"

#define FROM	((time_t)1767225600)	/* 2026-01-01 */
#define DAYS	(3 * 365)
#define SECONDS	((time_t)86400)
#define USEC	((int64_t)1000000)

static const char *zone;
static int changes;

static long
offset(time_t t)
{
	struct tm tm;

	assert_non_null(localtime_r(&t, &tm));
	return tm.tm_gmtoff;
}

/*
 * When the clock shows that many seconds, around a change: the first time, or
 * in a gap as if the clock had not been changed yet.
 */
static time_t
moment(time_t wall, long before, long after)
{
	if (offset(wall - before) == before || offset(wall - after) != after)
		return wall - before;
	return wall - after;
}

static void
check_wall(time_t wall, long before, long after)
{
	int32_t day = (int32_t)(wall / SECONDS), shown;
	int64_t usec = wall % SECONDS * USEC, at;
	time_t want = moment(wall, before, after);
	time_t yesterday = moment(wall - SECONDS, before, after);

	if ((at = zone_moment(zone, day, usec)) != want * USEC)
		fail_msg("%s, %jd on its clock: %jd, not %jd", zone,
		    (intmax_t)wall, (intmax_t)(at / USEC), (intmax_t)want);
	zone_local(zone, at, &shown, &usec);
	if (shown * SECONDS + usec / USEC != want + offset(want))
		fail_msg("%s shows another time at %jd", zone, (intmax_t)want);
	at = repeat_reminder(zone, yesterday * USEC, day - 1, day);
	if (at != want * USEC)
		fail_msg("%s, a reminder of %jd is repeated at %jd, not %jd",
		    zone, (intmax_t)yesterday, (intmax_t)(at / USEC),
		    (intmax_t)want);
}

/* All that the clock shows from three hours before the change to three
 * after. */
static void
check_change(time_t change)
{
	long before = offset(change - 1), after = offset(change);
	time_t wall;

	changes++;
	for (wall = change + before - 3 * 3600;
	    wall <= change + after + 3 * 3600; wall += 900)
		check_wall(wall, before, after);
	check_wall(change + before - 1, before, after);
}

static void
check_zone(void)
{
	time_t t, low, high, middle;

	setenv("TZ", zone, 1);
	tzset();
	for (t = FROM; t < FROM + DAYS * SECONDS; t += SECONDS) {
		if (offset(t) == offset(t + SECONDS))
			continue;
		for (low = t, high = t + SECONDS; high - low > 1;) {
			middle = low + (high - low) / 2;
			if (offset(middle) == offset(t))
				low = middle;
			else
				high = middle;
		}
		check_change(high);
	}
}

/* Of a line of tzdata.zi: "Z NAME ...", or "L TARGET NAME". */
static const char *
name_of(char *line)
{
	const char *kind = strtok(line, " \n"), *name = strtok(NULL, " \n");

	if (kind != NULL && strcmp(kind, "L") == 0)
		return strtok(NULL, " \n");
	return kind != NULL && strcmp(kind, "Z") == 0 ? name : NULL;
}

static void
each_change_of_each_zone(void **state)
{
	FILE *in = fopen("/usr/share/zoneinfo/tzdata.zi", "r");
	char line[512];
	int zones = 0;

	(void)state;
	assert_non_null(in);
	while (fgets(line, sizeof(line), in) != NULL)
		if ((zone = name_of(line)) != NULL && zone_valid(zone)) {
			check_zone();
			zones++;
		}
	fclose(in);
	assert_true(zones > 400);
	assert_true(changes > 500);
	print_message("# %d zones, %d changes\n", zones, changes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_change_of_each_zone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
