/*
 * Recurrence rules: their canonical form, the words, ends, and what is refused.
 * Their dates are compared with another program's in t/bin/rules.t, those of
 * the words with a calendar in t/npm/recur.mjs.  The vectors are in
 * t/vectors/rules.json.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "core/task/repeat.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"

static struct arena *a;

static int32_t
day(const char *text)
{
	int32_t d = 0;

	assert_true(date_parse(text, &d));
	return d;
}

static void
rules_have_a_canonical_form(void **state)
{
	static const struct {
		const char *sent, *due, *canonical, *word;
	} cases[] = {
		{ "FREQ=DAILY", "2026-12-01", "FREQ=DAILY", "daily" },
		{ "freq=daily;interval=1", "2026-12-01", "FREQ=DAILY",
		    "daily" },
		{ "FREQ=WEEKLY;BYDAY=TU", "2026-12-01", "FREQ=WEEKLY",
		    "weekly" },
		{ "FREQ=WEEKLY;BYDAY=WE", "2026-12-01", "FREQ=WEEKLY;BYDAY=WE",
		    NULL },
		{ "BYDAY=FR,TH,WE,TU,MO;FREQ=WEEKLY", "2026-12-01",
		    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "weekdays" },
		{ "WKST=SU;FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU", "2026-12-01",
		    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", NULL },
		{ "FREQ=WEEKLY;WKST=SU", "2026-12-01", "FREQ=WEEKLY",
		    "weekly" },
		{ "FREQ=MONTHLY", "2026-12-15", "FREQ=MONTHLY", "monthly" },
		{ "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15", "FREQ=MONTHLY",
		    "monthly" },
		{ "FREQ=MONTHLY", "2026-12-31", "FREQ=MONTHLY;BYMONTHDAY=31",
		    NULL },
		{ "FREQ=MONTHLY;INTERVAL=2", "2026-12-29",
		    "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=29", NULL },
		{ "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
		    "2026-12-31",
		    "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
		    "monthly" },
		{ "FREQ=MONTHLY;BYMONTHDAY=-1,2,1", "2026-12-15",
		    "FREQ=MONTHLY;BYMONTHDAY=1,2,-1", NULL },
		{ "FREQ=MONTHLY;BYDAY=-1FR,2MO,1MO,SU", "2026-12-15",
		    "FREQ=MONTHLY;BYDAY=SU,1MO,2MO,-1FR", NULL },
		{ "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2026-11-13",
		    "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", NULL },
		{ "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=15", "2026-12-15",
		    "FREQ=YEARLY", "yearly" },
		{ "FREQ=YEARLY;BYMONTH=12", "2026-12-15", "FREQ=YEARLY",
		    "yearly" },
		{ "FREQ=YEARLY", "2028-02-29",
		    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", NULL },
		{ "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1",
		    "2028-02-29",
		    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1",
		    "yearly" },
		{ "FREQ=DAILY;UNTIL=20261231T225959Z;INTERVAL=03",
		    "2026-12-15", "FREQ=DAILY;INTERVAL=3;UNTIL=20261231",
		    NULL },
		{ "FREQ=DAILY;UNTIL=20261231T233000Z", "2026-12-15",
		    "FREQ=DAILY;UNTIL=20270101", NULL },
		{ "FREQ=DAILY;UNTIL=20261231T233000", "2026-12-15",
		    "FREQ=DAILY;UNTIL=20261231", NULL },
		{ "FREQ=DAILY;COUNT=999", "2026-12-15", "FREQ=DAILY;COUNT=999",
		    NULL },
	};
	const char *text, *word;
	struct rule r;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(cases); i++) {
		assert_null(rule_read(a, cases[i].sent, "Europe/Berlin", &r));
		text = rule_format(a, &r, day(cases[i].due));
		assert_string_equal(text, cases[i].canonical);
		word = rule_word(text);
		assert_true((word == NULL) == (cases[i].word == NULL));
		if (word != NULL)
			assert_string_equal(word, cases[i].word);
		/* The canonical form is its own. */
		assert_null(rule_read(a, text, "UTC", &r));
		assert_string_equal(rule_format(a, &r, day(cases[i].due)),
		    cases[i].canonical);
	}
}

