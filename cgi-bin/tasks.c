/*
 * /lists/{listId}/tasks, and /tasks/{taskId}.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/task/create.h"
#include "core/task/move.h"
#include "core/task/rotation.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "core/user/token.h"
#include "query/task.h"
#include "web/body.h"
#include "web/caller.h"
#include "web/fields.h"
#include "web/page.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

#define ITEMS_MAX	1000	/* of an array: more are refused unread */

static const struct field step_new[] = {
	RECORD(step, F_NEW | F_REQUIRED),
	{ .name = NULL }
};

static const struct field task_new[] = {
	RECORD(task, F_NEW | F_REQUIRED),
	POSITION,
	{ .name = "tagIds", .type = F_IDS, .max = ITEMS_MAX },
	{ .name = "steps", .type = F_ITEMS, .max = ITEMS_MAX,
	    .sub = step_new },
	{ .name = "myDay", .type = F_DATE },
	{ .name = NULL }
};

static const struct field task_patch[] = {
	RECORD(task, F_SET),
	{ .name = NULL }
};

static const struct field task_place[] = {
	{ .name = "listId", .type = F_UUID, .flags = F_REQUIRED },
	POSITION,
	RECORD(neighbor, F_SET),
	{ .name = NULL }
};

static struct rows *
task_rows(struct req *rq, const struct cursor *at, int64_t count)
{
	return q_task_page(rq->ctx.db, rq->arg[0], at->key, count);
}

static void
task_item(struct req *rq, struct jw *jw, struct rows *r, struct cursor *at)
{
	struct task t = { .deleted_at = 0 };	/* not in the row: it is live */

	row_shown_task(r, rq->ctx.arena, &t);
	show_record(jw, &rq->ctx, &kind_task, &t, false);
	*at = (struct cursor){ t.rank, t.id };
}

/* GET /lists/{listId}/tasks: 200; 404 list-not-found. */
static void
tasks_get(struct req *rq)
{
	if (!access_has(&rq->ctx, rq->ctx.user, rq->arg[0])) {
		refuse(rq, LIST_NOT_FOUND);
		return;
	}
	answer_collection(rq, &(struct collection){
	    .feed.kinds = 1 << FEED_TASK | 1 << FEED_MOVED,
	    .feed.list = rq->arg[0], .rows = task_rows, .show = task_item,
	    .kind = &kind_task, .columns = &columns_shown_task });
}

/* GET /lists/{listId}/tasks/{taskId}: 200 Task; 404 task-not-found. */
static void
get_task(struct req *rq)
{
	struct task t;

	answer_record(rq, task_get(&rq->ctx, rq->arg[0], rq->arg[1], &t),
	    &kind_task, &t);
}

/* GET /tasks/{taskId}: the same, whatever list it is in. */
static void
get_any_task(struct req *rq)
{
	struct task t;

	answer_record(rq, task_reach(&rq->ctx, rq->arg[0], &t), &kind_task,
	    &t);
}

static int
tag_by_id(const void *a, const void *b)
{
	const struct step *const *x = a, *const *y = b;
	int order = strcmp((*x)->id, (*y)->id);

	return order != 0 ? order : (*x > *y) - (*x < *y);
}

/* False if refused: two steps have the same id; the error is at the second. */
static bool
ids_differ(struct req *rq, const struct step *steps, size_t n)
{
	const struct step **sorted = arena_alloc(rq->ctx.arena,
	    (n + 1) * sizeof(*sorted));
	size_t i;

	for (i = 0; i < n; i++)
		sorted[i] = &steps[i];
	qsort(sorted, n, sizeof(*sorted), tag_by_id);
	for (i = 1; i < n && strcmp(sorted[i - 1]->id, sorted[i]->id) != 0; i++)
		continue;
	if (i >= n)
		return true;
	field_error(rq, arena_printf(rq->ctx.arena, "/steps/%td/id",
	    sorted[i] - steps), "duplicate",
	    "An earlier step has the same id.");
	refuse(rq, VALIDATION_FAILED);
	return false;
}

static const struct step *
steps_of(struct req *rq, const struct value *v)
{
	struct step *steps = arena_alloc(rq->ctx.arena,
	    (v->count + 1) * sizeof(*steps));
	size_t i;

	for (i = 0; i < v->count; i++)
		fields_store(&v->rows[i], step_fields, &steps[i]);
	return ids_differ(rq, steps, v->count) ? steps : NULL;
}

