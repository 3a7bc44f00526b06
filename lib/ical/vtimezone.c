/*
 * A rule is as in POSIX.1-2017, chapter 8.3, with the extensions of RFC 8536:
 *
 *	std offset [dst [offset] , Mm.w.d[/time] , Mm.w.d[/time]]
 *
 * Offsets count west of UTC, a time can be before its day or days after it.
 */
#include "ical/vtimezone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"
#include "ical/line.h"
#include "ical/value.h"

#define NAME_MAX_LEN	15

/* When a part of the year begins. */
struct onset {
	int	month, week, day;	/* week 5: the last; day 0: Sunday */
	int	second;			/* of the day; also below 0, or beyond */
};

struct part {
	char		 name[NAME_MAX_LEN + 1];
	int		 offset;	/* seconds east of UTC */
	struct onset	 onset;
};

struct posix_rule {
	struct part	 part[2];
	int		 count;
};

static bool
parse_name(const char **p, char name[NAME_MAX_LEN + 1])
{
	bool quoted = **p == '<';
	size_t n;

	*p += quoted;
	n = quoted ? strcspn(*p, ">") : strspn(*p, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz");
	if (n == 0 || n > NAME_MAX_LEN)
		return false;
	memcpy(name, *p, n);
	name[n] = '\0';
	*p += n;
	if (quoted && *(*p)++ != '>')
		return false;
	return true;
}

/* [+-]h[:mm[:ss]], as seconds. */
static bool
parse_hours(const char **p, int *seconds)
{
	int sign = **p == '-' ? -1 : 1, unit;
	char *end;
	long n;

	*p += **p == '-' || **p == '+';
	*seconds = 0;
	for (unit = 3600; unit > 0; unit /= 60) {
		if (**p < '0' || **p > '9' || (n = strtol(*p, &end, 10)) > 167)
			return false;
		*seconds += sign * (int)n * unit;
		*p = end;
		if (**p != ':')
			return true;
		(*p)++;
	}
	return false;
}

static bool
parse_onset(const char **p, struct onset *o)
{
	int n = 0;

	o->second = 2 * 3600;
	if (sscanf(*p, ",M%2d.%1d.%1d%n", &o->month, &o->week, &o->day,
	    &n) != 3 || n == 0 || o->month < 1 || o->month > 12 ||
	    o->week < 1 || o->week > 5 || o->day < 0 || o->day > 6)
		return false;
	*p += n;
	if (**p != '/')
		return true;
	(*p)++;
	return parse_hours(p, &o->second);
}

static bool
parse_rule(const char *p, struct posix_rule *r)
{
	struct part *std = &r->part[0], *dst = &r->part[1];

	*r = (struct posix_rule){ .count = 1 };
	if (!parse_name(&p, std->name) || !parse_hours(&p, &std->offset))
		return false;
	std->offset = -std->offset;
	if (*p == '\0')
		return true;
	r->count = 2;
	if (!parse_name(&p, dst->name))
		return false;
	dst->offset = -std->offset - 3600;
	if (*p != ',' && !parse_hours(&p, &dst->offset))
		return false;
	dst->offset = -dst->offset;
	return parse_onset(&p, &dst->onset) && parse_onset(&p, &std->onset) &&
	    *p == '\0';
}

/* Days from that of the rule's weekday to that on which the time is. */
static int
onset_shift(const struct onset *o)
{
	return (int)floor_div(o->second, DAY_SECONDS);
}

/* The day of an onset in 1970. */
static int32_t
onset_first(const struct onset *o)
{
	int32_t first = day_from_civil((struct civil){ 1970, o->month, 1 });
	int length = days_in_month(1970, o->month);
	int ahead = (o->day + 6 - weekday(first) + 7) % 7;
	int day = ahead + 7 * (o->week - 1);

	while (day >= length)
		day -= 7;
	return first + day + onset_shift(o);
}

/* Seven numbers in a row, which one weekday is among. */
static void
put_seven(char *to, size_t size, const char *part, int from)
{
	int i, n = snprintf(to, size, ";%s=", part);

	for (i = 0; i < 7; i++)
		n += snprintf(to + n, size - (size_t)n, "%s%d",
		    i == 0 ? "" : ",", from + i);
}

/*
 * The onset's day in each year.  A shift makes "the day after the last
 * Thursday" of a rule: one of seven days of the month, which is a Friday; or,
 * if these are of two months, of the year, counted from its end.
 */
static void
onset_rule(const struct onset *o, char *to, size_t size)
{
	static const char *const days[] = {
		"SU", "MO", "TU", "WE", "TH", "FR", "SA"
	};
	int shift = onset_shift(o), length = days_in_month(1970, o->month);
	int from = o->week == 5 ? -7 + shift : 7 * (o->week - 1) + 1 + shift;
	int32_t year = day_from_civil((struct civil){ 1971, 1, 1 });
	int32_t month = day_from_civil((struct civil){ 1970, o->month, 1 });
	const char *day = days[(o->day + 35 + shift) % 7];
	char seven[96] = "";

	if (shift == 0) {
		snprintf(to, size, "FREQ=YEARLY;BYMONTH=%d;BYDAY=%d%s",
		    o->month, o->week == 5 ? -1 : o->week, day);
		return;
	}
	if (o->week == 5 ? from + 6 >= 0 : from < 1 || from + 6 > length) {
		put_seven(seven, sizeof(seven), "BYYEARDAY", month - year +
		    (o->week == 5 ? length + from : from - 1));
		snprintf(to, size, "FREQ=YEARLY%s;BYDAY=%s", seven, day);
		return;
	}
	put_seven(seven, sizeof(seven), "BYMONTHDAY", from);
	snprintf(to, size, "FREQ=YEARLY;BYMONTH=%d%s;BYDAY=%s", o->month,
	    seven, day);
}

static void
put_offset(struct ical_out *o, const char *name, int seconds)
{
	char text[16];
	int n = abs(seconds);

	if (n % 60 == 0)
		snprintf(text, sizeof(text), "%c%02d%02d",
		    seconds < 0 ? '-' : '+', n / 3600 % 100, n / 60 % 60);
	else
		snprintf(text, sizeof(text), "%c%02d%02d%02d",
		    seconds < 0 ? '-' : '+', n / 3600 % 100, n / 60 % 60,
		    n % 60);
	ical_put_line(o, name, text);
}

/* The part of the year that follows the other. */
static void
put_part(struct ical_out *o, const struct part *p, const struct part *other)
{
	const char *kind = p->offset > other->offset ? "DAYLIGHT" : "STANDARD";
	struct ical_time start = { .day = 0 };
	char rule[160], text[ICAL_TIME_SIZE];

	ical_put_line(o, "BEGIN:", kind);
	if (p != other) {
		start.day = onset_first(&p->onset);
		start.second = p->onset.second - DAY_SECONDS *
		    onset_shift(&p->onset);
		onset_rule(&p->onset, rule, sizeof(rule));
	}
	ical_put_line(o, "DTSTART:", ical_time_format(&start, text));
	if (p != other)
		ical_put_line(o, "RRULE:", rule);
	put_offset(o, "TZOFFSETFROM:", other->offset);
	put_offset(o, "TZOFFSETTO:", p->offset);
	ical_put_line(o, "TZNAME:", p->name);
	ical_put_line(o, "END:", kind);
}

bool
ical_put_zone(struct arena *a, struct ical_out *o, const char *zone)
{
	const char *text = zone_rule(a, zone);
	struct posix_rule r;
	int i;

	if (text == NULL || !parse_rule(text, &r))
		return false;
	ical_put_line(o, "BEGIN:", "VTIMEZONE");
	ical_put_line(o, "TZID:", zone);
	for (i = 0; i < r.count; i++)
		put_part(o, &r.part[i], &r.part[r.count - 1 - i]);
	ical_put_line(o, "END:", "VTIMEZONE");
	return true;
}
