/*
 * /users and /me: signing up, the caller's own account and password.  Sessions
 * and access tokens are in account/; routes that send mail are in codes.c.
 */
#include <string.h>

#include "core/account/account.h"
#include "core/account/administration.h"
#include "core/account/sign_up.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/token.h"
#include "core/user/user.h"
#include "web/body.h"
#include "web/cookie.h"
#include "web/fields.h"
#include "web/limit.h"
#include "web/password.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static const struct field sign_up[] = {
	RECORD(user, F_NEW | F_REQUIRED),
	{ .name = "password", .type = F_PASSWORD, .flags = F_REQUIRED,
	    .min = PASSWORD_MIN, .max = PASSWORD_MAX,
	    .check = password_not_common },
	{ .name = "invitation", .type = F_TEXT, .min = 1,
	    .max = INVITATION_CODE_MAX },
	{ .name = NULL }
};

static const struct field profile[] = {
	RECORD(user, F_SET),
	{ .name = NULL }
};

/* What becomes of the shared lists of a user who leaves. */
static const char *const shared_lists[] = { "hand-over", "delete", NULL };

static const struct field leaving[] = {
	{ .name = "password", .type = F_PASSWORD, .max = PASSWORD_MAX },
	{ .name = "sharedLists", .type = F_WORD, .words = shared_lists },
	{ .name = NULL }
};

static const struct field new_password[] = {
	{ .name = "current", .type = F_PASSWORD, .max = PASSWORD_MAX },
	{ .name = "new", .type = F_PASSWORD, .flags = F_REQUIRED,
	    .min = PASSWORD_MIN, .max = PASSWORD_MAX,
	    .check = password_not_common },
	{ .name = "keepTokens", .type = F_BOOL },
	{ .name = NULL }
};

static bool
before_sign_up(struct req *rq)
{
	enum outcome o;

	if (!limit_attempt(rq, ATTEMPT_SIGN_UP, rq->in.address_key))
		return false;
	/* Nobody else makes the service hash passwords. */
	o = account_sign_up_allowed(&rq->ctx,
	    field_text(rq, "invitation"), field_text(rq, "email"));
	if (o == DONE)
		return password_hashed(rq, "password");
	refuse(rq, o);
	return false;
}

/* POST /users: 201 User; 403 registration-closed; 409 email-taken; 422
 * limit-reached; 429. */
static void
create_user(struct req *rq)
{
	const struct sign_up new = { .email = field_text(rq, "email"),
		.name = field_text(rq, "displayName"),
		.hash = password_work(rq)->hash,
		.invitation = field_text(rq, "invitation") };
	struct user u;
	enum outcome o = account_sign_up(&rq->ctx, &new, &u);

	if (o == CREATED && !u.verified)
		mail_queue(&rq->ctx, u.id, MAIL_VERIFY);
	answer_record(rq, o, &kind_me, &u);
}

/* GET /me: 200 User. */
static void
get_me(struct req *rq)
{
	struct user u;

	user_get(&rq->ctx, rq->ctx.user, &u);
	answer_record(rq, DONE, &kind_me, &u);
}

/* PATCH /me: 200 User; 422 no-fields. */
static void
update_me(struct req *rq)
{
	struct user to = { .id = NULL }, u;
	unsigned set = field_record(rq, user_fields, &to);
	enum outcome o = user_update(&rq->ctx, &to, set, &u);

	answer_record(rq, o, &kind_me, &u);
}

static bool
before_leaving(struct req *rq)
{
	return password_own(rq, "password");
}

static bool
leave_hands_over(struct req *rq)
{
	const char *how = field_text(rq, "sharedLists");

	return how == NULL || strcmp(how, shared_lists[0]) == 0;
}

/* False if refused: nobody else could administer the service. */
static bool
leave_begin(struct req *rq)
{
	enum outcome o = administrator_leave(&rq->ctx, rq->ctx.user);

	if (o == LAST_ADMINISTRATOR)
		refuse(rq, o);
	return o == DONE;
}

/* A list in a portion, before the account goes: a member's list always has a
 * live owner, wherever this is cut off. */
static int64_t
leave_portion(struct req *rq, int64_t max)
{
	return leave_begin(rq) ?
	    account_leave_lists(&rq->ctx, leave_hands_over(rq), max) : 0;
}

static bool
leave_forget(struct req *rq)
{
	return account_forget(&rq->ctx, rq->ctx.user, PORTION) == PORTION;
}

/* DELETE /me: 204, also if an administrator has removed them meanwhile; 409
 * last-administrator; 422 wrong-password; 429. */
static void
leave_service(struct req *rq)
{
	if (leave_begin(rq)) {
		password_was_right(rq);
		account_leave(&rq->ctx, leave_hands_over(rq));
		if (leave_forget(rq))
			rq->rest = leave_forget;
	} else if (rq->reply.refused)
		return;
	answer_empty(rq, 204);
	set_cookie(rq, "");
}

static bool
before_new_password(struct req *rq)
{
	return password_own(rq, "current") && password_hashed(rq, "new");
}

/* PUT /me/password: 204, ends all other sessions, and all access tokens unless
 * keepTokens; 422 wrong-password; 429. */
static void
set_password(struct req *rq)
{
	password_was_right(rq);
	account_set_password(&rq->ctx, rq->ctx.user,
	    password_work(rq)->hash, rq->ctx.credential,
	    field_bool(rq, "keepTokens"));
	audit_put(&rq->ctx, rq->ctx.user, AUDIT_PASSWORD_CHANGED, "{}");
	answer_empty(rq, 204);
}

static const struct route routes[] = {
	{ .method = "POST", .path = "/users", .handle = create_user,
	    .flags = R_PUBLIC | R_WRITE | R_NO_STORE | R_ALONE | R_SIGN_UP,
	    .fields = sign_up, .before = before_sign_up },
	{ .method = "GET", .path = "/me", .handle = get_me,
	    .flags = R_ENROL, .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "PATCH", .path = "/me", .handle = update_me,
	    .flags = R_WRITE, .fields = profile, .token = TOKEN_WRITE },
	{ .method = "DELETE", .path = "/me", .handle = leave_service,
	    .flags = R_WRITE | R_ALONE | R_STRICT, .fields = leaving,
	    .before = before_leaving, .portion = leave_portion },
	{ .method = "PUT", .path = "/me/password", .handle = set_password,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE, .fields = new_password,
	    .before = before_new_password },
	{ .method = NULL }
};

const struct route_group account_group = { .name = "account",
	.routes = routes };
