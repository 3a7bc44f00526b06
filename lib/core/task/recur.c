/*
 * Every rule is answered from the earliest day that may be the answer: round
 * up to the series.  For the monthly and yearly ones the day asked for is cut
 * to the length of its month, always from the day the series began on, so that
 * nothing is forgotten.
 */
#include "core/task/recur.h"

#include <string.h>

#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"

#define LAST_DAY	2932896		/* 9999-12-31 */
#define LAST_STAMP	((LAST_DAY + 1) * DAY - 1)

const char *const recur_words[RECUR__MAX + 1] = {
	[RECUR_DAILY] = "daily",
	[RECUR_WEEKLY] = "weekly",
	[RECUR_WEEKDAYS] = "weekdays",
	[RECUR_MONTHLY] = "monthly",
	[RECUR_YEARLY] = "yearly",
};

bool
recur_parse(const char *name, enum recurrence *out)
{
	int i;

	for (i = 0; i < RECUR__MAX; i++) {
		if (strcmp(name, recur_words[i]) == 0) {
			*out = (enum recurrence)i;
			return true;
		}
	}
	return false;
}

static int32_t
clamped_day(int year, int month, int day)
{
	int last = days_in_month(year, month);

	return day_from_civil((struct civil){
	    year, month, day < last ? day : last });
}

static int32_t
weekly(int32_t start, int32_t from)
{
	return from + 6 - (from - start + 6) % 7;
}

static int32_t
weekdays(int32_t from)
{
	int day = weekday(from);

	return day < 5 ? from : from + 7 - day;
}

static int32_t
monthly(int32_t start, int32_t from)
{
	struct civil c = civil_from_day(from);
	int anchor = civil_from_day(start).day;
	int32_t day = clamped_day(c.year, c.month, anchor);

	if (day >= from)
		return day;
	return clamped_day(c.year + c.month / 12, c.month % 12 + 1, anchor);
}

static int32_t
yearly(int32_t start, int32_t from)
{
	struct civil anchor = civil_from_day(start);
	int year = civil_from_day(from).year;
	int32_t day = clamped_day(year, anchor.month, anchor.day);

	if (day >= from)
		return day;
	return clamped_day(year + 1, anchor.month, anchor.day);
}

bool
recur_next(enum recurrence rule, int32_t start, int32_t due, int32_t today,
    int32_t *next)
{
	int32_t from = due + 1, day;

	if (from < today)
		from = today;
	if (from < start)
		from = start;
	switch (rule) {
	case RECUR_DAILY:
		day = from;
		break;
	case RECUR_WEEKLY:
		day = weekly(start, from);
		break;
	case RECUR_WEEKDAYS:
		day = weekdays(from);
		break;
	case RECUR_MONTHLY:
		day = monthly(start, from);
		break;
	case RECUR_YEARLY:
		day = yearly(start, from);
		break;
	default:
		return false;
	}
	if (day > LAST_DAY)
		return false;
	*next = day;
	return true;
}

int64_t
recur_reminder(const char *zone, int64_t reminder, int32_t due, int32_t next)
{
	int64_t usec, moment;
	int32_t day;

	zone_local(zone, reminder, &day, &usec);
	moment = zone_moment(zone, day + (next - due), usec);
	return moment < LAST_STAMP ? moment : LAST_STAMP;
}
