/*
 * Recurrence: the next day of a series.  Computed in closed form, without
 * looping over days or occurrences, so that old tasks cost no more.
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

/* "daily" and so on, by their number, NULL last: the words of the interface and
 * of the database. */
extern const char *const recur_words[];
bool		 recur_parse(const char *, enum recurrence *);

/*
 * The first day of the series that is after `due` and not before `today`.
 * `start` is the first day of the series: it gives the day of the month (and
 * for yearly the month) even after a shorter month: in a monthly series from 31
 * January, 31 March follows 28 February.  Daily and weekly series are counted
 * from `start` too.  weekdays is every Monday to Friday, whatever `start` is.
 * False, with *next unchanged, if that day is after 9999-12-31.
 */
bool		 recur_next(enum recurrence, int32_t start, int32_t due,
		    int32_t today, int32_t *next);

/*
 * The reminder of the next occurrence: the same wall-clock time in `zone`, as
 * many days before or after the new due day as `reminder` was from the old one.
 * In a gap of the clock it moves forward by the gap's length.  Never after the
 * last moment of 9999.
 */
int64_t		 recur_reminder(const char *zone, int64_t reminder, int32_t due,
		    int32_t next);

#endif
