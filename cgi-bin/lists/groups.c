/*
 * /me/groups: the groups in which a user files lists.
 */
#include "core/feed.h"
#include "core/list/group.h"
#include "core/user/token.h"
#include "query/group.h"
#include "web/body.h"
#include "web/fields.h"
#include "web/page.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static const struct field group_new[] = {
	RECORD(group, F_NEW | F_REQUIRED),
	{ .name = NULL }
};

static const struct field group_patch[] = {
	RECORD(group, F_SET | F_REQUIRED),
	{ .name = NULL }
};

static struct rows *
group_rows(struct req *rq, const struct cursor *at, int64_t count)
{
	return q_group_page(rq->ctx.db, rq->ctx.user, at->key, at->id, count);
}

static void
group_item(struct req *rq, struct jw *jw, struct rows *r, struct cursor *at)
{
	struct group g;

	row_group(r, rq->ctx.arena, &g);
	show_record(jw, &rq->ctx, &kind_group, &g, false);
	*at = (struct cursor){ g.rank, g.id };
}

/* GET /me/groups. */
static void
get_groups(struct req *rq)
{
	answer_collection(rq, &(struct collection){
	    .feed.kinds = 1 << FEED_GROUP, .rows = group_rows,
	    .show = group_item });
}

/* POST /me/groups: 201 Group; 200 if it exists; 422 limit-reached. */
static void
create_group(struct req *rq)
{
	struct group new = { .id = NULL }, g;

	field_record(rq, group_fields, &new);
	answer_record(rq, group_create(&rq->ctx, &new, &g), &kind_group, &g);
}

/* PATCH /me/groups/{groupId}: 200 Group; 404 group-not-found. */
static void
update_group(struct req *rq)
{
	struct group to = { .id = NULL }, g;
	unsigned set = field_record(rq, group_fields, &to);

	answer_record(rq, group_update(&rq->ctx, rq->arg[0], &to, set, &g),
	    &kind_group, &g);
}

/* PATCH /me/groups/{groupId}/rank: 200 Group; 404 group-not-found; 422
 * invalid-neighbors. */
static void
reorder_group(struct req *rq)
{
	struct group g;

	answer_record(rq, group_reorder(&rq->ctx, rq->arg[0],
	    field_text(rq, "beforeId"), field_text(rq, "afterId"), &g),
	    &kind_group, &g);
}

/* POST /me/groups/{groupId}/restore: 200 Group; 404 group-not-found; 422
 * limit-reached. */
static void
restore_group(struct req *rq)
{
	struct group g;

	answer_record(rq, group_restore(&rq->ctx, rq->arg[0], &g),
	    &kind_group, &g);
}

/* DELETE /me/groups/{groupId}: 204; 404 group-not-found. */
static void
delete_group(struct req *rq)
{
	answer_deleted(rq, group_delete(&rq->ctx, rq->arg[0]));
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/groups", .handle = get_groups,
	    .flags = R_PAGED, .token = TOKEN_READ },
	{ .method = "POST", .path = "/me/groups", .handle = create_group,
	    .flags = R_WRITE, .fields = group_new,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "PATCH", .path = "/me/groups/{groupId}",
	    .handle = update_group, .flags = R_WRITE, .fields = group_patch,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "DELETE", .path = "/me/groups/{groupId}",
	    .handle = delete_group, .flags = R_WRITE,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "PATCH", .path = "/me/groups/{groupId}/rank",
	    .handle = reorder_group, .flags = R_WRITE,
	    .fields = neighbor_fields,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "POST", .path = "/me/groups/{groupId}/restore",
	    .handle = restore_group, .flags = R_WRITE,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group list_groups_group = { .name = "lists",
	.routes = routes };
