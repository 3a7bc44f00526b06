/*
 * Recurrence: the next day is of the series, after the due day, not before
 * today, and the first such; it is found at once, however far it is.
 */
#include <string.h>

#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"
#include "core/task/recur.h"
#include "t/fuzz/lib/fuzz.h"

#define DAY_MIN		(-719162)	/* 0001-01-01 */
#define DAY_MAX		2932896		/* 9999-12-31 */
#define LAST_STAMP	((DAY_MAX + 1) * DAY - 1)
#define STEPS		24

static int
clamped(int wanted, struct civil in)
{
	int last = days_in_month(in.year, in.month);

	return wanted < last ? wanted : last;
}

/* Is the day of the series?  By what the words say. */
static bool
of_series(enum recurrence rule, int32_t start, int32_t day)
{
	struct civil s = civil_from_day(start), d = civil_from_day(day);

	switch (rule) {
	case RECUR_DAILY:
		return true;
	case RECUR_WEEKLY:
		return weekday(start) == weekday(day);
	case RECUR_WEEKDAYS:
		return weekday(day) <= 4;
	case RECUR_MONTHLY:
		return d.day == clamped(s.day, d);
	case RECUR_YEARLY:
		return d.month == s.month && d.day == clamped(s.day, d);
	default:
		return false;
	}
}

static bool
check_next(enum recurrence rule, int32_t start, int32_t due, int32_t today,
    bool first, int32_t *next)
{
	int32_t from = due + 1, last, day = 77;
	bool found = recur_next(rule, start, due, today, &day);

	from = from < today ? today : from;
	from = from < start ? start : from;
	last = found ? day : DAY_MAX + 1;
	MUST(found || day == 77);
	MUST(last >= from && last - from <= 366);
	MUST(!found || of_series(rule, start, day));
	for (; first && from < last; from++)
		MUST(!of_series(rule, start, from));
	*next = day;
	return found;
}

static void
check_reminder(const char *zone, int64_t reminder, int32_t due, int32_t next)
{
	int64_t moment = recur_reminder(zone, reminder, due, next), was, is;
	int32_t day, then;

	MUST(moment <= LAST_STAMP);
	if (moment == LAST_STAMP)
		return;
	zone_local(zone, reminder, &day, &was);
	zone_local(zone, moment, &then, &is);
	day += next - due;
	MUST(then == day || then == day + 1);
	/* In a gap it is later, by the gap. */
	MUST((then - day) * DAY + is >= was);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const char *const zones[] = {
		"UTC", "Europe/Berlin", "Pacific/Apia", "America/St_Johns"
	};
	struct input in = { data, len };
	enum recurrence rule = (enum recurrence)input_int(&in, 0,
	    RECUR__MAX - 1), named;
	bool near = input_byte(&in) & 1;
	int32_t start = (int32_t)input_int(&in, DAY_MIN, DAY_MAX);
	int32_t due, today, next;
	int i;

	due = near ? start + (int32_t)input_int(&in, -400, 400) :
	    (int32_t)input_int(&in, DAY_MIN, DAY_MAX);
	due = due < DAY_MIN ? DAY_MIN : due > DAY_MAX ? DAY_MAX : due;
	today = near ? due + (int32_t)input_int(&in, -400, 400) :
	    (int32_t)input_int(&in, DAY_MIN, DAY_MAX);
	today = today < DAY_MIN ? DAY_MIN : today > DAY_MAX ? DAY_MAX : today;
	MUST(recur_parse(recur_words[rule], &named) && named == rule);
	for (i = 0; i < STEPS; i++) {
		if (!check_next(rule, start, due, today, i == 0, &next))
			break;
		if (i == 0)
			check_reminder(zones[input_byte(&in) % 4],
			    due * DAY + input_int(&in, -3 * DAY,
			    3 * DAY), due, next);
		due = next;
	}
	return 0;
}
