/*
 * /lists/{listId}/invitations, and /invitations/{code}: links by which people
 * join a list.
 */
#include "base/settings/settings.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/list/invitation.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/user/credential.h"
#include "query/invitation.h"
#include "web/body.h"
#include "web/limit.h"
#include "web/listing.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static const struct field invitation_new[] = {
	{ .name = "role", .type = F_WORD, .words = member_roles },
	{ .name = "accounts", .type = F_INT, .min = 0,
	    .max = INVITED_ACCOUNTS },
	{ .name = "email", .type = F_EMAIL },
	{ .name = "expiresInDays", .type = F_INT, .min = 1,
	    .max = INVITATION_DAYS_MAX },
	{ .name = NULL }
};

static const struct field invitation_code[] = {
	{ .name = "code", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = INVITATION_CODE_MAX },
	{ .name = NULL }
};

static void
put_invitation(struct jw *jw, const struct invitation *i)
{
	jw_put_text(jw, "id", i->id);
	jw_put_text(jw, "role", i->role);
	jw_put_int(jw, "accounts", i->accounts);
	jw_put_text(jw, "email", i->email);
	jw_put_stamp(jw, "createdAt", i->created_at);
	jw_put_stamp(jw, "expiresAt", i->expires_at);
}

/* False if refused: what cannot be sent, or makes more accounts than one
 * address has. */
static bool
invitation_mailable(struct req *rq)
{
	if (!field_given(rq, "email"))
		return true;
	if (rq->ctx.settings->smtp_url[0] == '\0')
		field_error(rq, "/email", "no-mail",
		    "Must be absent: this server sends no mail.");
	if (field(rq, "accounts")->number > 1)
		field_error(rq, "/accounts", "not-with-email",
		    "Must be at most 1 when email is given.");
	if (rq->reply.error_count > 0)
		refuse(rq, VALIDATION_FAILED);
	return !rq->reply.refused;
}

/* POST /lists/{listId}/invitations: 201, with the code of a link; 404
 * list-not-found; 422 validation-failed, limit-reached. */
static void
create_invitation(struct req *rq)
{
	const struct value *accounts = field(rq, "accounts");
	const struct value *days = field(rq, "expiresInDays");
	const char *role = field_text(rq, "role");
	struct invitation i = { .list_id = rq->arg[0],
		.role = role != NULL ? role : ROLE_MEMBER,
		.accounts = accounts->given ? accounts->number : -1,
		.email = field_text(rq, "email") };
	struct jw *jw;
	enum outcome o;

	if (!invitation_mailable(rq))
		return;
	o = invitation_make(&rq->ctx, &i, days->given ? days->number :
	    INVITATION_DAYS);
	if (o != CREATED) {
		refuse(rq, o);
		return;
	}
	jw = reply(rq, 201);
	jw_object(jw);
	put_invitation(jw, &i);
	if (i.code != NULL) {
		jw_put_text(jw, "code", i.code);
		jw_put_text(jw, "url", arena_printf(rq->ctx.arena,
		    "%s/#/join/%s", link_base(rq), i.code));
	}
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

/* GET /lists/{listId}/invitations: 200; 404 list-not-found (also for a
 * member). */
static void
get_invitations(struct req *rq)
{
	struct list l;

	if (list_owned(&rq->ctx, rq->arg[0], &l) != DONE)
		refuse(rq, LIST_NOT_FOUND);
	else
		answer_listing(rq, q_invitation_page(rq->ctx.db, l.id,
		    rq->ctx.now), invitation_item);
}

/* DELETE /lists/{listId}/invitations/{invitationId}: 204; 404 list-not-found,
 * invitation-not-found. */
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

/* Runs after the read transaction: a right code needs no write lock. */
static bool
count_guess(struct req *rq)
{
	attempt_take(&rq->ctx, ATTEMPT_ADDRESS, rq->in.address_key);
	return false;
}

/* False if refused. */
static bool
guess(struct req *rq, const char *code, struct invited *to)
{
	if (!limit_allows(rq, ATTEMPT_ADDRESS, rq->in.address_key))
		return false;
	if (invitation_read(&rq->ctx, code, to) == DONE)
		return true;
	refuse(rq, INVITATION_NOT_FOUND);
	rq->rest = count_guess;
	return false;
}

/* GET /invitations/{code}: 200; 404 invitation-not-found; 429. */
static void
get_invitation(struct req *rq)
{
	struct invited to;
	struct jw *jw;

	if (!guess(rq, rq->arg[0], &to))
		return;
	jw = reply(rq, 200);
	jw_object(jw);
	jw_put_text(jw, "listTitle", to.list_title);
	jw_put_text(jw, "ownerName", to.owner_name);
	jw_object_end(jw);
}

/* POST /invitations/find: the same to everybody, and what the code is for. */
static void
find_invitation(struct req *rq)
{
	struct invited to;
	struct jw *jw;

	if (!guess(rq, field_text(rq, "code"), &to))
		return;
	jw = reply(rq, 200);
	jw_object(jw);
	jw_put_text(jw, "listTitle", to.list_title);
	jw_put_text(jw, "ownerName", to.owner_name);
	jw_put_text(jw, "role", to.role);
	jw_put_bool(jw, "account", to.account);
	jw_object_end(jw);
}

static void
join_by(struct req *rq, const char *code)
{
	struct member m;
	enum outcome o = invitation_accept(&rq->ctx, code, &m);

	answer_record(rq, o, &kind_member, &m);
	if (!rq->reply.refused)
		attempt_give(&rq->ctx, ATTEMPT_ADDRESS, rq->in.address_key);
}

/* POST /invitations/{code}/accept: 201 Member; 200 if they are one; 404
 * invitation-not-found; 422 not-shareable, limit-reached; 429. */
static void
accept_invitation(struct req *rq)
{
	join_by(rq, rq->arg[0]);
}

/* POST /invitations/accept: the same, without the code in the address. */
static void
accept_code(struct req *rq)
{
	join_by(rq, field_text(rq, "code"));
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/lists/{listId}/invitations",
	    .handle = get_invitations },
	{ .method = "POST", .path = "/lists/{listId}/invitations",
	    .handle = create_invitation,
	    .flags = R_WRITE | R_VIEWER | R_NO_STORE | R_BODY_OPTIONAL |
	        R_STRICT,
	    .fields = invitation_new },
	{ .method = "DELETE",
	    .path = "/lists/{listId}/invitations/{invitationId}",
	    .handle = delete_invitation, .flags = R_WRITE | R_VIEWER },
	{ .method = "POST", .path = "/invitations/find",
	    .handle = find_invitation,
	    .flags = R_PUBLIC | R_NO_STORE | R_STRICT,
	    .fields = invitation_code },
	{ .method = "POST", .path = "/invitations/accept",
	    .handle = accept_code, .flags = R_WRITE | R_ALONE | R_STRICT,
	    .fields = invitation_code, .before = may_guess },
	{ .method = "GET", .path = "/invitations/{code}",
	    .handle = get_invitation, .flags = R_NO_ETAG },
	{ .method = "POST", .path = "/invitations/{code}/accept",
	    .handle = accept_invitation, .flags = R_WRITE | R_ALONE | R_STRICT,
	    .before = may_guess },
	{ .method = NULL }
};

const struct route_group invitations_group = { .name = "lists",
	.routes = routes };
