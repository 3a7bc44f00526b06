/*
 * Dates as words, as Todoist writes them in English.
 */
#ifndef IMPORT_FORMAT_TODOIST_DATE_H
#define IMPORT_FORMAT_TODOIST_DATE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

struct todoist_date {
	int32_t		 day;
	int64_t		 usec;			/* of the day; -1: no time */
	const char	*rule;			/* RFC 5545; NULL: none */
	bool		 from_completion;	/* every! */
};

/*
 * Reads 2026-12-01, 1 Dec [2026], Dec 1, [2026], today, tomorrow, a weekday;
 * every [other|N] day|week|month|quarter|year|WEEKDAYS, every weekday, every 1
 * Dec, every [month on the] Nth|last [WEEKDAY]; each [at] TIME, a repetition
 * [starting DAY].  Without a date, the first day from today on; a day without a
 * year is the next one.  False if it is anything else.
 */
bool	 todoist_date(struct arena *, const char *, int32_t today,
	    struct todoist_date *);

#endif
