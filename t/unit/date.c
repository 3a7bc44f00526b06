/* lib/base/date.c: the calendar and its texts. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <string.h>
#include <time.h>

#include "base/base.h"
#include "base/date.h"

static const int32_t first_day = -719162, last_day = 2932896;

/* Every day of the years 1 to 9999, against a calendar that only counts. */
static void
every_day_is_as_counted(void **state)
{
	static const int lengths[] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
	};
	struct civil want = { 1, 1, 1 }, got;
	int32_t day;
	int length, dow = 0;		/* 0001-01-01 was a Monday */

	(void)state;
	for (day = first_day; day <= last_day; day++, dow = (dow + 1) % 7) {
		length = lengths[want.month - 1];
		if (want.month == 2 && (want.year % 400 == 0 ||
		    (want.year % 4 == 0 && want.year % 100 != 0)))
			length = 29;
		got = civil_from_day(day);
		if (memcmp(&got, &want, sizeof(got)) != 0 ||
		    day_from_civil(want) != day || weekday(day) != dow ||
		    days_in_month(want.year, want.month) != length)
			fail_msg("day %d", (int)day);
		if (++want.day > length) {
			want.day = 1;
			want.year += want.month / 12;
			want.month = want.month % 12 + 1;
		}
	}
	assert_int_equal(want.year, 10000);
}

static void
days_outside_the_calendar_convert(void **state)
{
	static const int32_t days[] = {
		INT32_MIN, -720000, 5000000, INT32_MAX
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(days); i++)
		assert_int_equal(day_from_civil(civil_from_day(days[i])),
		    days[i]);
}

static void
dates_are_read_and_written(void **state)
{
	static const struct {
		const char	*text;
		int32_t		 day;
	} good[] = {
		{ "0001-01-01", -719162 }, { "1969-12-31", -1 },
		{ "1970-01-01", 0 }, { "2000-02-29", 11016 },
		{ "2024-02-29", 19782 }, { "9999-12-31", 2932896 },
	};
	static const char *const bad[] = {
		"", "2024", "2024-01", "2024-01-", "2024-01-1", "2024-1-01",
		"0000-01-01", "2024-00-01", "2024-13-01", "2024-01-00",
		"2024-01-32", "2023-02-29", "1900-02-29", "2024-04-31",
		"2024/01/01", "2024-01-01 ", " 2024-01-01", "2024-01-01T",
		"+024-01-01", "-001-01-01", "20240101", "12024-01-01",
		"2024-01-0x", "2024-W01-1",
	};
	char out[DATE_SIZE];
	int32_t day = 77;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(bad); i++)
		if (date_parse(bad[i], &day) || day != 77)
			fail_msg("\"%s\" is not a date", bad[i]);
	for (i = 0; i < COUNT(good); i++) {
		assert_true(date_parse(good[i].text, &day));
		assert_int_equal(day, good[i].day);
		assert_string_equal(date_format(day, out), good[i].text);
	}
}

static void
stamps_are_read_and_written(void **state)
{
	static const struct {
		const char	*in, *out;
	} pairs[] = {
		{ "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000Z" },
		{ "1969-12-31T23:59:59.999999Z",
		    "1969-12-31T23:59:59.999999Z" },
		{ "2024-02-29t12:34:56.7z", "2024-02-29T12:34:56.700000Z" },
		{ "2024-02-29 12:34:56.000001Z",
		    "2024-02-29T12:34:56.000001Z" },
		{ "2024-02-29T12:34:56.123456999Z",
		    "2024-02-29T12:34:56.123456Z" },
		{ "2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00.000000Z" },
		{ "2024-02-29T23:30:00-00:45", "2024-03-01T00:15:00.000000Z" },
		{ "2024-01-01T00:00:00-00:00", "2024-01-01T00:00:00.000000Z" },
		{ "2024-01-01T00:00:00+23:59", "2023-12-31T00:01:00.000000Z" },
		{ "2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000000Z" },
		{ "2016-12-31T23:59:60.9Z", "2017-01-01T00:00:00.000000Z" },
		{ "2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00.000000Z" },
		{ "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z" },
		{ "0001-01-01T01:00:00+01:00", "0001-01-01T00:00:00.000000Z" },
		{ "9999-12-31T23:59:59.999999Z",
		    "9999-12-31T23:59:59.999999Z" },
		{ "9999-12-31T22:59:59-01:00", "9999-12-31T23:59:59.000000Z" },
	};
	char out[STAMP_SIZE];
	int64_t stamp;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(pairs); i++) {
		if (!stamp_parse(pairs[i].in, &stamp))
			fail_msg("%s is a stamp", pairs[i].in);
		assert_string_equal(stamp_format(stamp, out), pairs[i].out);
	}
	assert_true(stamp_parse("1970-01-02T00:00:00.000001Z", &stamp));
	assert_true(stamp == DAY + 1);
}

static void
malformed_stamps_are_refused(void **state)
{
	static const char *const bad[] = {
		"", "2024-01-01", "2024-01-01T", "2024-01-01T00:00Z",
		"2024-01-01T00:00:00", "2024-01-01T00:00:00.Z",
		"2024-01-01T00:00:00,5Z", "2024-01-01T00:00:00.1234567890Z",
		"2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
		"2024-01-01T00:00:61Z", "2024-01-01T12:00:60Z",
		"2024-01-01T23:59:60+01:00", "2024-01-01T00:00:00+24:00",
		"2024-01-01T00:00:00+00:60", "2024-01-01T00:00:00+0000",
		"2024-01-01T00:00:00+00", "2024-01-01T00:00:00ZZ",
		"2024-01-01T00:00:00Z ", "2024-01-01  00:00:00Z",
		"2024-01-01_00:00:00Z", "2023-02-29T00:00:00Z",
		"0000-12-31T00:00:00Z", "0001-01-01T00:59:59+01:00",
		"9999-12-31T23:59:60Z", "9999-12-31T23:00:00-01:00",
		"2024-01-01T0:00:00Z", "2024-01-01T00:00:-1Z",
	};
	int64_t stamp = 77;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(bad); i++)
		if (stamp_parse(bad[i], &stamp) || stamp != 77)
			fail_msg("\"%s\" is no stamp", bad[i]);
}

static void
the_clock_is_the_systems(void **state)
{
	time_t now = time(NULL);
	int64_t clock = clock_now();

	(void)state;
	assert_true(clock >= now * INT64_C(1000000));
	assert_true(clock < (now + 60) * INT64_C(1000000));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_day_is_as_counted),
		cmocka_unit_test(days_outside_the_calendar_convert),
		cmocka_unit_test(dates_are_read_and_written),
		cmocka_unit_test(stamps_are_read_and_written),
		cmocka_unit_test(malformed_stamps_are_refused),
		cmocka_unit_test(the_clock_is_the_systems),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
