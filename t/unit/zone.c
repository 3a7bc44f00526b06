/* lib/base/zone.c: which zones there are, and what their clocks show. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <stdlib.h>
#include <time.h>

#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"

static void
only_zones_of_tzdata_have_names(void **state)
{
	static const char *const good[] = {
		"UTC", "Etc/UTC", "Etc/GMT+5", "Etc/GMT-14", "Europe/Berlin",
		"America/Argentina/ComodRivadavia", "America/Port-au-Prince",
		"GMT0", "EST5EDT",
	};
	static const char *const bad[] = {
		"", ".", "..", "/", "Europe", "Europe/", "/Europe/Berlin",
		"Europe//Berlin", "Europe/./Berlin", "Europe/../Asia/Tokyo",
		"../zoneinfo/UTC", "/usr/share/zoneinfo/UTC", "posix/UTC",
		"right/UTC", "localtime", "posixrules", "Factory", "zone.tab",
		"zone1970.tab", "tzdata.zi", "leapseconds", "AAA-3", ":UTC",
		"Europe/Berlin ", "Europe/Berlin\n", "Europe\\Berlin",
		"Europe/Nowhere", "Europe/Berlin%00", "Europe/B\xc3\xa9rlin",
		("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(good); i++)
		if (!zone_valid(good[i]))
			fail_msg("\"%s\" is a zone", good[i]);
	for (i = 0; i < COUNT(bad); i++)
		if (zone_valid(bad[i]))
			fail_msg("\"%s\" is no zone", bad[i]);
}

/*
 * A wall clock, the moment it means, and what the clock really shows then
 * where that is not the same.
 */
static const struct {
	const char	*zone, *wall, *moment, *shown;
} clocks[] = {
	{ "UTC", "2024-05-05T05:05:05.000005Z", "2024-05-05T05:05:05.000005Z",
	    NULL },
	{ "Europe/Berlin", "2024-01-15T12:00:00Z", "2024-01-15T11:00:00Z",
	    NULL },
	{ "Europe/Berlin", "2024-07-15T00:30:00.25Z",
	    "2024-07-14T22:30:00.25Z", NULL },
	{ "Europe/Berlin", "2024-03-31T01:59:59Z", "2024-03-31T00:59:59Z",
	    NULL },
	{ "Europe/Berlin", "2024-03-31T02:00:00Z", "2024-03-31T01:00:00Z",
	    "2024-03-31T03:00:00Z" },
	{ "Europe/Berlin", "2024-03-31T02:30:00Z", "2024-03-31T01:30:00Z",
	    "2024-03-31T03:30:00Z" },
	{ "Europe/Berlin", "2024-03-31T03:00:00Z", "2024-03-31T01:00:00Z",
	    NULL },
	{ "Europe/Berlin", "2024-10-27T01:59:59Z", "2024-10-26T23:59:59Z",
	    NULL },
	{ "Europe/Berlin", "2024-10-27T02:30:00Z", "2024-10-27T00:30:00Z",
	    NULL },
	{ "Europe/Berlin", "2024-10-27T03:00:00Z", "2024-10-27T02:00:00Z",
	    NULL },
	/* Where no table reaches: the rule at the end of the file. */
	{ "Europe/Berlin", "2099-07-01T12:00:00Z", "2099-07-01T10:00:00Z",
	    NULL },
	{ "America/New_York", "2024-11-03T01:30:00Z", "2024-11-03T05:30:00Z",
	    NULL },
	{ "Australia/Lord_Howe", "2024-10-06T02:10:00Z",
	    "2024-10-05T15:40:00Z", "2024-10-06T02:40:00Z" },
	{ "Australia/Lord_Howe", "2024-04-07T01:45:00Z",
	    "2024-04-06T14:45:00Z", NULL },
	{ "Pacific/Apia", "2011-12-29T23:59:59Z", "2011-12-30T09:59:59Z",
	    NULL },
	{ "Pacific/Apia", "2011-12-30T00:00:00Z", "2011-12-30T10:00:00Z",
	    "2011-12-31T00:00:00Z" },
	{ "Pacific/Apia", "2011-12-30T23:59:59Z", "2011-12-31T09:59:59Z",
	    "2011-12-31T23:59:59Z" },
	{ "Pacific/Apia", "2011-12-31T00:00:00Z", "2011-12-30T10:00:00Z",
	    NULL },
	{ "Asia/Kathmandu", "2024-05-05T00:00:00Z", "2024-05-04T18:15:00Z",
	    NULL },
	/* Before zones: local mean time, seconds and all. */
	{ "Europe/Paris", "1800-01-01T00:00:00Z", "1799-12-31T23:50:39Z",
	    NULL },
	/* The last microsecond before a change, where numbers are negative. */
	{ "Europe/Berlin", "1916-04-30T22:59:59.999999Z",
	    "1916-04-30T21:59:59.999999Z", NULL },
	/* What is no zone is UTC, even where there is such a file. */
	{ "posix/Europe/Berlin", "2024-05-05T05:05:05Z",
	    "2024-05-05T05:05:05Z", NULL },
	{ "../zoneinfo/Europe/Berlin", "2024-05-05T05:05:05Z",
	    "2024-05-05T05:05:05Z", NULL },
	{ "Nowhere/Known", "2024-05-05T05:05:05Z", "2024-05-05T05:05:05Z",
	    NULL },
	{ "AAA-3", "2024-05-05T05:05:05Z", "2024-05-05T05:05:05Z", NULL },
};

static int64_t
stamp(const char *text)
{
	int64_t s;

	assert_true(stamp_parse(text, &s));
	return s;
}

static void
check_clock(size_t i)
{
	const char *shown = clocks[i].shown;
	int64_t wall = stamp(clocks[i].wall), moment, usec;
	int32_t day = (int32_t)((wall + 800000 * DAY) / DAY - 800000);
	char text[STAMP_SIZE];

	moment = zone_moment(clocks[i].zone, day, wall - day * DAY);
	if (moment != stamp(clocks[i].moment))
		fail_msg("%s in %s is %s", clocks[i].wall, clocks[i].zone,
		    stamp_format(moment, text));
	zone_local(clocks[i].zone, moment, &day, &usec);
	assert_true(usec >= 0 && usec < DAY);
	wall = day * DAY + usec;
	if (wall != stamp(shown != NULL ? shown : clocks[i].wall))
		fail_msg("%s in %s shows %s", clocks[i].moment,
		    clocks[i].zone, stamp_format(wall, text));
}

/* Forwards, backwards and each after every other: no zone sticks. */
static void
clocks_show_the_zones_time(void **state)
{
	size_t i, j;

	(void)state;
	for (i = 0; i < COUNT(clocks); i++)
		check_clock(i);
	for (i = 0; i < COUNT(clocks); i++) {
		for (j = 0; j < COUNT(clocks); j++) {
			check_clock(i);
			check_clock(j);
		}
	}
}

/* What the server's own zone is plays no part. */
static void
the_servers_own_zone_does_not_matter(void **state)
{
	int64_t usec;
	int32_t day;

	(void)state;
	setenv("TZ", "Asia/Tokyo", 1);
	tzset();
	zone_local("UTC", 23 * HOUR, &day, &usec);
	assert_int_equal(day, 0);
	assert_true(usec == 23 * HOUR);
	assert_true(zone_moment("UTC", -1, 30 * MINUTE) ==
	    30 * MINUTE - DAY);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_zones_of_tzdata_have_names),
		cmocka_unit_test(the_servers_own_zone_does_not_matter),
		cmocka_unit_test(clocks_show_the_zones_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
