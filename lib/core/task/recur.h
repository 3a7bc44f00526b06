/*
 * Recurrence: which day comes next.  Computed in closed form, never by a loop
 * over the days or occurrences between, so that a task left alone for years
 * costs nothing.
 */
#ifndef CORE_TASK_RECUR_H
#define CORE_TASK_RECUR_H

#include <stdbool.h>
#include <stdint.h>

enum recurrence {
	RECUR_DAILY,
	RECUR_WEEKLY,
	RECUR_WEEKDAYS,		/* Monday to Friday */
	RECUR_MONTHLY,		/* clamped to the month's last day */
	RECUR_YEARLY,		/* 29 February is 28 in common years */
	RECUR__MAX
};

/* "daily" and so on; the words of the interface and of the database. */
const char	*recur_name(enum recurrence);
bool		 recur_parse(const char *, enum recurrence *);

/*
 * The first day of the series that is after `due` and not before `today`.
 * `start` is the day the series began on: it gives the day of the month (and
 * for yearly the month), which clamping to a shorter month does not forget: of
 * a monthly series that starts on 31 January, 28 February is followed by 31
 * March.  Daily and weekly series are counted from `start` too.  weekdays has
 * every Monday to Friday, whatever day `start` is.
 * False, and *next left alone, where that day is after 9999-12-31.
 */
bool		 recur_next(enum recurrence, int32_t start, int32_t due,
		    int32_t today, int32_t *next);

/*
 * The reminder of the next occurrence: the same wall-clock time in `zone`, as
 * many days before or after the new due day as `reminder` was from the old
 * one.  In a gap of the clock it is moved forward by the gap's length.  Never
 * after the last moment of 9999.
 */
int64_t		 recur_reminder(const char *zone, int64_t reminder, int32_t due,
		    int32_t next);

#endif
