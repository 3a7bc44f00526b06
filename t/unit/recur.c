/*
 * lib/core/task/recur.c: the cases that have a name.  t/npm/recur.mjs compares
 * every start day of many years with another implementation.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "base/date.h"
#include "core/task/recur.h"

static int32_t
day(const char *text)
{
	int32_t d;

	assert_true(date_parse(text, &d));
	return d;
}

static void
unknown_words_are_refused(void **state)
{
	static const char *const bad[] = {
		"", "Daily", "daily ", "week", "weekday", "biweekly", "none"
	};
	enum recurrence rule = RECUR_YEARLY;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(bad); i++) {
		assert_false(recur_parse(bad[i], &rule));
		assert_int_equal(rule, RECUR_YEARLY);
	}
	for (i = 0; i < RECUR__MAX; i++) {
		assert_true(recur_parse(recur_words[i], &rule));
		assert_int_equal(rule, i);
	}
	assert_string_equal(recur_words[RECUR_WEEKDAYS], "weekdays");
}

static void
the_next_day_is_of_the_series(void **state)
{
	static const struct {
		enum recurrence	 rule;
		const char	*start, *due, *today, *want;
	} cases[] = {
		{ RECUR_DAILY, "2024-02-28", "2024-02-28", "2024-02-28",
		    "2024-02-29" },
		{ RECUR_DAILY, "2024-02-28", "2024-02-28", "2031-07-01",
		    "2031-07-01" },
		{ RECUR_DAILY, "2024-02-28", "2024-03-05", "2024-03-01",
		    "2024-03-06" },
		/* A Wednesday stays one, however late it is done. */
		{ RECUR_WEEKLY, "2024-01-03", "2024-01-03", "2024-01-03",
		    "2024-01-10" },
		{ RECUR_WEEKLY, "2024-01-03", "2024-01-03", "2024-01-17",
		    "2024-01-17" },
		{ RECUR_WEEKLY, "2024-01-03", "2024-01-03", "2024-01-18",
		    "2024-01-24" },
		{ RECUR_WEEKDAYS, "2024-01-05", "2024-01-05", "2024-01-05",
		    "2024-01-08" },
		{ RECUR_WEEKDAYS, "2024-01-06", "2024-01-06", "2024-01-06",
		    "2024-01-08" },
		{ RECUR_WEEKDAYS, "2024-01-01", "2024-01-02", "2024-01-14",
		    "2024-01-15" },
		{ RECUR_MONTHLY, "2023-01-31", "2023-01-31", "2023-01-31",
		    "2023-02-28" },
		{ RECUR_MONTHLY, "2023-01-31", "2023-02-28", "2023-02-28",
		    "2023-03-31" },
		{ RECUR_MONTHLY, "2023-01-31", "2023-03-31", "2023-03-31",
		    "2023-04-30" },
		{ RECUR_MONTHLY, "2023-01-30", "2024-01-30", "2024-02-29",
		    "2024-02-29" },
		{ RECUR_MONTHLY, "2023-12-15", "2023-12-15", "2023-12-01",
		    "2024-01-15" },
		{ RECUR_MONTHLY, "2023-01-31", "2023-01-31", "2023-03-01",
		    "2023-03-31" },
		{ RECUR_YEARLY, "2024-02-29", "2024-02-29", "2024-02-29",
		    "2025-02-28" },
		{ RECUR_YEARLY, "2024-02-29", "2027-02-28", "2027-02-28",
		    "2028-02-29" },
		{ RECUR_YEARLY, "2024-02-29", "2024-02-29", "2028-02-29",
		    "2028-02-29" },
		{ RECUR_YEARLY, "2024-02-29", "2024-02-29", "2099-03-01",
		    "2100-02-28" },
		/* Nothing comes before the series begins. */
		{ RECUR_DAILY, "2024-05-10", "2024-05-01", "2024-05-01",
		    "2024-05-10" },
		{ RECUR_WEEKLY, "2024-05-10", "2024-05-01", "2024-05-01",
		    "2024-05-10" },
		{ RECUR_DAILY, "9999-12-30", "9999-12-30", "2024-01-01",
		    "9999-12-31" },
		{ RECUR_DAILY, "0001-01-01", "0001-01-01", "9999-12-31",
		    "9999-12-31" },
		{ RECUR_YEARLY, "0001-12-31", "0001-12-31", "9999-12-31",
		    "9999-12-31" },
	};
	char text[DATE_SIZE];
	int32_t next;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(cases); i++) {
		next = 0;
		assert_true(recur_next(cases[i].rule, day(cases[i].start),
		    day(cases[i].due), day(cases[i].today), &next));
		if (next != day(cases[i].want))
			fail_msg("%s from %s, due %s, today %s: %s",
			    recur_words[cases[i].rule], cases[i].start,
			    cases[i].due, cases[i].today,
			    date_format(next, text));
	}
}

static void
the_last_day_has_no_next(void **state)
{
	int32_t last = day("9999-12-31"), next = 77;
	int i;

	(void)state;
	for (i = 0; i < RECUR__MAX; i++) {
		assert_false(recur_next((enum recurrence)i, last, last, 0,
		    &next));
		assert_int_equal(next, 77);
	}
	/* What is no rule has no end, and no next day either. */
	assert_false(recur_next(RECUR__MAX, last - 9, last - 9, 0, &next));
	assert_int_equal(next, 77);
}

static void
reminders_keep_their_time_of_day(void **state)
{
	static const struct {
		const char	*zone, *reminder, *due, *next, *want;
	} cases[] = {
		{ "UTC", "2024-01-31T09:00:00Z", "2024-01-31", "2024-02-29",
		    "2024-02-29T09:00:00Z" },
		/* 09:00 in winter is 09:00 in summer. */
		{ "Europe/Berlin", "2024-03-30T08:00:00Z", "2024-03-30",
		    "2024-03-31", "2024-03-31T07:00:00Z" },
		/* 20:00 on the evening before. */
		{ "Europe/Berlin", "2024-03-30T19:00:00Z", "2024-03-31",
		    "2024-04-01", "2024-03-31T18:00:00Z" },
		/* Two days after, and past midnight in UTC. */
		{ "America/New_York", "2024-11-02T01:30:00.5Z", "2024-10-30",
		    "2024-10-31", "2024-11-03T01:30:00.5Z" },
		{ "Europe/Berlin", "2024-03-30T01:30:00Z", "2024-03-30",
		    "2024-03-31", "2024-03-31T01:30:00Z" },
		{ "Europe/Berlin", "2024-10-26T00:30:00Z", "2024-10-26",
		    "2024-10-27", "2024-10-27T00:30:00Z" },
		{ "Pacific/Apia", "2011-12-29T19:00:00Z", "2011-12-29",
		    "2011-12-30", "2011-12-30T19:00:00Z" },
		{ "UTC", "9999-12-31T23:00:00Z", "9999-12-30", "9999-12-31",
		    "9999-12-31T23:59:59.999999Z" },
	};
	int64_t reminder, want, got;
	char text[STAMP_SIZE];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(cases); i++) {
		assert_true(stamp_parse(cases[i].reminder, &reminder));
		assert_true(stamp_parse(cases[i].want, &want));
		got = recur_reminder(cases[i].zone, reminder,
		    day(cases[i].due), day(cases[i].next));
		if (got != want)
			fail_msg("%zu: %s", i, stamp_format(got, text));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unknown_words_are_refused),
		cmocka_unit_test(the_next_day_is_of_the_series),
		cmocka_unit_test(the_last_day_has_no_next),
		cmocka_unit_test(reminders_keep_their_time_of_day),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
