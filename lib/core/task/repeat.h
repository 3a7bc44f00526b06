/*
 * Repeating: a recurring task that is done stays as history, and its successor
 * stands in the series.
 */
#ifndef CORE_TASK_REPEAT_H
#define CORE_TASK_REPEAT_H

#include <stdbool.h>

#include "core/ctx.h"

struct task;

/*
 * A recurring task was just marked done, in the struct alone: makes the
 * successor, directly after it, with its steps undone, attachments and
 * everybody's tags.  The task loses its recurrence and remembers the successor.
 * Returns the successor's id; NULL where the series ends with the calendar.
 * The successor's id is the UUIDv5 of its due date in the task's id, so that it
 * cannot appear twice: one that is live already is left as it is.
 */
const char	*repeat_done(struct ctx *, struct task *);

/* After the task is stored: if the successor's rank is too long, the list is
 * respaced, and both have new stamps. */
bool		 repeat_respace(struct ctx *, const char *list,
		    const char *successor);

/*
 * A done task was just marked undone: where its successor is as it was made,
 * takes it back (a tombstone) and restores the recurrence.
 */
void		 repeat_undone(struct ctx *, struct task *);

#endif
