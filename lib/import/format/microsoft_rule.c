#include "import/format/microsoft_rule.h"

#include <cjson/cJSON.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/json/read.h"
#include "import/format/json.h"

/* ",MO,TU" of the names of days, with an ordinal before each; "" if there are
 * none. */
static const char *
pattern_days(struct arena *a, const cJSON *names, const char *ordinal)
{
	static const struct { const char *name, *day; } days[] = {
		{ "monday", "MO" }, { "tuesday", "TU" },
		{ "wednesday", "WE" }, { "thursday", "TH" },
		{ "friday", "FR" }, { "saturday", "SA" }, { "sunday", "SU" }
	};
	const char *all = "";
	const cJSON *j;
	size_t i;

	cJSON_ArrayForEach(j, names)
		for (i = 0; cJSON_IsString(j) && i < COUNT(days); i++)
			if (strcasecmp(j->valuestring, days[i].name) == 0)
				all = arena_printf(a, "%s%s%s%s", all,
				    all[0] == '\0' ? "" : ",", ordinal,
				    days[i].day);
	return all;
}

/* first to fourth, last. */
static const char *
ordinal_of(const cJSON *pattern)
{
	static const struct { const char *name, *ordinal; } all[] = {
		{ "first", "1" }, { "second", "2" }, { "third", "3" },
		{ "fourth", "4" }, { "last", "-1" }
	};
	const char *index = json_text(pattern, "index");
	size_t i;

	for (i = 0; index != NULL && i < COUNT(all); i++)
		if (strcasecmp(index, all[i].name) == 0)
			return all[i].ordinal;
	return "1";
}

/* The parts of a rule that say which days; NULL if the type is not known. */
static const char *
parts_of(struct arena *a, const cJSON *p, const char *type)
{
	const cJSON *names = json_member(p, "daysOfWeek");
	int64_t day = json_whole(p, "dayOfMonth", 0);
	int64_t month = json_whole(p, "month", 0);
	const char *days = pattern_days(a, names, "");

	if (strcasecmp(type, "daily") == 0)
		return "FREQ=DAILY";
	if (strcasecmp(type, "weekly") == 0)
		return days[0] == '\0' ? "FREQ=WEEKLY" :
		    arena_printf(a, "FREQ=WEEKLY;BYDAY=%s", days);
	if (strcasecmp(type, "absoluteMonthly") == 0)
		return arena_printf(a, "FREQ=MONTHLY;BYMONTHDAY=%lld",
		    (long long)day);
	if (strcasecmp(type, "absoluteYearly") == 0)
		return arena_printf(a, "FREQ=YEARLY;BYMONTH=%lld;"
		    "BYMONTHDAY=%lld", (long long)month, (long long)day);
	days = pattern_days(a, names, ordinal_of(p));
	if (strcasecmp(type, "relativeMonthly") == 0)
		return arena_printf(a, "FREQ=MONTHLY;BYDAY=%s", days);
	if (strcasecmp(type, "relativeYearly") == 0)
		return arena_printf(a, "FREQ=YEARLY;BYMONTH=%lld;BYDAY=%s",
		    (long long)month, days);
	return NULL;
}

/* When it ends. */
static const char *
range_end(struct arena *a, const cJSON *range)
{
	const char *type = json_text(range, "type");
	const char *date = json_text(range, "endDate");

	if (type != NULL && strcasecmp(type, "numbered") == 0)
		return arena_printf(a, ";COUNT=%lld", (long long)json_whole(
		    range, "numberOfOccurrences", 1));
	if (type != NULL && strcasecmp(type, "endDate") == 0 &&
	    date != NULL && strlen(date) >= 10)
		return arena_printf(a, ";UNTIL=%.4s%.2s%.2s", date, date + 5,
		    date + 8);
	return "";
}

const char *
microsoft_rule(struct arena *a, const cJSON *recurrence)
{
	const cJSON *p = json_member(recurrence, "pattern");
	const char *type = json_text(p, "type"), *parts;
	int64_t n = json_whole(p, "interval", 1);

	parts = type == NULL ? NULL : parts_of(a, p, type);
	if (parts == NULL)
		return NULL;
	if (n > 1)
		parts = arena_printf(a, "%s;INTERVAL=%lld", parts,
		    (long long)n);
	return arena_printf(a, "%s%s", parts,
	    range_end(a, json_member(recurrence, "range")));
}
