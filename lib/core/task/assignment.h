/*
 * The end of what a user does on a list: assignments, and turns (rotation.h).
 */
#ifndef CORE_TASK_ASSIGNMENT_H
#define CORE_TASK_ASSIGNMENT_H

#include <stdint.h>

#include "core/ctx.h"

/* Ends at most `max` of a user's assignments and turns on a list; returns how
 * many. */
int64_t		 task_unassign(struct ctx *, const char *list,
		    const char *user, int64_t max);

#endif
