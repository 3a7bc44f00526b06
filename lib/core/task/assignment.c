#include "core/task/assignment.h"

#include "core/task/rotation.h"
#include "core/task/task.h"
#include "query/notice.h"
#include "query/task.h"

int64_t
task_unassign(struct ctx *c, const char *list, const char *user, int64_t max)
{
	struct task *all;
	size_t n, i;

	n = all_task(q_task_assigned(c->db, list, user, user, max), c->arena,
	    &all);
	for (i = 0; i < n; i++) {
		rotation_trim(c, &all[i], user);
		if (same_id(all[i].assignee_id, user)) {
			all[i].assignee_id = NULL;
			q_notice_remove(c->db, all[i].id, "assignment");
		}
		task_store(c, &all[i]);
	}
	return (int64_t)n;
}
