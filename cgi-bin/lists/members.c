/*
 * /lists/{listId}/members: who shares a list.
 */
#include <string.h>

#include "core/access.h"
#include "core/feed.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/user/credential.h"
#include "core/user/token.h"
#include "query/member.h"
#include "web/body.h"
#include "web/fields.h"
#include "web/limit.h"
#include "web/listing.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static const struct field share[] = {
	{ .name = "email", .type = F_EMAIL, .flags = F_REQUIRED },
	{ .name = NULL }
};

static const struct field member_patch[] = {
	RECORD(member, F_SET | F_REQUIRED),
	{ .name = NULL }
};

static void
member_item(struct req *rq, struct jw *jw, struct rows *r)
{
	struct member m;

	member_of_row(&rq->ctx, r, &m);
	show_record(jw, &rq->ctx, &kind_member, &m, false);
}

/* GET /lists/{listId}/members: 200; 404 list-not-found. */
static void
get_members(struct req *rq)
{
	struct list l;

	if (list_get(&rq->ctx, rq->arg[0], &l) != DONE)
		refuse(rq, LIST_NOT_FOUND);
	else
		answer_listing(rq, q_member_page(rq->ctx.db, rq->ctx.user,
		    l.id), member_item);
}

/* Limits attempts, so that nobody can probe for accounts.  Counted before the
 * work; add_member() undoes the count if the address could be shared with. */
static bool
may_share(struct req *rq)
{
	return limit_attempt(rq, ATTEMPT_SHARE, rq->ctx.user);
}

/* POST /lists/{listId}/members: 201 Member; 200 if they are one; 403
 * list-is-read-only; 404 list-not-found; 422 not-shareable, limit-reached;
 * 429. */
static void
add_member(struct req *rq)
{
	struct member m;
	enum outcome o;

	o = member_add(&rq->ctx, rq->arg[0], field_text(rq, "email"), &m);
	answer_record(rq, o, &kind_member, &m);
	if (!rq->reply.refused)
		attempt_give(&rq->ctx, ATTEMPT_SHARE, rq->ctx.user);
}

static bool
unassign_rest(struct req *rq)
{
	return member_unassign(&rq->ctx, rq->arg[0], rq->arg[1], PORTION) ==
	    PORTION;
}

/* Whoever has lost the list, or views it, is out at once; what was assigned to
 * them may take further transactions. */
static void
unassign(struct req *rq, enum outcome o)
{
	if (o == DONE && unassign_rest(rq))
		rq->rest = unassign_rest;
}

/* PATCH /lists/{listId}/members/{userId}: 200 Member; 403 list-is-read-only;
 * 404 list-not-found, member-not-found. */
static void
update_member(struct req *rq)
{
	struct member m;
	enum outcome o = member_set_role(&rq->ctx, rq->arg[0], rq->arg[1],
	    field_text(rq, "role"), &m);

	unassign(rq, o);
	answer_record(rq, o, &kind_member, &m);
}

/* DELETE /lists/{listId}/members/{userId}: 204; 404 list-not-found,
 * member-not-found. */
static void
members_remove(struct req *rq)
{
	enum outcome o = member_remove(&rq->ctx, rq->arg[0], rq->arg[1]);

	unassign(rq, o);
	answer_deleted(rq, o);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/lists/{listId}/members",
	    .handle = get_members, .token = TOKEN_READ },
	{ .method = "POST", .path = "/lists/{listId}/members",
	    .handle = add_member, .flags = R_WRITE, .fields = share,
	    .before = may_share },
	{ .method = "PATCH", .path = "/lists/{listId}/members/{userId}",
	    .handle = update_member, .flags = R_WRITE | R_STRICT,
	    .fields = member_patch },
	{ .method = "DELETE", .path = "/lists/{listId}/members/{userId}",
	    .handle = members_remove, .flags = R_WRITE | R_VIEWER },
	{ .method = NULL }
};

const struct route_group members_group = { .name = "lists", .routes = routes };
