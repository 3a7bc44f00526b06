/*
 * Changing the fields of a task.  For recurring tasks see repeat.h.
 */
#ifndef CORE_TASK_UPDATE_H
#define CORE_TASK_UPDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct task;

/* What a PATCH sets: a field counts if its bit is in `set`. */
enum {
	TASK_TITLE = 1, TASK_DONE = 2, TASK_STARRED = 4, TASK_DUE = 8,
	TASK_NOTES = 16, TASK_ASSIGNEE = 32, TASK_REMINDER = 64,
	TASK_RECURRENCE = 128
};

struct task_patch {
	unsigned	 set;
	const char	*title;
	bool		 done;
	bool		 starred;
	const char	*due_date;
	const char	*notes;
	const char	*assignee_id;
	int64_t		 reminder_at;
	const char	*recurrence;
};

/*
 * DONE with the updated task, and *next the id of the successor if one was made
 * (else NULL).  A patch that changes nothing gives no new stamp.
 * TASK_NOT_FOUND, NO_FIELDS, ASSIGNEE_NOT_ELIGIBLE, RECURRENCE_NEEDS_DUE_DATE.
 */
enum outcome	 task_update(struct ctx *, const char *list, const char *id,
		    const struct task_patch *, struct task *,
		    const char **next);
/* Applies the patch to the struct, and drops from the patch what changes
 * nothing. */
void		 task_apply(struct ctx *, struct task *, struct task_patch *);

#endif