/* Names the member that a refusal of a task's recurrence is about; t is the
 * task as it would have been. */
static void
name_fault(struct req *rq, enum outcome o, const struct task *t)
{
	static const struct {
		enum outcome	 o;
		const char	*pointer, *code, *detail;
	} faults[] = {
		{ RECURRENCE_NEEDS_DUE_DATE, "/dueDate", "required",
		    "Must be a date for a task that repeats." },
		{ DUE_TIME_NEEDS_DUE_DATE, "/dueTime", "needs-due-date",
		    "Must be null without a due date." },
		{ RECURRENCE_CONFLICT, "/recurrenceRule", "conflict",
		    "Must be a rule of the recurrence beside it." },
		{ UNSUPPORTED_RULE, "/recurrenceRule", "unsupported",
		    "No date of this rule ever comes." },
		{ ROTATION_NEEDS_RECURRENCE, "/rotation", "needs-recurrence",
		    "Must be null for a task that does not repeat." },
	};
	int stranger;
	size_t i;

	for (i = 0; i < COUNT(faults); i++)
		if (faults[i].o == o)
			field_error(rq, faults[i].pointer, faults[i].code,
			    faults[i].detail);
	if (o == VALIDATION_FAILED && t->due_zone != NULL && t->due_time == NULL)
		field_error(rq, "/dueZone", "needs-due-time",
		    "Must be null without a due time.");
	else if (o == VALIDATION_FAILED)
		field_error(rq, "/recurrenceFrom", "needs-recurrence",
		    "Must be \"due\" for a task that does not repeat.");
	if (o != ASSIGNEE_NOT_ELIGIBLE)
		return;
	stranger = rotation_stranger(&rq->ctx, t->list_id, t->rotation);
	if (stranger >= 0)
		field_error(rq, arena_printf(rq->ctx.arena, "/rotation/%d",
		    stranger), "not-eligible",
		    "Must be a user who can reach the list.");
}

/* The answer that a token without the scope read gets for a task that
 * exists. */
static void
answer_ids(struct req *rq, const struct task *t)
{
	struct jw *jw = reply(rq, 200);

	jw_object(jw);
	jw_put_plain(jw, "id", t->id);
	jw_put_plain(jw, "listId", t->list_id);
	jw_object_end(jw);
}

/* POST /lists/{listId}/tasks: 201 Task; 200 if it exists; 404 list-not-found;
 * 409 id-in-use, of the task or a step; 422 limit-reached,
 * assignee-not-eligible, recurrence-needs-due-date, unknown-tag. */
static void
create_task(struct req *rq)
{
	const struct value *tags = field(rq, "tagIds");
	const struct value *steps = field(rq, "steps");
	struct task_new n = { .top = field_top(rq, true),
		.steps = steps_of(rq, steps), .step_count = steps->count,
		.tag_ids = (const char *const *)tags->items,
		.tag_count = tags->count, .my_day = field_text(rq, "myDay") };
	enum outcome o;
	struct task t;
	size_t step;

	if (n.steps == NULL)
		return;
	n.set = field_record(rq, task_fields, &n.task);
	o = task_create(&rq->ctx, rq->arg[0], &n, &t, &step);
	if (o == ID_IN_USE && step < n.step_count)
		field_error(rq, arena_printf(rq->ctx.arena, "/steps/%zu/id",
		    step), "in-use", "This id is already in use.");
	name_fault(rq, o, &t);
	if (o == EXISTED && !caller_reads(rq)) {
		answer_ids(rq, &t);
		return;
	}
	answer_record(rq, o, &kind_task, &t);
	if (o == CREATED)
		reply_location(rq, "/lists/%s/tasks/%s", t.list_id, t.id);
}

/* PATCH /lists/{listId}/tasks/{taskId}: 200 Task, with Link rel="next" to the
 * successor of a recurring one; 404 task-not-found; 422 no-fields,
 * assignee-not-eligible, recurrence-needs-due-date. */
static void
update_task(struct req *rq)
{
	struct task to = { .id = NULL }, t;
	unsigned set = field_record(rq, task_fields, &to);
	const char *next;
	enum outcome o;

	o = task_update(&rq->ctx, rq->arg[0], rq->arg[1], &to, set, &t, &next);
	name_fault(rq, o, &t);
	answer_record(rq, o, &kind_task, &t);
	if (o == DONE && next != NULL)
		reply_header(rq, "Link", "<%s/api/v1/lists/%s/tasks/%s>; "
		    "rel=\"next\"", link_base(rq), t.list_id, next);
}

