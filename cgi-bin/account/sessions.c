/*
 * /sessions: signing in and out; /me/sessions.
 */
#include <string.h>

#include "base/base.h"
#include "base/hash.h"
#include "base/text.h"
#include "core/account/factor.h"
#include "core/account/ticket.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "query/credential.h"
#include "web/body.h"
#include "web/caller.h"
#include "web/cookie.h"
#include "web/env.h"
#include "web/limit.h"
#include "web/listing.h"
#include "web/password.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

#define CODE_LIMITS	3
#define CODES_REFUSED	3	/* then a mail tells the user */

static const struct field sign_in[] = {
	{ .name = "email", .type = F_TEXT, .min = 1, .max = 254 },
	{ .name = "password", .type = F_PASSWORD, .max = PASSWORD_MAX },
	{ .name = "ticket", .type = F_TEXT, .min = 1, .max = TICKET_MAX },
	{ .name = "code", .type = F_TEXT, .min = 1, .max = CODE_MAX },
	{ .name = "deviceName", .type = F_TEXT, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = "cookieOnly", .type = F_BOOL },
	{ .name = NULL }
};

static bool
prepare_by_password(struct req *rq)
{
	const char *email = text_lower_ascii(rq->ctx.arena,
	    field_text(rq, "email"));
	struct prepared_password *k = prepared_password(rq);
	bool known = user_by_email(&rq->ctx, email, &k->user);

	device_limits(&rq->ctx, email, env_cookies(rq), rq->in.address_key,
	    k->limits);
	if (password_checked(rq, known ? &k->user : NULL, "password",
	    BAD_CREDENTIALS))
		return true;
	if (rq->reply.status == 401)
		caller_refused(rq, known ? k->user.id : NULL,
		    AUDIT_SIGN_IN_REFUSED);
	if (rq->reply.status == 401 || rq->reply.status == 429)
		caller_log_refused(rq, email);
	return false;
}

/* The limits of guessing at the second factor: those of the address, of the
 * account or a device that it knows, and of the ticket. */
static void
code_limits(struct req *rq, const struct user *u,
    struct limit limits[CODE_LIMITS])
{
	struct limit *password = prepared_password(rq)->limits;

	device_limits(&rq->ctx, u->email, env_cookies(rq), rq->in.address_key,
	    password);
	limits[0] = password[0];
	limits[1] = (struct limit){ password[1].kind == ATTEMPT_DEVICE ?
	    ATTEMPT_CODE_DEVICE : ATTEMPT_CODE, password[1].who };
	limits[2] = (struct limit){ ATTEMPT_TICKET, hash_text(rq->ctx.arena,
	    field_text(rq, "ticket")) };
}

/* Whoever guesses codes knows the password: tells the user. */
static void
code_refused(struct req *rq, const struct user *u, const struct limit *l)
{
	caller_log_refused(rq, text_lower_ascii(rq->ctx.arena, u->email));
	caller_refused(rq, u->id, AUDIT_SECOND_FACTOR_REFUSED);
	if (attempt_failures(&rq->ctx, l->kind, l->who) == CODES_REFUSED &&
	    db_begin_write(rq->ctx.db, WRITE_SECONDS)) {
		mail_queue(&rq->ctx, u->id, MAIL_CODES_REFUSED);
		db_commit(rq->ctx.db);
	}
	refuse(rq, BAD_CREDENTIALS);
}

/* Like that of passwords: each try is counted first; a complete sign-in gives
 * all back.  A ticket that is used up is refused like one that never was. */
static bool
prepare_by_code(struct req *rq)
{
	struct user *u = &prepared_password(rq)->user;
	struct limit limits[CODE_LIMITS];

	if (!ticket_open(&rq->ctx, field_text(rq, "ticket"), u)) {
		if (limit_attempt(rq, ATTEMPT_ADDRESS, rq->in.address_key))
			refuse(rq, BAD_CREDENTIALS);
		return false;
	}
	code_limits(rq, u, limits);
	if (attempt_wait(&rq->ctx, limits[2].kind, limits[2].who) > 0)
		refuse(rq, BAD_CREDENTIALS);
	else if (limit_attempts(rq, limits, CODE_LIMITS) &&
	    factor_check(&rq->ctx, u->id, field_text(rq, "code")) ==
	    CODE_WRONG)
		code_refused(rq, u, &limits[1]);
	return !rq->reply.refused;
}

/* Either address and password, or ticket and code. */
static bool
prepare_sign_in(struct req *rq)
{
	static const struct { const char *name, *pointer; } steps[2][2] = {
		{ { "email", "/email" }, { "password", "/password" } },
		{ { "ticket", "/ticket" }, { "code", "/code" } }
	};
	bool second = field_given(rq, "ticket") || field_given(rq, "code");
	size_t i;

	for (i = 0; i < COUNT(steps[0]); i++) {
		if (!field_given(rq, steps[second][i].name))
			field_error(rq, steps[second][i].pointer, "required",
			    "Must be given.");
		if (field_given(rq, steps[!second][i].name))
			field_error(rq, steps[!second][i].pointer,
			    "not-with-ticket", "Not with a ticket.");
	}
	if (rq->reply.error_count > 0) {
		refuse(rq, VALIDATION_FAILED);
		return false;
	}
	return second ? prepare_by_code(rq) : prepare_by_password(rq);
}

/* Is it still right what `before` checked?  Uses up a code.  False if refused. */
static bool
may_sign_in(struct req *rq, struct user *u, enum code *by)
{
	const struct user *checked = &prepared_password(rq)->user;
	const char *ticket = field_text(rq, "ticket");

	*by = CODE_WRONG;
	if (ticket != NULL ? ticket_open(&rq->ctx, ticket, u) &&
	    (*by = factor_take(&rq->ctx, u->id, field_text(rq, "code"))) !=
	    CODE_WRONG :
	    user_get(&rq->ctx, checked->id, u) && u->password != NULL &&
	    strcmp(u->password, checked->password) == 0 && !u->disabled)
		return true;
	caller_log_refused(rq, text_lower_ascii(rq->ctx.arena, checked->email));
	refuse(rq, BAD_CREDENTIALS);
	return false;
}

