/*
 * Notices: planned pushes.  The rows are exactly the notices that are due now
 * or later; sending one removes its row.
 */
#ifndef CORE_TASK_NOTICE_H
#define CORE_TASK_NOTICE_H

#include <stdint.h>

struct ctx;
struct task;

/* Plans the reminder of a live task, or cancels it if the task has none or is
 * done.  With `past`, plans a past reminder, too. */
void	 notice_reminder(struct ctx *, const struct task *, int past);
/* The assignee has changed from `old`: notifies the new one, unless they
 * assigned themself, and cancels the old one's notice. */
void	 notice_assignment(struct ctx *, const struct task *, const char *old);

#endif
