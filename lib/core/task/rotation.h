/*
 * Taking turns at a recurring task: a JSON array of the ids of users.  The
 * assignee of a task's successor is the next of them who can reach the list.
 */
#ifndef CORE_TASK_ROTATION_H
#define CORE_TASK_ROTATION_H

#include <stdbool.h>

#include "core/ctx.h"

struct task;

/* The place in a rotation, a JSON array of ids, of the first who cannot reach
 * the list; -1: all can. */
int		 rotation_stranger(struct ctx *, const char *list,
		    const char *rotation);
/* Removes from the task's rotation who cannot reach its list, and `gone` (or
 * NULL) in any case; fewer than two left: none.  True if that changed it. */
bool		 rotation_trim(struct ctx *, struct task *, const char *gone);
/* The next in turn after a user, who may be NULL; NULL if there is no
 * rotation. */
const char	*rotation_next(struct ctx *, const struct task *,
		    const char *after);

#endif
