/*
 * Days, stamps and zones: what is read and written again is the same moment,
 * and the wall clock of a moment leads back to it.
 */
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"
#include "t/fuzz/lib/fuzz.h"

#define DAY_MIN		(-719162)	/* 0001-01-01 */
#define DAY_MAX		2932896		/* 9999-12-31 */

static const char *const zones[] = {
	"UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia",
	"Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu",
	"America/St_Johns", "Pacific/Kiritimati", "Asia/Manila",
	"Antarctica/Troll", "Africa/Monrovia", "Europe/Dublin", "Asia/Gaza",
	"America/Juneau", "Pacific/Kwajalein"
};

/* Another reckoning of the same: the C library's. */
static void
check_day(int32_t day)
{
	time_t t = (time_t)day * 86400;
	struct civil c = civil_from_day(day);
	char text[DATE_SIZE];
	int32_t again;
	struct tm tm;

	MUST(gmtime_r(&t, &tm) != NULL);
	MUST(c.year == tm.tm_year + 1900 && c.month == tm.tm_mon + 1 &&
	    c.day == tm.tm_mday);
	MUST(weekday(day) == (tm.tm_wday + 6) % 7);
	MUST(day_from_civil(c) == day);
	MUST(c.day <= days_in_month(c.year, c.month));
	MUST(date_parse(date_format(day, text), &again) && again == day);
}

static void
check_stamp(int64_t stamp)
{
	char text[STAMP_SIZE];
	int64_t again;

	MUST(strlen(stamp_format(stamp, text)) == STAMP_SIZE - 1);
	MUST(stamp_parse(text, &again) && again == stamp);
}

static void
check_text(const char *text)
{
	char out[STAMP_SIZE];
	int32_t day = 77, written;
	int64_t stamp = 77;

	if (date_parse(text, &day)) {
		MUST(strcmp(date_format(day, out), text) == 0);
		check_day(day);
	} else
		MUST(day == 77);
	if (!stamp_parse(text, &stamp)) {
		MUST(stamp == 77);
		return;
	}
	check_stamp(stamp);
	memcpy(out, text, DATE_SIZE - 1);
	out[DATE_SIZE - 1] = '\0';
	MUST(date_parse(out, &written));
	/* The offset is less than a day, and so is the time. */
	MUST(stamp >= (written - 1) * DAY &&
	    stamp < (written + 2) * DAY);
}

static void
check_moment(const char *zone, int64_t stamp)
{
	int64_t usec, again_usec, moment;
	int32_t day, again;

	zone_local(zone, stamp, &day, &usec);
	MUST(usec >= 0 && usec < DAY);
	moment = zone_moment(zone, day, usec);
	/* Of a time that occurs twice, the first. */
	MUST(moment <= stamp && moment > stamp - 2 * DAY);
	zone_local(zone, moment, &again, &again_usec);
	MUST(again == day && again_usec == usec);
}

/* A wall-clock time that may not exist: then moved forward. */
static void
check_wall(const char *zone, int32_t day, int64_t usec)
{
	int64_t later, again_usec;
	int32_t again;

	zone_local(zone, zone_moment(zone, day, usec), &again, &again_usec);
	later = (again - day) * DAY + again_usec - usec;
	MUST(later >= 0 && later <= DAY);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	struct arena *a = arena_new();
	const char *zone = zones[input_byte(&in) % 16], *text;
	int32_t day = (int32_t)input_int(&in, DAY_MIN, DAY_MAX);
	int64_t usec = input_int(&in, 0, DAY - 1);

	check_day(day);
	check_stamp(day * DAY + usec);
	check_moment(zone, day * DAY + usec);
	check_wall(zone, day, usec);
	text = input_text(&in, a);
	check_text(text);
	if (zone_valid(text)) {
		MUST(text[0] != '/' && strstr(text, "..") == NULL);
		check_moment(text, day * DAY + usec);
	}
	arena_free(a);
	return 0;
}
