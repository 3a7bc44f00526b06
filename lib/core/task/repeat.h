/*
 * Repeating: a completed recurring task stays as history, and its successor
 * continues the series.
 */
#ifndef CORE_TASK_REPEAT_H
#define CORE_TASK_REPEAT_H

#include <stdbool.h>

#include "core/ctx.h"

struct task;

/*
 * Call when a recurring task was marked done, in the struct only.  Makes the
 * successor directly after it, with its steps undone, its attachments and
 * everybody's tags.  The task loses its recurrence and remembers the successor.
 * Returns the successor's id; NULL if the series ends with the calendar.  The
 * successor's id is the UUIDv5 of its due date in the task's id, so that it
 * cannot exist twice: a live one is unchanged.
 */
const char	*repeat_done(struct ctx *, struct task *);

/* Call after storing the task.  If the successor's rank is too long, respaces
 * the list; then both have new stamps. */
bool		 repeat_respace(struct ctx *, const char *list,
		    const char *successor);

/*
 * Call when a done task was marked undone.  If its successor is unchanged,
 * deletes it and restores the recurrence.
 */
void		 repeat_undone(struct ctx *, struct task *);

#endif
