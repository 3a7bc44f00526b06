/*
 * A new task, with everything that one request can put on it.
 */
#ifndef CORE_TASK_CREATE_H
#define CORE_TASK_CREATE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/ctx.h"
#include "core/task/task.h"

struct step;

struct task_new {
	struct task	 task;		/* its id, and the fields F_SET */
	unsigned	 set;		/* those that are given; 0: that have a
					 * value */
	bool		 top;
	const struct step *steps;	/* in order, with id and title */
	size_t		 step_count;
	const char	*const *tag_ids;
	size_t		 tag_count;
	const char	*my_day;	/* YYYY-MM-DD or NULL */
};

/*
 * Creates a task with its steps, the caller's tags and their My Day entry; one
 * created as done does not repeat.  CREATED; EXISTED if a live task of that
 * list has the id; LIST_NOT_FOUND, LIMIT_REACHED, ASSIGNEE_NOT_ELIGIBLE,
 * UNKNOWN_TAG, and those of task_apply() (update.h); ID_IN_USE, with *step the
 * number of the step whose id it is (the task's own: the count of steps).
 */
enum outcome	 task_create(struct ctx *, const char *list,
		    const struct task_new *, struct task *, size_t *step);

/* Asks ahead (rows_ahead()) for what that reads first. */
void		 task_create_ahead(struct ctx *, const char *list,
		    const char *id, bool top);

#endif
