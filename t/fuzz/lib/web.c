#include "t/fuzz/lib/web.h"

extern const struct route_group account_group, attachments_group, data_group,
    lists_group, my_day_group, notifications_group, status_group, steps_group,
    tags_group, tasks_group;

const struct route_group *const web_groups[] = {
	&tasks_group, &lists_group, &steps_group, &tags_group, &data_group,
	&my_day_group, &attachments_group, &account_group,
	&notifications_group, &status_group, NULL
};

void
web_begin(struct req *rq, struct arena *a, const struct settings *s)
{
	*rq = (struct req){ .groups = web_groups, .file = -1, .method = "GET",
	    .path = "", .query = "", .base = "" };
	rq->ctx = (struct ctx){ .arena = a, .settings = s, .zone = "UTC" };
}

void
web_done(struct req *rq)
{
	buf_free(&rq->headers);
	buf_free(&rq->out);
}