static void
refused_rules_name_the_part(void **state)
{
	static const struct { const char *sent, *part; } cases[] = {
		{ "", "" },
		{ "INTERVAL=2", "FREQ" },
		{ "RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY" },
		{ "FREQ=HOURLY", "FREQ=HOURLY" },
		{ "FREQ=DAILY;BYHOUR=8", "BYHOUR=8" },
		{ "FREQ=YEARLY;BYWEEKNO=1", "BYWEEKNO=1" },
		{ "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY" },
		{ "FREQ=DAILY;", "" },
		{ "FREQ=DAILY;INTERVAL=0", "INTERVAL=0" },
		{ "FREQ=DAILY;INTERVAL=1000", "INTERVAL=1000" },
		{ "FREQ=DAILY;COUNT=0", "COUNT=0" },
		{ "FREQ=DAILY;COUNT=2;UNTIL=20270101", "UNTIL=20270101" },
		{ "FREQ=DAILY;UNTIL=20270230", "UNTIL=20270230" },
		{ "FREQ=DAILY;UNTIL=2027-01-01", "UNTIL=2027-01-01" },
		{ "FREQ=DAILY;UNTIL=20270101T00", "UNTIL=20270101T00" },
		{ "FREQ=WEEKLY;BYDAY=1MO", "BYDAY=1MO" },
		{ "FREQ=DAILY;BYDAY=-1MO", "BYDAY=-1MO" },
		{ "FREQ=YEARLY;BYDAY=1MO", "BYDAY=1MO" },
		{ "FREQ=MONTHLY;BYDAY=6MO", "BYDAY=6MO" },
		{ "FREQ=MONTHLY;BYDAY=0MO", "BYDAY=0MO" },
		{ "FREQ=MONTHLY;BYDAY=MO,", "BYDAY=MO," },
		{ "FREQ=MONTHLY;BYDAY=", "BYDAY=" },
		{ "FREQ=MONTHLY;BYDAY=+MO", "BYDAY=+MO" },
		{ "FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY=1" },
		{ "FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY=32" },
		{ "FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY=0" },
		{ "FREQ=MONTHLY;BYMONTHDAY=1,,2", "BYMONTHDAY=1,,2" },
		{ "FREQ=YEARLY;BYMONTH=-1", "BYMONTH=-1" },
		{ "FREQ=YEARLY;BYMONTH=13", "BYMONTH=13" },
		{ "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1", "BYSETPOS=1" },
		{ "FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS=1" },
		{ "FREQ=WEEKLY;WKST=XX", "WKST=XX" },
	};
	struct rule r;
	size_t i;
	const char *part;

	(void)state;
	for (i = 0; i < COUNT(cases); i++) {
		part = rule_read(a, cases[i].sent, "UTC", &r);
		assert_non_null(part);
		assert_string_equal(part, cases[i].part);
	}
}

static void
rules_that_never_come(void **state)
{
	static const struct { const char *rule, *start; bool comes; } cases[] = {
		{ "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-02-01", false },
		{ "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", "2026-02-01",
		    false },
		{ "FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=2", "2026-02-01", false },
		{ "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2026-02-01", true },
		{ "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2026-02-01",
		    true },
		{ "FREQ=YEARLY;INTERVAL=999", "9990-02-01", true },
		{ "FREQ=DAILY;UNTIL=20000101", "2026-02-01", true },
	};
	struct rule r;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(cases); i++) {
		assert_null(rule_read(a, cases[i].rule, "UTC", &r));
		assert_int_equal(rule_comes(&r, day(cases[i].start)),
		    cases[i].comes);
	}
}

