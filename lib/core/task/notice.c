#include "core/task/notice.h"

#include "core/ctx.h"
#include "core/task/task.h"
#include "query/notice.h"

void
notice_reminder(struct ctx *c, const struct task *t, int past)
{
	if (t->reminder_at != 0 && !t->done &&
	    (past || t->reminder_at > c->now))
		q_notice_put(c->db, t->id, "reminder", "", 0, t->reminder_at);
	else
		q_notice_remove(c->db, t->id, "reminder");
}

void
notice_assignment(struct ctx *c, const struct task *t, const char *old)
{
	if (same_id(t->assignee_id, old))
		return;
	q_notice_remove(c->db, t->id, "assignment");
	if (t->assignee_id != NULL && !same_id(t->assignee_id, c->user))
		q_notice_assign(c->db, t->id, t->assignee_id, c->now);
}
