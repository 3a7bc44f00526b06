/*
 * /lists.  Groups, members and invitations are in lists/.
 */
#include "core/feed.h"
#include "core/list/list.h"
#include "core/user/token.h"
#include "query/list.h"
#include "web/body.h"
#include "web/fields.h"
#include "web/page.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static const struct field list_new[] = {
	RECORD(list, F_NEW | F_REQUIRED),
	POSITION,
	{ .name = NULL }
};

static const struct field list_patch[] = {
	RECORD(list, F_SET),
	{ .name = NULL }
};

static struct rows *
list_rows(struct req *rq, const struct cursor *at, int64_t count)
{
	return q_list_page(rq->ctx.db, rq->ctx.user, at->key, at->id, count);
}

static void
list_item(struct req *rq, struct jw *jw, struct rows *r, struct cursor *at)
{
	struct list l;

	list_of_row(&rq->ctx, r, &l);
	show_record(jw, &rq->ctx, &kind_list, &l, false);
	*at = (struct cursor){ l.rank, l.id };
}

/* GET /lists: the lists the caller reaches. */
static void
get_lists(struct req *rq)
{
	answer_collection(rq, &(struct collection){
	    .feed.kinds = 1 << FEED_LIST, .rows = list_rows,
	    .show = list_item });
}

/* POST /lists: 201 List; 200 if it exists; 404 group-not-found; 409 id-in-use;
 * 422 limit-reached. */
static void
create_list(struct req *rq)
{
	struct list new = { .id = NULL }, l;
	enum outcome o;

	field_record(rq, list_fields, &new);
	o = list_create(&rq->ctx, &new, field_top(rq, false), &l);
	answer_record(rq, o, &kind_list, &l);
	if (o == CREATED)
		reply_location(rq, "/lists/%s", l.id);
}

/* GET /lists/{listId}: 200 List; 404 list-not-found. */
static void
get_list(struct req *rq)
{
	struct list l;

	answer_record(rq, list_get(&rq->ctx, rq->arg[0], &l), &kind_list, &l);
}

/* PATCH /lists/{listId}: 200 List; 404 list-not-found (also if a member gives a
 * title), group-not-found; 422 no-fields. */
static void
update_list(struct req *rq)
{
	struct list to = { .id = NULL }, l;
	unsigned set = field_record(rq, list_fields, &to);

	answer_record(rq, list_update(&rq->ctx, rq->arg[0], &to, set, &l),
	    &kind_list, &l);
}

/* DELETE /lists/{listId}: 204; 404 list-not-found. */
static void
delete_list(struct req *rq)
{
	answer_deleted(rq, list_delete(&rq->ctx, rq->arg[0]));
}

/* PATCH /lists/{listId}/rank: 200 List; 404 list-not-found; 422
 * invalid-neighbors. */
static void
reorder_list(struct req *rq)
{
	struct list l;

	answer_record(rq, list_reorder(&rq->ctx, rq->arg[0],
	    field_text(rq, "beforeId"), field_text(rq, "afterId"), &l),
	    &kind_list, &l);
}

/* POST /lists/{listId}/restore: 200 List; 404 list-not-found; 422
 * limit-reached. */
static void
restore_list(struct req *rq)
{
	struct list l;

	answer_record(rq, list_restore(&rq->ctx, rq->arg[0], &l), &kind_list,
	    &l);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/lists", .handle = get_lists,
	    .flags = R_PAGED, .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "POST", .path = "/lists", .handle = create_list,
	    .flags = R_WRITE, .fields = list_new,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "GET", .path = "/lists/{listId}", .handle = get_list,
	    .token = TOKEN_READ },
	{ .method = "PATCH", .path = "/lists/{listId}", .handle = update_list,
	    .flags = R_WRITE | R_VIEWER, .fields = list_patch,
	    .scope = SCOPE_LIST, .token = TOKEN_WRITE },
	{ .method = "DELETE", .path = "/lists/{listId}", .handle = delete_list,
	    .flags = R_WRITE, .token = TOKEN_WRITE },
	{ .method = "PATCH", .path = "/lists/{listId}/rank",
	    .handle = reorder_list, .flags = R_WRITE | R_VIEWER,
	    .fields = neighbor_fields,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "POST", .path = "/lists/{listId}/restore",
	    .handle = restore_list, .flags = R_WRITE, .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group lists_group = { .name = "lists", .routes = routes };