/* The password is right.  Its attempt stays counted until the second step: only
 * a complete sign-in resets what guessing has cost. */
static void
ask_for_code(struct req *rq, const struct user *u)
{
	const char *ticket = ticket_make(&rq->ctx, u);
	struct jw *jw;

	if (ticket == NULL) {
		refuse(rq, NOT_READY);
		return;
	}
	jw = refuse_open(rq, SECOND_FACTOR_REQUIRED);
	jw_put_text(jw, "ticket", ticket);
	jw_name(jw, "factors");
	jw_array(jw);
	jw_text(jw, "totp");
	jw_array_end(jw);
	jw_object_end(jw);
}

/* The tries that led to this. */
static void
give_back_tries(struct req *rq, const struct user *u)
{
	struct limit limits[CODE_LIMITS];
	size_t i;

	if (field_given(rq, "ticket")) {
		code_limits(rq, u, limits);
		for (i = 0; i < CODE_LIMITS; i++)
			attempt_give(&rq->ctx, limits[i].kind, limits[i].who);
	}
	password_was_right(rq);
}

/* POST /sessions: 201 {token, expiresAt, user} and a cookie, without the token
 * if cookieOnly; 401 bad-credentials, second-factor-required; 429. */
static void
create_session(struct req *rq)
{
	static const char *const ways[] = { [CODE_WRONG] = "password",
		[CODE_TOTP] = "totp", [CODE_RECOVERY] = "recovery-code" };
	struct credential k = { .name = field_text(rq, "deviceName") };
	enum code by;
	struct user u;
	struct jw *jw;

	if (!may_sign_in(rq, &u, &by))
		return;
	if (!field_given(rq, "ticket") && factor_on(&rq->ctx, u.id)) {
		ask_for_code(rq, &u);
		return;
	}
	give_back_tries(rq, &u);
	device_signed_in(&rq->ctx, u.id, rq->in.address_key);
	credential_make(&rq->ctx, u.id, "session", credential_lasts(&rq->ctx),
	    &k);
	audit_put(&rq->ctx, u.id, AUDIT_SIGNED_IN, "{\"by\":\"%s\"}",
	    ways[by]);
	set_cookie(rq, k.secret);
	jw = reply(rq, 201);
	jw_object(jw);
	if (!field_bool(rq, "cookieOnly"))
		jw_put_text(jw, "token", k.secret);
	jw_put_stamp(jw, "expiresAt", k.expires_at);
	jw_name(jw, "user");
	show_record(jw, &rq->ctx, &kind_me, &u, false);
	jw_object_end(jw);
}

/* DELETE /sessions/current: 204, the cookie cleared, and with it every session
 * whose cookie came: the next of them would be found otherwise.  404 session-not-found if
 * the caller uses an access token. */
static void
end_this_session(struct req *rq)
{
	const char *const *cookie = env_cookies(rq);

	if (!credential_end(&rq->ctx, "session", rq->ctx.credential)) {
		refuse(rq, SESSION_NOT_FOUND);
		return;
	}
	audit_put(&rq->ctx, rq->ctx.user, AUDIT_SIGNED_OUT, "{}");
	for (; rq->caller.by_cookie && *cookie != NULL; cookie++)
		credential_end_secret(&rq->ctx, *cookie);
	answer_empty(rq, 204);
	set_cookie(rq, "");
}

static void
session_item(struct req *rq, struct jw *jw, struct rows *r)
{
	struct credential k;

	row_credential(r, rq->ctx.arena, &k);
	jw_object(jw);
	jw_put_text(jw, "id", k.id);
	jw_put_text(jw, "deviceName", k.name);
	jw_put_stamp(jw, "createdAt", k.created_at);
	jw_put_stamp(jw, "lastUsedAt", k.used_at);
	jw_put_bool(jw, "current", same_id(k.id, rq->ctx.credential));
	jw_object_end(jw);
}

/* GET /me/sessions. */
static void
get_sessions(struct req *rq)
{
	answer_listing(rq, q_credential_list(rq->ctx.db, rq->ctx.user,
	    "session", rq->ctx.now), session_item);
}

/* DELETE /me/sessions/{sessionId}: 204; 404 session-not-found. */
static void
end_session(struct req *rq)
{
	bool ended = credential_end(&rq->ctx, "session", rq->arg[0]);

	if (ended)
		audit_put(&rq->ctx, rq->ctx.user, AUDIT_SIGNED_OUT, "{}");
	answer_deleted(rq, ended ? DONE : SESSION_NOT_FOUND);
}

static const struct route routes[] = {
	/* On a full disk users must be able to sign in, to delete something. */
	{ .method = "POST", .path = "/sessions", .handle = create_session,
	    .flags = R_PUBLIC | R_WRITE | R_NO_STORE | R_ALONE |
	    R_MAY_USE_RESERVE | R_PASSWORD,
	    .fields = sign_in, .before = prepare_sign_in },
	{ .method = "DELETE", .path = "/sessions/current",
	    .handle = end_this_session,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE },
	{ .method = "GET", .path = "/me/sessions", .handle = get_sessions,
	    .flags = R_NO_ETAG },
	{ .method = "DELETE", .path = "/me/sessions/{sessionId}",
	    .handle = end_session, .flags = R_WRITE },
	{ .method = NULL }
};

const struct route_group sessions_group = { .name = "account",
	.routes = routes };
