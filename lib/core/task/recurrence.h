/*
 * When a task is due and how it repeats, by what a request says of it.
 */
#ifndef CORE_TASK_RECURRENCE_H
#define CORE_TASK_RECURRENCE_H

#include "core/ctx.h"

struct task;

/*
 * Applies to a task, whose other fields are applied already, what a set of
 * fields (core/record.h) says of its date, time, recurrence and rotation.
 * `was` is the task before the request.  A word and a rule can stand beside
 * each other if they agree; the word null ends only a recurrence that a word
 * says, so that clients which know only the words destroy no rule by writing
 * back what they read.
 *
 * DONE; DUE_TIME_NEEDS_DUE_DATE, RECURRENCE_NEEDS_DUE_DATE,
 * RECURRENCE_CONFLICT; UNSUPPORTED_RULE if the rule never comes;
 * ROTATION_NEEDS_RECURRENCE; ASSIGNEE_NOT_ELIGIBLE if somebody of a new
 * rotation cannot reach the list; VALIDATION_FAILED: the task has a zone
 * without a time, or else it would count from completion without a recurrence.
 */
enum outcome	 recurrence_apply(struct ctx *, struct task *,
		    const struct task *was, const struct task *from,
		    unsigned set);
/* The task no longer repeats. */
void		 recurrence_end(struct task *);

#endif
