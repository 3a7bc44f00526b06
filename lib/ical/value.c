#include "ical/value.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/date.h"

#define SPAN_MAX	(INT64_C(3652500) * DAY_SECONDS)
#define DAY_FIRST	(-719162)	/* 0001-01-01 */
#define DAY_LAST	2932896		/* 9999-12-31 */

/* Exactly n digits; -1: they are not. */
static int
value_digits(const char *p, int n)
{
	int value = 0;

	for (; n > 0; n--, p++) {
		if (*p < '0' || *p > '9')
			return -1;
		value = value * 10 + (*p - '0');
	}
	return value;
}

static bool
parse_day(const char *p, int32_t *day)
{
	struct civil c = { value_digits(p, 4), -1, -1 };

	if (c.year < 1)
		return false;
	c.month = value_digits(p + 4, 2);
	if (c.month < 1 || c.month > 12)
		return false;
	c.day = value_digits(p + 6, 2);
	if (c.day < 1 || c.day > days_in_month(c.year, c.month))
		return false;
	*day = day_from_civil(c);
	return true;
}

bool
ical_time_parse(const char *p, struct ical_time *out)
{
	struct ical_time t = { .is_date = true };
	int h, m, s;

	if (!parse_day(p, &t.day))
		return false;
	p += 8;
	if (*p == 'T' || *p == 't') {
		if ((h = value_digits(p + 1, 2)) == -1 ||
		    (m = value_digits(p + 3, 2)) == -1 ||
		    (s = value_digits(p + 5, 2)) == -1 || h > 23 || m > 59 || s > 60)
			return false;
		/* A leap second counts as the one before it. */
		t.second = h * 3600 + m * 60 + (s == 60 ? 59 : s);
		t.is_date = false;
		p += 7;
		t.utc = *p == 'Z' || *p == 'z';
		p += t.utc;
	}
	if (p[strspn(p, " \t")] != '\0')
		return false;
	*out = t;
	return true;
}

static char *
put_digits(char *p, int n, int value)
{
	int i;

	for (i = n - 1; i >= 0; i--, value /= 10)
		p[i] = (char)('0' + value % 10);
	return p + n;
}

const char *
ical_time_format(const struct ical_time *t, char *out)
{
	struct civil c = civil_from_day(t->day);
	char *p = put_digits(out, 4, c.year);

	p = put_digits(put_digits(p, 2, c.month), 2, c.day);
	if (!t->is_date) {
		*p++ = 'T';
		p = put_digits(p, 2, t->second / 3600);
		p = put_digits(p, 2, t->second / 60 % 60);
		p = put_digits(p, 2, t->second % 60);
		if (t->utc)
			*p++ = 'Z';
	}
	*p = '\0';
	return out;
}

int64_t
ical_time_stamp(const struct ical_time *t)
{
	return t->day * DAY + t->second * SECOND;
}

struct ical_time
ical_time_of_stamp(int64_t stamp)
{
	int32_t day = (int32_t)floor_div(stamp, DAY);

	return (struct ical_time){ .day = day, .utc = true,
	    .second = (int)((stamp - day * DAY) / SECOND) };
}

/* The number of seconds that a unit stands for; 0: it is none. */
static int64_t
unit_seconds(char unit, bool time)
{
	switch (unit) {
	case 'W':
		return time ? 0 : 7 * DAY_SECONDS;
	case 'D':
		return time ? 0 : DAY_SECONDS;
	case 'H':
		return time ? 3600 : 0;
	case 'M':
		return time ? 60 : 0;
	case 'S':
		return time ? 1 : 0;
	default:
		return 0;
	}
}

bool
ical_span_parse(const char *p, struct ical_span *out)
{
	int64_t days = 0, seconds = 0, n, unit;
	int sign = *p == '-' ? -1 : 1;
	bool time = false, some = false;
	char *end;

	p += *p == '-' || *p == '+';
	if (*p++ != 'P')
		return false;
	while (*p != '\0') {
		if (*p == 'T' && !time) {
			time = true;
			p++;
			continue;
		}
		if (*p < '0' || *p > '9')
			return false;
		n = strtoll(p, &end, 10);
		unit = unit_seconds(*end, time);
		if (unit == 0 || n > SPAN_MAX / unit)
			return false;
		*(time ? &seconds : &days) += n * unit;
		some = true;
		p = end + 1;
	}
	if (!some || days + seconds > SPAN_MAX)
		return false;
	out->days = (int32_t)(sign * (days / DAY_SECONDS));
	out->seconds = sign * seconds;
	return true;
}

struct ical_time
ical_time_add(const struct ical_time *t, const struct ical_span *span)
{
	int64_t second = t->second + span->seconds;
	int64_t days = floor_div(second, DAY_SECONDS);
	int64_t day = t->day + (int64_t)span->days + days;
	struct ical_time sum = *t;

	sum.second = (int)(second - days * DAY_SECONDS);
	sum.day = (int32_t)(day < DAY_FIRST ? DAY_FIRST :
	    day > DAY_LAST ? DAY_LAST : day);
	sum.is_date = t->is_date && span->seconds % DAY_SECONDS == 0;
	return sum;
}
