/*
 * /lists/{listId}/transfer: the owner offers a list to somebody who shares it.
 */
#include "core/list/list.h"
#include "core/list/transfer.h"
#include "web/body.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static const struct field offer_new[] = {
	{ .name = "userId", .type = F_UUID, .flags = F_REQUIRED },
	{ .name = NULL }
};

static void
answer_offer(struct req *rq, enum outcome o, int status,
    const struct offer *to)
{
	struct jw *jw;

	if (o != DONE) {
		refuse(rq, o);
		return;
	}
	jw = reply(rq, status);
	jw_object(jw);
	jw_put_text(jw, "userId", to->user_id);
	jw_put_stamp(jw, "createdAt", to->created_at);
	jw_put_stamp(jw, "expiresAt", to->expires_at);
	jw_object_end(jw);
}

/* POST /lists/{listId}/transfer: 202 Offer; 404 list-not-found,
 * member-not-found. */
static void
make_offer(struct req *rq)
{
	struct offer to;
	enum outcome o = transfer_offer(&rq->ctx, rq->arg[0],
	    field_text(rq, "userId"), &to);

	answer_offer(rq, o, 202, &to);
}

/* GET /lists/{listId}/transfer: 200 Offer; 404 list-not-found,
 * offer-not-found. */
static void
get_offer(struct req *rq)
{
	struct offer to;
	enum outcome o = transfer_offered(&rq->ctx, rq->arg[0], &to);

	answer_offer(rq, o, 200, &to);
}

/* DELETE /lists/{listId}/transfer: 204; 404 list-not-found, offer-not-found. */
static void
delete_offer(struct req *rq)
{
	answer_deleted(rq, transfer_end(&rq->ctx, rq->arg[0]));
}

/* POST /lists/{listId}/transfer/accept: 200 List; 404 list-not-found,
 * offer-not-found; 422 limit-reached. */
static void
accept_offer(struct req *rq)
{
	struct list l;

	answer_record(rq, transfer_accept(&rq->ctx, rq->arg[0], &l), &kind_list,
	    &l);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/lists/{listId}/transfer",
	    .handle = get_offer },
	{ .method = "POST", .path = "/lists/{listId}/transfer",
	    .handle = make_offer, .flags = R_WRITE | R_VIEWER | R_STRICT,
	    .fields = offer_new },
	{ .method = "DELETE", .path = "/lists/{listId}/transfer",
	    .handle = delete_offer, .flags = R_WRITE | R_VIEWER | R_STRICT },
	{ .method = "POST", .path = "/lists/{listId}/transfer/accept",
	    .handle = accept_offer, .flags = R_WRITE | R_VIEWER | R_STRICT },
	{ .method = NULL }
};

const struct route_group transfer_group = { .name = "lists",
	.routes = routes };