/* PATCH .../rank: 200 Task; 404 task-not-found; 422 invalid-neighbors. */
static void
reorder_task(struct req *rq)
{
	struct task t;

	answer_record(rq, task_reorder(&rq->ctx, rq->arg[0], rq->arg[1],
	    field_text(rq, "beforeId"), field_text(rq, "afterId"), &t),
	    &kind_task, &t);
}

/* POST .../move: 200 Task; 404 task-not-found, list-not-found; 422
 * limit-reached, invalid-neighbors. */
static void
move_task(struct req *rq)
{
	const struct task_place to = { .list_id = field_text(rq, "listId"),
		.top = field_top(rq, true),
		.before_id = field_text(rq, "beforeId"),
		.after_id = field_text(rq, "afterId") };
	struct task t;

	if (field_given(rq, "position") &&
	    (to.before_id != NULL || to.after_id != NULL)) {
		field_error(rq, "/position", "not-with-neighbors",
		    "Must be absent when beforeId or afterId is given.");
		refuse(rq, VALIDATION_FAILED);
		return;
	}
	answer_record(rq, task_move(&rq->ctx, rq->arg[0], rq->arg[1], &to,
	    &t), &kind_task, &t);
}

/* DELETE .../{taskId}: 204; 404 task-not-found. */
static void
delete_task(struct req *rq)
{
	answer_deleted(rq, task_delete(&rq->ctx, rq->arg[0], rq->arg[1]));
}

/* POST .../restore: 200 Task; 404 task-not-found; 422 limit-reached. */
static void
restore_task(struct req *rq)
{
	struct task t;

	answer_record(rq, task_restore(&rq->ctx, rq->arg[0], rq->arg[1], &t),
	    &kind_task, &t);
}

static void
ahead_of_create(struct req *rq)
{
	task_create_ahead(&rq->ctx, rq->arg[0], field_text(rq, "id"),
	    field_top(rq, true));
}

static bool
changes_text(struct req *rq)
{
	return field_given(rq, "title") || field_given(rq, "notes");
}

static void
ahead_of_update(struct req *rq)
{
	task_update_ahead(&rq->ctx, rq->arg[0], rq->arg[1],
	    changes_text(rq));
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/lists/{listId}/tasks", .handle = tasks_get,
	    .flags = R_PAGED, .token = TOKEN_READ },
	{ .method = "POST", .path = "/lists/{listId}/tasks",
	    .handle = create_task, .flags = R_WRITE, .fields = task_new,
	    .scope = SCOPE_LIST,
	    .prefetch = ahead_of_create, .token = TOKEN_ADD },
	{ .method = "GET", .path = "/lists/{listId}/tasks/{taskId}",
	    .handle = get_task, .token = TOKEN_READ },
	{ .method = "PATCH", .path = "/lists/{listId}/tasks/{taskId}",
	    .handle = update_task, .flags = R_WRITE, .scope = SCOPE_LIST,
	    .fields = task_patch,
	    .prefetch = ahead_of_update, .token = TOKEN_WRITE },
	{ .method = "DELETE", .path = "/lists/{listId}/tasks/{taskId}",
	    .handle = delete_task, .flags = R_WRITE,
	    .scope = SCOPE_LIST, .token = TOKEN_WRITE },
	{ .method = "PATCH", .path = "/lists/{listId}/tasks/{taskId}/rank",
	    .handle = reorder_task, .flags = R_WRITE, .scope = SCOPE_LIST,
	    .fields = neighbor_fields, .token = TOKEN_WRITE },
	{ .method = "POST", .path = "/lists/{listId}/tasks/{taskId}/move",
	    .handle = move_task, .flags = R_WRITE, .fields = task_place,
	    .token = TOKEN_WRITE },
	{ .method = "POST", .path = "/lists/{listId}/tasks/{taskId}/restore",
	    .handle = restore_task, .flags = R_WRITE,
	    .scope = SCOPE_LIST, .token = TOKEN_WRITE },
	{ .method = "GET", .path = "/tasks/{taskId}", .handle = get_any_task,
	    .token = TOKEN_READ },
	{ .method = NULL }
};

const struct route_group tasks_group = { .name = "tasks", .routes = routes };
