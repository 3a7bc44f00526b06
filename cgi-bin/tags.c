/*
 * /me/tags, and /tasks/{taskId}/tags: private to the caller.
 */
#include "core/feed.h"
#include "core/limits.h"
#include "core/task/tag.h"
#include "core/user/token.h"
#include "query/tag.h"
#include "web/body.h"
#include "web/page.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

#define IDS_MAX		1000	/* more are refused unread */

static const struct field tag_new[] = {
	RECORD(tag, F_NEW | F_REQUIRED),
	{ .name = NULL }
};

static const struct field tag_patch[] = {
	RECORD(tag, F_SET | F_REQUIRED),
	{ .name = NULL }
};

static const struct field tag_ids[] = {
	{ .name = "tagIds", .type = F_IDS, .flags = F_REQUIRED,
	    .max = IDS_MAX },
	{ .name = NULL }
};

static struct rows *
tag_rows(struct req *rq, const struct cursor *at, int64_t count)
{
	return q_tag_page(rq->ctx.db, rq->ctx.user, at->key, count);
}

static void
tag_item(struct req *rq, struct jw *jw, struct rows *r, struct cursor *at)
{
	struct tag t;

	row_sorted_tag(r, rq->ctx.arena, &t);
	show_record(jw, &rq->ctx, &kind_tag, &t, false);
	*at = (struct cursor){ t.name_key, t.id };
}

/* GET /me/tags: by name. */
static void
get_tags(struct req *rq)
{
	answer_collection(rq, &(struct collection){
	    .feed.kinds = 1 << FEED_TAG, .rows = tag_rows, .show = tag_item });
}

/* POST /me/tags: 201 Tag; 200 with the tag of that name; 409 id-in-use; 422
 * invalid-tag-name, limit-reached. */
static void
create_tag(struct req *rq)
{
	struct tag t;

	answer_record(rq, tag_create(&rq->ctx, field_text(rq, "id"),
	    field_text(rq, "name"), &t), &kind_tag, &t);
}

/* PATCH /me/tags/{tagId}: 200 Tag; 404 tag-not-found; 409 tag-exists; 422
 * invalid-tag-name. */
static void
rename_tag(struct req *rq)
{
	struct tag t;

	answer_record(rq, tag_rename(&rq->ctx, rq->arg[0],
	    field_text(rq, "name"), &t), &kind_tag, &t);
}

/* A tag's deletion or restoration changes the sets of all tasks that have it:
 * the first PORTION at once, the others in further transactions. */
static bool
tags_restamp_sets(struct req *rq)
{
	return tag_restamp_sets(&rq->ctx, rq->arg[0], PORTION) == PORTION;
}

static void
restamp_all_sets(struct req *rq)
{
	if (!rq->reply.refused && tags_restamp_sets(rq))
		rq->rest = tags_restamp_sets;
}

/* DELETE /me/tags/{tagId}: 204; 404 tag-not-found. */
static void
delete_tag(struct req *rq)
{
	answer_deleted(rq, tag_delete(&rq->ctx, rq->arg[0]));
	restamp_all_sets(rq);
}

/* POST /me/tags/{tagId}/restore: 200 Tag; 404 tag-not-found; 409 tag-exists;
 * 422 limit-reached. */
static void
restore_tag(struct req *rq)
{
	struct tag t;

	answer_record(rq, tag_restore(&rq->ctx, rq->arg[0], &t), &kind_tag,
	    &t);
	restamp_all_sets(rq);
}

/* GET /tasks/{taskId}/tags: 200; 404 task-not-found. */
static void
get_task_tags(struct req *rq)
{
	struct tag_set s;

	answer_record(rq, tag_set_get(&rq->ctx, rq->arg[0], &s),
	    &kind_tag_set, &s);
}

/* PUT /tasks/{taskId}/tags: 200; 404 task-not-found; 422 unknown-tag,
 * limit-reached. */
static void
set_task_tags(struct req *rq)
{
	const struct value *ids = field(rq, "tagIds");
	struct tag_set s;

	answer_record(rq, tag_set_put(&rq->ctx, rq->arg[0],
	    (const char *const *)ids->items, ids->count, &s),
	    &kind_tag_set, &s);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/tags", .handle = get_tags,
	    .flags = R_PAGED, .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "POST", .path = "/me/tags", .handle = create_tag,
	    .flags = R_WRITE, .fields = tag_new,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "PATCH", .path = "/me/tags/{tagId}", .handle = rename_tag,
	    .flags = R_WRITE, .fields = tag_patch,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "DELETE", .path = "/me/tags/{tagId}", .handle = delete_tag,
	    .flags = R_WRITE,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "POST", .path = "/me/tags/{tagId}/restore",
	    .handle = restore_tag, .flags = R_WRITE,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "GET", .path = "/tasks/{taskId}/tags",
	    .handle = get_task_tags, .token = TOKEN_READ },
	{ .method = "PUT", .path = "/tasks/{taskId}/tags",
	    .handle = set_task_tags, .flags = R_WRITE | R_VIEWER, .fields = tag_ids,
	    .scope = SCOPE_TASK, .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group tags_group = { .name = "tags", .routes = routes };
