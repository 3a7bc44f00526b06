/*
 * Moves a task to another list, or restores it.  Its parts get new stamps, for
 * users who see it now; users who no longer see it drop the parts with the
 * task's tombstone.
 */
#ifndef CORE_TASK_MOVE_H
#define CORE_TASK_MOVE_H

#include <stdbool.h>

#include "core/ctx.h"

struct task;

/* Where a task goes: next to neighbours, or without them to an end. */
struct task_place {
	const char	*list_id;
	bool		 top;
	const char	*before_id;
	const char	*after_id;
};

/* Moves it into another list, or elsewhere in its own.  DONE, TASK_NOT_FOUND,
 * LIST_NOT_FOUND, LIMIT_REACHED, INVALID_NEIGHBORS. */
enum outcome	 task_move(struct ctx *, const char *list, const char *id,
		    const struct task_place *, struct task *);
/* Leaves a tombstone in its list, from which it goes to the list `target`.
 * The names by which clients of CalDAV know it there, a line each; NULL: it
 * was never there. */
const char	*task_leave_tombstone(struct ctx *, const struct task *,
		    const char *target);
/* Restores it with its parts, until it is erased.  DONE, TASK_NOT_FOUND,
 * LIMIT_REACHED. */
enum outcome	 task_restore(struct ctx *, const char *list, const char *id,
		    struct task *);

#endif
