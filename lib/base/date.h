/*
 * Days and stamps.  A day is a number of days since 1970-01-01 in
 * the proleptic Gregorian calendar, a stamp a number of microseconds since
 * 1970-01-01T00:00:00Z.  All conversions are in closed form; only clock_now()
 * asks for the time.
 */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include <stdbool.h>
#include <stdint.h>

#define DATE_SIZE	11	/* "YYYY-MM-DD" and its NUL */
#define STAMP_SIZE	28	/* "YYYY-MM-DDTHH:MM:SS.uuuuuuZ" and its NUL */

struct civil {
	int	year;		/* 1 to 9999 if read from a text */
	int	month;		/* 1 to 12 */
	int	day;		/* 1 to 31 */
};

/* The one place that asks the system for the time, in microseconds: since 1970,
 * or by a clock that never goes back. */
int64_t		 clock_now(void);
int64_t		 clock_ticks(void);
/* The same for all processes of the machine: since it started. */
int64_t		 clock_since_boot(void);

int32_t		 day_from_civil(struct civil);
struct civil	 civil_from_day(int32_t);
/* 28 to 31. */
int		 days_in_month(int year, int month);
/* 0 is Monday, 6 is Sunday. */
int		 weekday(int32_t);

/*
 * Exactly "YYYY-MM-DD", a real date of the years 0001 to 9999.  On false the
 * output is unchanged.
 */
bool		 date_parse(const char *, int32_t *);
/* Into at least DATE_SIZE bytes; the day must be of the years 0001 to 9999. */
const char	*date_format(int32_t, char *);

/*
 * RFC 3339 date-time with any offset and 0 to 9 fraction digits, truncated to
 * six; 't', 'z' and a space for 'T' are accepted as RFC 3339 section 5.6
 * allows; a leap second (:60) counts as the first moment of the next minute.
 * False for anything else, for dates that do not exist, and for moments outside
 * the years 0001 to 9999 in UTC.
 */
bool		 stamp_parse(const char *, int64_t *);
/* Fixed width, UTC, into at least STAMP_SIZE bytes. */
const char	*stamp_format(int64_t, char *);
/* The same over the text of an earlier stamp, or "".  *day is its day: stamps
 * of a listing are often of the same one. */
void		 stamp_replace(int64_t, int32_t *day, char *);

#endif
