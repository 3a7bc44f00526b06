/*
 * Repeating: a completed recurring task stays as history, and its successor
 * continues the series.
 */
#ifndef CORE_TASK_REPEAT_H
#define CORE_TASK_REPEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct task;

/*
 * Call when a recurring task was marked done, in the struct only.  Makes the
 * successor directly after it, with its steps undone, its attachments and
 * everybody's tags, assigned to the next in turn.  The task loses its
 * recurrence and remembers it and the successor.  Returns the successor's id;
 * NULL if the series has ended.  The successor's id is the UUIDv5 of its due
 * date in the task's id, so that it cannot exist twice: a live one is
 * unchanged.
 */
const char	*repeat_done(struct ctx *, struct task *);

/* Call after storing the task.  If the successor's rank is too long, respaces
 * the list; then both have new stamps. */
bool		 repeat_respace(struct ctx *, const char *list,
		    const char *successor);

/*
 * Call when a done task was marked undone.  If its successor is unchanged, or
 * was never made since the series had ended, deletes it and restores the
 * recurrence; who has left since takes no turn.
 */
void		 repeat_undone(struct ctx *, struct task *);

/*
 * The reminder of the next occurrence: the same wall-clock time in `zone`, as
 * many days before or after the new due day as `reminder` was from the old one.
 * In a gap of the clock it moves forward by the gap's length.  Never after the
 * last moment of 9999.
 */
int64_t		 repeat_reminder(const char *zone, int64_t reminder,
		    int32_t due, int32_t next);

/* Is a task of that day done that the series of this one has gone on from? */
bool		 repeat_was_done(struct ctx *, const char *list,
		    const char *series, const char *day);

#endif