static void
series_end(void **state)
{
	struct rule r;
	int32_t next;

	(void)state;
	assert_null(rule_read(a, "FREQ=DAILY;INTERVAL=2;UNTIL=20261205", "UTC",
	    &r));
	assert_true(rule_next(&r, day("2026-12-01"), day("2026-12-03"), 0,
	    &next));
	assert_int_equal(next, day("2026-12-05"));
	assert_false(rule_next(&r, day("2026-12-01"), next, 0, &next));
	assert_null(rule_read(a, "FREQ=DAILY;INTERVAL=2", "UTC", &r));
	assert_int_equal(rule_count(&r, day("2026-12-01"), day("2026-12-01"),
	    day("2026-12-11"), 999), 5);
	assert_int_equal(rule_count(&r, day("2026-12-01"), day("2026-12-01"),
	    day("2026-12-11"), 3), 3);
	assert_false(rule_next(&r, RULE_LAST_DAY - 3, RULE_LAST_DAY - 1, 0,
	    &next));
}

/* The words, cut to the length of the month. */
static void
words_follow_the_end_of_the_month(void **state)
{
	static const char *const cut[] = { "2027-02-28", "2027-03-31",
	    "2027-04-30", "2027-05-31", "2027-06-30", "2027-07-31",
	    "2027-08-31", "2027-09-30", "2027-10-31", "2027-11-30",
	    "2027-12-31", "2028-01-31", "2028-02-29" };
	int32_t start = day("2027-01-31"), next = start;
	struct rule r;
	size_t i;

	(void)state;
	assert_null(rule_read(a, rule_of_word(a, "monthly", start), "UTC", &r));
	for (i = 0; i < COUNT(cut); i++) {
		assert_true(rule_next(&r, start, next, next, &next));
		assert_int_equal(next, day(cut[i]));
	}
	start = next = day("2028-02-29");
	assert_null(rule_read(a, rule_of_word(a, "yearly", start), "UTC", &r));
	for (i = 2029; i < 2069; i++) {
		assert_true(rule_next(&r, start, next, next, &next));
		assert_int_equal(civil_from_day(next).day,
		    days_in_month((int)i, 2));
		assert_int_equal(civil_from_day(next).year, (int)i);
	}
}

/* Moments in UTC. */
static void
reminders_keep_their_time_of_day(void **state)
{
	static const struct {
		const char *zone, *reminder, *due, *next, *moved;
	} cases[] = {
		{ "UTC", "2026-01-31T08:00:00Z", "2026-01-31", "2026-02-28",
		    "2026-02-28T08:00:00.000000Z" },
		{ "Europe/Berlin", "2026-03-28T08:00:00Z", "2026-03-28",
		    "2026-03-29", "2026-03-29T07:00:00.000000Z" },
		{ "Europe/Berlin", "2026-03-28T01:30:00Z", "2026-03-28",
		    "2026-03-29", "2026-03-29T01:30:00.000000Z" },
		{ "America/New_York", "2026-10-31T12:00:00Z", "2026-11-01",
		    "2026-11-02", "2026-11-01T13:00:00.000000Z" },
	};
	char text[STAMP_SIZE];
	int64_t moment;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(cases); i++) {
		assert_true(stamp_parse(cases[i].reminder, &moment));
		assert_string_equal(stamp_format(repeat_reminder(cases[i].zone,
		    moment, day(cases[i].due), day(cases[i].next)), text),
		    cases[i].moved);
	}
}

/* The vectors that the web app's implementation reads, too. */

static cJSON *vectors;

static const char *
text_of(const cJSON *vector, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(vector,
	    name));
}

static void
assert_same(const cJSON *vector, const char *got, const char *want)
{
	if ((got == NULL) != (want == NULL) ||
	    (got != NULL && strcmp(got, want) != 0))
		fail_msg("%s: got %s", cJSON_PrintUnformatted(vector),
		    got == NULL ? "null" : got);
}

