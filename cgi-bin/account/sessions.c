/*
 * /sessions: signing in and out; /me/sessions.
 */
#include <string.h>

#include "base/text.h"
#include "cgi-bin/account/account.h"
#include "core/limits.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "query/credential.h"
#include "web/body.h"
#include "web/caller.h"
#include "web/env.h"
#include "web/listing.h"
#include "web/password.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/show.h"

static const struct field sign_in[] = {
	{ .name = "email", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = 254 },
	{ .name = "password", .type = F_PASSWORD, .flags = F_REQUIRED,
	    .max = PASSWORD_MAX },
	{ .name = "deviceName", .type = F_TEXT, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = "cookieOnly", .type = F_BOOL },
	{ .name = NULL }
};

static bool
prepare_sign_in(struct req *rq)
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
	if (rq->reply.status == 401 || rq->reply.status == 429)
		caller_log_refused(rq, email);
	return false;
}

/* POST /sessions: 201 {token, expiresAt, user} and a cookie, without the token
 * if cookieOnly; 401 bad-credentials; 429. */
static void
create_session(struct req *rq)
{
	const struct user *checked = &prepared_password(rq)->user;
	struct credential k = { .name = field_text(rq, "deviceName") };
	struct user u;
	struct jw *jw;

	/* The password may have changed since `before` checked it. */
	if (!user_get(&rq->ctx, checked->id, &u) || u.password == NULL ||
	    strcmp(u.password, checked->password) != 0 || u.disabled) {
		caller_log_refused(rq, text_lower_ascii(rq->ctx.arena,
		    field_text(rq, "email")));
		refuse(rq, BAD_CREDENTIALS);
		return;
	}
	password_was_right(rq);
	device_signed_in(&rq->ctx, u.id, rq->in.address_key);
	credential_make(&rq->ctx, u.id, "session", credential_lasts(&rq->ctx),
	    &k);
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
	answer_deleted(rq, credential_end(&rq->ctx, "session", rq->arg[0]) ?
	    DONE : SESSION_NOT_FOUND);
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
