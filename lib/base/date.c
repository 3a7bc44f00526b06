/*
 * The calendar: years are counted from 1 March, so that the leap day is the
 * last of its year and the lengths of the months before it are regular
 * (153 days in five months).  Eras of 400 years have 146097 days each.
 */
#include "base/date.h"

#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "base/log.h"

#define ERA_DAYS	INT64_C(146097)
#define EPOCH		INT64_C(719468)	/* 1970-01-01 from 0000-03-01 */
#define STAMP_MIN	(INT64_C(-719162) * DAY)	/* 0001-01-01 */
#define STAMP_END	(INT64_C(2932897) * DAY)	/* 10000-01-01 */

static int64_t
read_clock(clockid_t clock)
{
	struct timespec ts;

	if (clock_gettime(clock, &ts) == -1)
		fatal(FATAL_INTERNAL, "cannot read the clock: %m");
	return ts.tv_sec * SECOND + ts.tv_nsec / 1000;
}

int64_t
clock_now(void)
{
	return read_clock(CLOCK_REALTIME);
}

int64_t
clock_ticks(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

/* Asked of the kernel, since what replaces the C library's clocks, such as
 * faketime(1), would give each process another one. */
int64_t
clock_since_boot(void)
{
	struct timespec ts;

	if (syscall(SYS_clock_gettime, CLOCK_BOOTTIME, &ts) == -1)
		fatal(FATAL_INTERNAL, "cannot read the clock: %m");
	return ts.tv_sec * SECOND + ts.tv_nsec / 1000;
}

int32_t
day_from_civil(struct civil c)
{
	int64_t year = c.year - (c.month < 3);
	int month = (c.month + 9) % 12;		/* March is 0 */

	return (int32_t)(year * 365 + floor_div(year, 4) -
	    floor_div(year, 100) + floor_div(year, 400) +
	    (153 * month + 2) / 5 + c.day - 1 - EPOCH);
}

struct civil
civil_from_day(int32_t day)
{
	int era = (int)floor_div(day + EPOCH, ERA_DAYS);
	int of_era = (int)(day + EPOCH - era * ERA_DAYS);
	/* Without the leap days before it, every year has 365 days. */
	int year = (of_era - of_era / 1460 + of_era / 36524 -
	    of_era / 146096) / 365;
	int of_year = of_era - (365 * year + year / 4 - year / 100);
	int month = (5 * of_year + 2) / 153;
	struct civil c;

	c.day = of_year - (153 * month + 2) / 5 + 1;
	c.month = month < 10 ? month + 3 : month - 9;
	c.year = year + era * 400 + (c.month < 3);
	return c;
}

int
days_in_month(int year, int month)
{
	static const int days[] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
	};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

int
weekday(int32_t day)
{
	return (day % 7 + 10) % 7;	/* day 0 was a Thursday */
}

/* Exactly n digits at *p, which moves past them. */
static bool
take_number(const char **p, int n, int *out)
{
	int value = 0;

	for (; n > 0; n--, (*p)++) {
		if (**p < '0' || **p > '9')
			return false;
		value = value * 10 + (**p - '0');
	}
	*out = value;
	return true;
}

/* One character of a set at *p, which moves past it. */
static bool
take_char(const char **p, const char *set)
{
	if (**p == '\0' || strchr(set, **p) == NULL)
		return false;
	(*p)++;
	return true;
}

static bool
take_date(const char **p, int32_t *day)
{
	struct civil c;

	if (!take_number(p, 4, &c.year) || !take_char(p, "-") ||
	    !take_number(p, 2, &c.month) || !take_char(p, "-") ||
	    !take_number(p, 2, &c.day))
		return false;
	if (c.year < 1 || c.month < 1 || c.month > 12 || c.day < 1 ||
	    c.day > days_in_month(c.year, c.month))
		return false;
	*day = day_from_civil(c);
	return true;
}

bool
date_parse(const char *text, int32_t *out)
{
	int32_t day;

	if (!take_date(&text, &day) || *text != '\0')
		return false;
	*out = day;
	return true;
}

/* n digits and the character that follows them. */
static char *
date_put(char *p, int n, int value, char after)
{
	int i;

	for (i = n - 1; i >= 0; i--, value /= 10)
		p[i] = (char)('0' + value % 10);
	p[n] = after;
	return p + n + 1;
}

const char *
date_format(int32_t day, char *out)
{
	struct civil c = civil_from_day(day);

	date_put(date_put(date_put(out, 4, c.year, '-'), 2, c.month, '-'), 2,
	    c.day, '\0');
	return out;
}

/* Hours and minutes, as seconds. */
static bool
take_hhmm(const char **p, int *second)
{
	int h, m;

	if (!take_number(p, 2, &h) || !take_char(p, ":") ||
	    !take_number(p, 2, &m) || h > 23 || m > 59)
		return false;
	*second = (h * 60 + m) * 60;
	return true;
}

/* Nothing, or a point and 1 to 9 digits, as microseconds. */
static bool
take_fraction(const char **p, int *usec)
{
	int n, scale = 100000;

	*usec = 0;
	if (!take_char(p, "."))
		return true;
	for (n = 0; **p >= '0' && **p <= '9'; n++, (*p)++, scale /= 10)
		*usec += (**p - '0') * scale;
	return n >= 1 && n <= 9;
}

/* Z, or hours and minutes east of UTC, as seconds. */
static bool
take_offset(const char **p, int *offset)
{
	int sign = **p == '-' ? -1 : 1;

	*offset = 0;
	if (take_char(p, "Zz"))
		return true;
	if (!take_char(p, "+-") || !take_hhmm(p, offset))
		return false;
	*offset *= sign;
	return true;
}

bool
stamp_parse(const char *p, int64_t *out)
{
	int minute, second, usec, offset;
	int64_t stamp;
	int32_t day;

	if (!take_date(&p, &day) || !take_char(&p, "Tt ") ||
	    !take_hhmm(&p, &minute) || !take_char(&p, ":") ||
	    !take_number(&p, 2, &second) || second > 60 ||
	    !take_fraction(&p, &usec) || !take_offset(&p, &offset) ||
	    *p != '\0')
		return false;
	stamp = day * DAY + (minute + second - offset) * SECOND;
	/* A leap second ends a day of UTC (RFC 3339, section 5.7). */
	if (second == 60 && stamp % DAY != 0)
		return false;
	if (second < 60)
		stamp += usec;
	if (stamp < STAMP_MIN || stamp >= STAMP_END)
		return false;
	*out = stamp;
	return true;
}

static inline char *
put_pair(char *p, int value, char after)
{
	p[0] = (char)('0' + value / 10);
	p[1] = (char)('0' + value % 10);
	p[2] = after;
	return p + 3;
}

void
stamp_replace(int64_t stamp, int32_t *of, char *out)
{
	int32_t day = (int32_t)floor_div(stamp, DAY);
	int64_t usec = stamp - day * DAY;
	int second = (int)(usec / SECOND), micro;
	char *p = out + DATE_SIZE;

	if (out[0] == '\0' || day != *of)
		date_format(day, out);
	*of = day;
	out[DATE_SIZE - 1] = 'T';
	p = put_pair(p, second / 3600, ':');
	p = put_pair(p, second / 60 % 60, ':');
	p = put_pair(p, second % 60, '.');
	micro = (int)(usec % SECOND);
	put_pair(p, micro / 10000, '0');
	put_pair(p + 2, micro / 100 % 100, '0');
	p = put_pair(p + 4, micro % 100, 'Z');
	*p = '\0';
}

const char *
stamp_format(int64_t stamp, char *out)
{
	int32_t day = 0;

	out[0] = '\0';
	stamp_replace(stamp, &day, out);
	return out;
}
