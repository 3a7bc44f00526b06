/*
 * Values of properties: dates, times and durations (RFC 5545, section 3.3).
 */
#ifndef ICAL_VALUE_H
#define ICAL_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#define DAY_SECONDS	86400
#define ICAL_TIME_SIZE	17	/* "YYYYMMDDTHHMMSSZ" and its NUL */

/* A DATE or a DATE-TIME: what a clock on the wall shows. */
struct ical_time {
	int32_t		 day;		/* since 1970-01-01 */
	int		 second;	/* of the day; 0 of a date */
	bool		 is_date;
	bool		 utc;
};

/* A duration: days of a calendar, then seconds, both with its sign. */
struct ical_span {
	int32_t		 days;
	int64_t		 seconds;
};

/* "20261201", "20261201T090000", "20261201T090000Z", of the years 1 to 9999; on
 * false the output is unchanged. */
bool		 ical_time_parse(const char *, struct ical_time *);
/* Into at least ICAL_TIME_SIZE bytes. */
const char	*ical_time_format(const struct ical_time *, char *);
/* The moment of a time in UTC, or the time in UTC of a moment. */
int64_t		 ical_time_stamp(const struct ical_time *);
struct ical_time ical_time_of_stamp(int64_t stamp);
/* "-PT15M", "P1DT2H", "P2W"; at most ten thousand years. */
bool		 ical_span_parse(const char *, struct ical_span *);
/* The time that follows by a span, on the same clock. */
struct ical_time ical_time_add(const struct ical_time *,
		    const struct ical_span *);

#endif
