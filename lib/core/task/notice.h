/*
 * Notices: what is planned to be pushed.  The rows are exactly what is due now
 * or later; who sends one takes its row away.
 */
#ifndef CORE_TASK_NOTICE_H
#define CORE_TASK_NOTICE_H

#include <stdint.h>

struct ctx;
struct task;

/* Plans the reminder of a live task, or takes the plan back where that has none
 * or is done.  One that is past is planned too where `past`. */
void	 notice_reminder(struct ctx *, const struct task *, int past);
/* The assignee was `old` and is the task's now: tells the new one, unless they
 * did it themself, and takes back what the old one was to be told. */
void	 notice_assignment(struct ctx *, const struct task *, const char *old);
/* Nothing more is to be said of the task. */
void	 notice_cancel(struct ctx *, const char *task);

#endif
