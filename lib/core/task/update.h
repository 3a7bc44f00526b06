/*
 * Changing the fields of a task.  For recurring tasks see repeat.h.
 */
#ifndef CORE_TASK_UPDATE_H
#define CORE_TASK_UPDATE_H

#include "core/ctx.h"

struct task;

/*
 * Sets a set of fields (core/record.h).  DONE with the updated task, and *next
 * the id of the successor if one was made (else NULL).  If nothing changes, the
 * stamp stays.  TASK_NOT_FOUND, NO_FIELDS, ASSIGNEE_NOT_ELIGIBLE,
 * LIMIT_REACHED, and those of task_apply().
 */
enum outcome	 task_update(struct ctx *, const char *list, const char *id,
		    const struct task *to, unsigned set, struct task *,
		    const char **next);
/* Asks ahead (rows_ahead()) for what that reads first; text: it changes title
 * or notes. */
void		 task_update_ahead(struct ctx *, const char *list,
		    const char *id, bool text);
/* Copies a set of fields into the struct, with what follows from them, and sets
 * *changed to those that changed.  DONE, or what recurrence_apply()
 * (recurrence.h) refuses: then the struct is what it would have been. */
enum outcome	 task_apply(struct ctx *, struct task *,
		    const struct task *from, unsigned set, unsigned *changed);

#endif