static void
canonical_vectors(void **state)
{
	const cJSON *v;
	struct rule r;
	int32_t due;

	(void)state;
	cJSON_ArrayForEach(v, cJSON_GetObjectItem(vectors, "canonical")) {
		due = day(text_of(v, "due"));
		assert_null(rule_read(a, text_of(v, "rule"), "UTC", &r));
		assert_same(v, rule_format(a, &r, due), text_of(v, "want"));
		assert_same(v, rule_word(rule_format(a, &r, due)),
		    text_of(v, "word"));
	}
	cJSON_ArrayForEach(v, cJSON_GetObjectItem(vectors, "refused"))
		if (rule_read(a, text_of(v, "rule"), "UTC", &r) == NULL &&
		    rule_comes(&r, day(text_of(v, "due"))))
			assert_same(v, "accepted", NULL);
	cJSON_ArrayForEach(v, cJSON_GetObjectItem(vectors, "words"))
		assert_same(v, rule_of_word(a, text_of(v, "word"),
		    day(text_of(v, "due"))), text_of(v, "want"));
}

static void
vectors_of_next_dates(void **state)
{
	int32_t due, today, start, next;
	char date[DATE_SIZE];
	const cJSON *v;
	struct rule r;
	bool from_today, found;

	(void)state;
	cJSON_ArrayForEach(v, cJSON_GetObjectItem(vectors, "next")) {
		due = day(text_of(v, "due"));
		today = day(text_of(v, "today"));
		from_today = strcmp(text_of(v, "from"), FROM_COMPLETION) == 0;
		start = from_today ? today : text_of(v, "start") != NULL ?
		    day(text_of(v, "start")) : due;
		assert_null(rule_read(a, text_of(v, "rule"), "UTC", &r));
		if (from_today)
			rule_begin_again(&r, today);
		found = rule_next(&r, start, from_today ? today : due, today, &next) &&
		    (r.count == 0 || r.count > (from_today ? 1 : rule_count(&r,
		    start, due, next, r.count)));
		assert_same(v, found ? date_format(next, date) : NULL,
		    text_of(v, "next"));
	}
}

static void
vectors_of_dates(void **state)
{
	const cJSON *v, *date;
	char text[DATE_SIZE];
	int32_t start, at;
	struct rule r;

	(void)state;
	cJSON_ArrayForEach(v, cJSON_GetObjectItem(vectors, "dates")) {
		start = at = day(text_of(v, "due"));
		assert_null(rule_read(a, text_of(v, "rule"), "UTC", &r));
		cJSON_ArrayForEach(date, cJSON_GetObjectItem(v, "dates")) {
			assert_same(v, date_format(at, text),
			    cJSON_GetStringValue(date));
			if (!rule_next(&r, start, at, at, &at))
				at = RULE_LAST_DAY;
		}
	}
}

static cJSON *
vectors_read(void)
{
	static char text[256 * 1024];
	FILE *file = fopen("t/vectors/rules.json", "re");

	if (file == NULL)
		return NULL;
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	return cJSON_Parse(text);
}

static int
begin(void **state)
{
	(void)state;
	a = arena_new();
	vectors = vectors_read();
	return vectors == NULL;
}

static int
end(void **state)
{
	(void)state;
	arena_free(a);
	cJSON_Delete(vectors);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_have_a_canonical_form),
		cmocka_unit_test(refused_rules_name_the_part),
		cmocka_unit_test(rules_that_never_come),
		cmocka_unit_test(series_end),
		cmocka_unit_test(words_follow_the_end_of_the_month),
		cmocka_unit_test(canonical_vectors),
		cmocka_unit_test(vectors_of_next_dates),
		cmocka_unit_test(vectors_of_dates),
		cmocka_unit_test(reminders_keep_their_time_of_day),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
