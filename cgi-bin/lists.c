/*
 * /lists, their members and filing; /me/groups.
 */
#include <string.h>

#include "core/feed.h"
#include "core/limits.h"
#include "core/list/group.h"
#include "core/list/invitation.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/task/task.h"
#include "core/user/credential.h"
#include "query.h"
#include "web/body.h"
#include "web/cgi.h"
#include "web/fields.h"
#include "web/limit.h"
#include "web/listing.h"
#include "web/page.h"
#include "web/portions.h"
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

static const struct field share[] = {
	{ .name = "email", .type = F_EMAIL, .flags = F_REQUIRED },
	{ .name = NULL }
};

static const struct field invitation_new[] = {
	{ .name = "expiresInDays", .type = F_INT, .min = 1,
	    .max = INVITATION_DAYS_MAX },
	{ .name = NULL }
};

static const struct field group_new[] = {
	RECORD(group, F_NEW | F_REQUIRED),
	{ .name = NULL }
};

static const struct field group_patch[] = {
	RECORD(group, F_SET | F_REQUIRED),
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

/* PATCH /lists/{listId}: 200 List; 404 list-not-found (or the caller may not
 * change the title), group-not-found; 422 no-fields. */
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

/* PATCH /lists/{listId}/rank: 200 List; 404; 422 invalid-neighbors. */
static void
move_list(struct req *rq)
{
	struct list l;

	answer_record(rq, list_move(&rq->ctx, rq->arg[0],
	    field_text(rq, "beforeId"), field_text(rq, "afterId"), &l),
	    &kind_list, &l);
}

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

/* Counts addresses that cannot be shared with, before the answer and whatever
 * the outcome, so that nobody can probe for accounts. */
static bool
may_share(struct req *rq)
{
	return limit_attempt(rq, ATTEMPT_SHARE, rq->ctx.user);
}

/* POST /lists/{listId}/members: 201 Member; 200 if they are one; 404
 * list-not-found; 422 not-shareable, limit-reached; 429. */
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

/* POST /lists/{listId}/restore: 200 List; 404 list-not-found; 422
 * limit-reached. */
static void
restore_list(struct req *rq)
{
	struct list l;

	answer_record(rq, list_restore(&rq->ctx, rq->arg[0], &l), &kind_list,
	    &l);
}

static void
put_invitation(struct jw *jw, const struct invitation *i)
{
	jw_put_text(jw, "id", i->id);
	jw_put_stamp(jw, "createdAt", i->created_at);
	jw_put_stamp(jw, "expiresAt", i->expires_at);
}

/* POST /lists/{listId}/invitations: 201, with the code; 404 list-not-found;
 * 422 limit-reached. */
static void
create_invitation(struct req *rq)
{
	const struct value *days = field(rq, "expiresInDays");
	struct invitation i;
	struct jw *jw;
	enum outcome o;

	o = invitation_make(&rq->ctx, rq->arg[0], days->given ?
	    days->number : INVITATION_DAYS, &i);
	if (o != CREATED) {
		refuse(rq, o);
		return;
	}
	jw = reply(rq, 201);
	jw_object(jw);
	put_invitation(jw, &i);
	jw_put_text(jw, "code", i.code);
	jw_put_text(jw, "url", arena_printf(rq->ctx.arena, "%s/#/join/%s",
	    link_base(rq), i.code));
	jw_object_end(jw);
}

static void
invitation_item(struct req *rq, struct jw *jw, struct rows *r)
{
	struct invitation i;

	row_invitation(r, rq->ctx.arena, &i);
	jw_object(jw);
	put_invitation(jw, &i);
	jw_object_end(jw);
}

/* GET /lists/{listId}/invitations: 200; 404 list-not-found (not its owner). */
static void
get_invitations(struct req *rq)
{
	struct list l;

	if (list_get(&rq->ctx, rq->arg[0], &l) != DONE ||
	    strcmp(l.role, "owner") != 0)
		refuse(rq, LIST_NOT_FOUND);
	else
		answer_listing(rq, q_invitation_page(rq->ctx.db, l.id,
		    rq->ctx.now), invitation_item);
}

/* DELETE /lists/{listId}/invitations/{invitationId}: 204; 404. */
static void
delete_invitation(struct req *rq)
{
	answer_deleted(rq, invitation_withdraw(&rq->ctx, rq->arg[0],
	    rq->arg[1]));
}

/* A wrong code counts like a failed sign-in, so that nobody can guess one. */
static bool
may_guess(struct req *rq)
{
	return limit_attempt(rq, ATTEMPT_ADDRESS, rq->in.address_key);
}

/* GET /invitations/{code}: 200; 404 invitation-not-found; 429. */
static void
get_invitation(struct req *rq)
{
	struct invited to;
	struct jw *jw;

	if (invitation_read(&rq->ctx, rq->arg[0], &to) != DONE) {
		refuse(rq, INVITATION_NOT_FOUND);
		return;
	}
	attempt_give(&rq->ctx, ATTEMPT_ADDRESS, rq->in.address_key);
	jw = reply(rq, 200);
	jw_object(jw);
	jw_put_text(jw, "listTitle", to.list_title);
	jw_put_text(jw, "ownerName", to.owner_name);
	jw_object_end(jw);
}

/* POST /invitations/{code}/accept: 201 Member; 200 if they are one; 404
 * invitation-not-found; 422 not-shareable, limit-reached; 429. */
static void
accept_invitation(struct req *rq)
{
	struct member m;
	enum outcome o = invitation_accept(&rq->ctx, rq->arg[0], &m);

	answer_record(rq, o, &kind_member, &m);
	if (!rq->reply.refused)
		attempt_give(&rq->ctx, ATTEMPT_ADDRESS, rq->in.address_key);
}

static int64_t
unassign_portion(struct req *rq, int64_t max)
{
	return member_may_remove(&rq->ctx, rq->arg[0], rq->arg[1]) != DONE ?
	    0 : task_unassign(&rq->ctx, rq->arg[0], rq->arg[1], max);
}

static bool
prepare_removal(struct req *rq)
{
	int64_t done;

	return portions_run(rq, unassign_portion, &done);
}

/* DELETE /lists/{listId}/members/{userId}: 204; 404 list-not-found,
 * member-not-found. */
static void
remove_member(struct req *rq)
{
	answer_deleted(rq, member_remove(&rq->ctx, rq->arg[0], rq->arg[1]));
}

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

/* PATCH /me/groups/{groupId}/rank: 200 Group; 404; 422 invalid-neighbors. */
static void
move_group(struct req *rq)
{
	struct group g;

	answer_record(rq, group_move(&rq->ctx, rq->arg[0],
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
	{ .method = "GET", .path = "/lists", .handle = get_lists,
	    .flags = R_PAGED },
	{ .method = "POST", .path = "/lists", .handle = create_list,
	    .flags = R_WRITE, .fields = list_new },
	{ .method = "GET", .path = "/lists/{listId}", .handle = get_list },
	{ .method = "PATCH", .path = "/lists/{listId}", .handle = update_list,
	    .flags = R_WRITE, .fields = list_patch },
	{ .method = "DELETE", .path = "/lists/{listId}", .handle = delete_list,
	    .flags = R_WRITE },
	{ .method = "PATCH", .path = "/lists/{listId}/rank",
	    .handle = move_list, .flags = R_WRITE, .fields = neighbor_fields },
	{ .method = "GET", .path = "/lists/{listId}/members",
	    .handle = get_members },
	{ .method = "POST", .path = "/lists/{listId}/members",
	    .handle = add_member, .flags = R_WRITE, .fields = share,
	    .prepare = may_share },
	{ .method = "DELETE", .path = "/lists/{listId}/members/{userId}",
	    .handle = remove_member, .flags = R_WRITE,
	    .prepare = prepare_removal },
	{ .method = "POST", .path = "/lists/{listId}/restore",
	    .handle = restore_list, .flags = R_WRITE },
	{ .method = "GET", .path = "/lists/{listId}/invitations",
	    .handle = get_invitations },
	{ .method = "POST", .path = "/lists/{listId}/invitations",
	    .handle = create_invitation,
	    .flags = R_WRITE | R_NO_STORE | R_BODY_OPTIONAL,
	    .fields = invitation_new },
	{ .method = "DELETE",
	    .path = "/lists/{listId}/invitations/{invitationId}",
	    .handle = delete_invitation, .flags = R_WRITE },
	{ .method = "GET", .path = "/invitations/{code}",
	    .handle = get_invitation, .flags = R_WRITE | R_NO_ETAG,
	    .prepare = may_guess },
	{ .method = "POST", .path = "/invitations/{code}/accept",
	    .handle = accept_invitation, .flags = R_WRITE | R_ALONE,
	    .prepare = may_guess },
	{ .method = "GET", .path = "/me/groups", .handle = get_groups,
	    .flags = R_PAGED },
	{ .method = "POST", .path = "/me/groups", .handle = create_group,
	    .flags = R_WRITE, .fields = group_new },
	{ .method = "PATCH", .path = "/me/groups/{groupId}",
	    .handle = update_group, .flags = R_WRITE, .fields = group_patch },
	{ .method = "DELETE", .path = "/me/groups/{groupId}",
	    .handle = delete_group, .flags = R_WRITE },
	{ .method = "PATCH", .path = "/me/groups/{groupId}/rank",
	    .handle = move_group, .flags = R_WRITE, .fields = neighbor_fields },
	{ .method = "POST", .path = "/me/groups/{groupId}/restore",
	    .handle = restore_group, .flags = R_WRITE },
	{ .method = NULL }
};

const struct route_group lists_group = { .name = "lists",
	.routes = routes };

int
main(void)
{
	return cgi_main(&lists_group);
}
