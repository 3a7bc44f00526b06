/*
 * /tasks/{taskId}/steps.
 */
#include "core/feed.h"
#include "core/limits.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "core/user/token.h"
#include "query/step.h"
#include "web/body.h"
#include "web/fields.h"
#include "web/page.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static const struct field step_new[] = {
	RECORD(step, F_NEW | F_REQUIRED),
	POSITION,
	{ .name = NULL }
};

static const struct field step_patch[] = {
	RECORD(step, F_SET),
	{ .name = NULL }
};

static struct rows *
step_rows(struct req *rq, const struct cursor *at, int64_t count)
{
	return q_step_page(rq->ctx.db, rq->arg[0], at->key, count);
}

static void
step_item(struct req *rq, struct jw *jw, struct rows *r, struct cursor *at)
{
	struct step s;

	row_listed_step(r, rq->ctx.arena, &s);
	show_record(jw, &rq->ctx, &kind_step, &s, false);
	*at = (struct cursor){ s.rank, s.id };
}

/* GET /tasks/{taskId}/steps: 200; 404 task-not-found. */
static void
get_steps(struct req *rq)
{
	struct task t;

	if (task_reach(&rq->ctx, rq->arg[0], &t) != DONE) {
		refuse(rq, TASK_NOT_FOUND);
		return;
	}
	answer_collection(rq, &(struct collection){
	    .feed.kinds = 1 << FEED_STEP, .feed.list = t.list_id,
	    .feed.task = t.id, .rows = step_rows, .show = step_item });
}

/* POST /tasks/{taskId}/steps: 201 Step; 200 if it exists; 404 task-not-found;
 * 409 id-in-use; 422 limit-reached. */
static void
create_step(struct req *rq)
{
	struct step new = { .id = NULL }, s;

	field_record(rq, step_fields, &new);
	answer_record(rq, step_create(&rq->ctx, rq->arg[0], &new,
	    field_top(rq, false), &s), &kind_step, &s);
}

/* PATCH /tasks/{taskId}/steps/{stepId}: 200 Step; 404 step-not-found; 422
 * no-fields. */
static void
update_step(struct req *rq)
{
	struct step to = { .id = NULL }, s;
	unsigned set = field_record(rq, step_fields, &to);

	answer_record(rq, step_update(&rq->ctx, rq->arg[0], rq->arg[1], &to,
	    set, &s), &kind_step, &s);
}

/* DELETE /tasks/{taskId}/steps/{stepId}: 204; 404 step-not-found. */
static void
delete_step(struct req *rq)
{
	answer_deleted(rq, step_delete(&rq->ctx, rq->arg[0], rq->arg[1]));
}

/* PATCH .../rank: 200 Step; 404 step-not-found; 422 invalid-neighbors. */
static void
reorder_step(struct req *rq)
{
	struct step s;

	answer_record(rq, step_reorder(&rq->ctx, rq->arg[0], rq->arg[1],
	    field_text(rq, "beforeId"), field_text(rq, "afterId"), &s),
	    &kind_step, &s);
}

/* POST .../restore: 200 Step; 404 step-not-found; 422 limit-reached. */
static void
restore_step(struct req *rq)
{
	struct step s;

	answer_record(rq, step_restore(&rq->ctx, rq->arg[0], rq->arg[1], &s),
	    &kind_step, &s);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/tasks/{taskId}/steps",
	    .handle = get_steps, .token = TOKEN_READ },
	{ .method = "POST", .path = "/tasks/{taskId}/steps",
	    .handle = create_step, .flags = R_WRITE, .fields = step_new,
	    .scope = SCOPE_TASK, .token = TOKEN_WRITE },
	{ .method = "PATCH", .path = "/tasks/{taskId}/steps/{stepId}",
	    .handle = update_step, .flags = R_WRITE, .fields = step_patch,
	    .scope = SCOPE_TASK, .token = TOKEN_WRITE },
	{ .method = "DELETE", .path = "/tasks/{taskId}/steps/{stepId}",
	    .handle = delete_step, .flags = R_WRITE,
	    .scope = SCOPE_TASK, .token = TOKEN_WRITE },
	{ .method = "PATCH", .path = "/tasks/{taskId}/steps/{stepId}/rank",
	    .handle = reorder_step, .flags = R_WRITE,
	    .fields = neighbor_fields,
	    .scope = SCOPE_TASK, .token = TOKEN_WRITE },
	{ .method = "POST", .path = "/tasks/{taskId}/steps/{stepId}/restore",
	    .handle = restore_step, .flags = R_WRITE,
	    .scope = SCOPE_TASK, .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group steps_group = { .name = "steps", .routes = routes };
