/*
 * Signing up, in and out; the caller's own account, sessions, access tokens and
 * password.  Routes that send mail are in codes.c.
 */
#include <sodium.h>
#include <string.h>

#include "base/log.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/account/account.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/credential.h"
#include "core/user/password.h"
#include "core/user/user.h"
#include "query.h"
#include "web/body.h"
#include "web/cgi.h"
#include "web/env.h"
#include "web/limit.h"
#include "web/listing.h"
#include "web/password.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

/* As long as browsers keep one.  An unused session expires earlier; the cookie
 * then still identifies the device. */
#define COOKIE_SECONDS	(400 * 86400)

static const struct field sign_up[] = {
	RECORD(user, F_NEW | F_REQUIRED),
	{ .name = "password", .type = F_PASSWORD, .flags = F_REQUIRED,
	    .min = PASSWORD_MIN, .max = PASSWORD_MAX,
	    .check = password_not_common },
	{ .name = NULL }
};

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

static const struct field profile[] = {
	RECORD(user, F_SET),
	{ .name = NULL }
};

static const struct field leaving[] = {
	{ .name = "password", .type = F_PASSWORD, .flags = F_REQUIRED,
	    .max = PASSWORD_MAX },
	{ .name = NULL }
};

static const struct field new_password[] = {
	{ .name = "current", .type = F_PASSWORD, .flags = F_REQUIRED,
	    .max = PASSWORD_MAX },
	{ .name = "new", .type = F_PASSWORD, .flags = F_REQUIRED,
	    .min = PASSWORD_MIN, .max = PASSWORD_MAX,
	    .check = password_not_common },
	{ .name = "keepTokens", .type = F_BOOL },
	{ .name = NULL }
};

static const struct field new_token[] = {
	{ .name = "name", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = "readOnly", .type = F_BOOL },
	{ .name = NULL }
};

static bool
prepare_sign_up(struct req *rq)
{
	return limit_attempt(rq, ATTEMPT_SIGN_UP, rq->in.address_key) &&
	    password_hashed(rq, "password");
}

/* POST /users: 201 User; 403 registration-closed; 409 email-taken; 429. */
static void
create_user(struct req *rq)
{
	struct user u;
	enum outcome o;

	o = user_add(&rq->ctx, field_text(rq, "email"),
	    field_text(rq, "displayName"), prepared_password(rq)->hash,
	    false, &u);
	if (o == CREATED)
		mail_queue(&rq->ctx, u.id, MAIL_VERIFY);
	answer_record(rq, o, &kind_me, &u);
}

/* For fail2ban (etc/fail2ban.conf).  The account is hashed, since a password
 * may have been typed as the address. */
static void
log_refused(struct req *rq, const char *email)
{
	unsigned char hash[8];
	char text[2 * sizeof(hash) + 1];

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)email,
	    strlen(email), NULL, 0);
	sodium_bin2hex(text, sizeof(text), hash, sizeof(hash));
	log_info("sign-in refused %s account %s", rq->in.address_key == NULL ?
	    "unknown" : net_text(rq->ctx.arena, &rq->in.address), text);
}

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
		log_refused(rq, email);
	return false;
}

static bool
cookie_secure(const struct req *rq)
{
	switch (rq->ctx.settings->cookie_secure) {
	case COOKIE_SECURE_ALWAYS:
		return true;
	case COOKIE_SECURE_NEVER:
		return false;
	case COOKIE_SECURE_AUTO:
		return rq->in.https;
	}
	return true;
}

/* The path that the browser sees: of the base-url, which a proxy may strip. */
static const char *
cookie_path(struct req *rq)
{
	const char *base = link_base(rq), *p = strstr(base, "://");

	if (p == NULL)
		return base;
	return p + 3 + strcspn(p + 3, "/");
}

static void
set_cookie(struct req *rq, const char *secret, int64_t seconds)
{
	reply_header(rq, "Set-Cookie", "docket_session=%s; Path=%s/; "
	    "Max-Age=%lld; HttpOnly; SameSite=Lax%s", secret, cookie_path(rq),
	    (long long)seconds, cookie_secure(rq) ? "; Secure" : "");
}

/* POST /sessions: 201 {token, expiresAt, user} and a cookie, without the token
 * if cookieOnly; 401 bad-credentials; 429. */
static void
create_session(struct req *rq)
{
	const struct user *checked = &prepared_password(rq)->user;
	struct credential k;
	struct user u;
	struct jw *jw;

	/* The password may have been changed since it was found right. */
	if (!user_get(&rq->ctx, checked->id, &u) || u.password == NULL ||
	    strcmp(u.password, checked->password) != 0 || u.disabled) {
		log_refused(rq, text_lower_ascii(rq->ctx.arena,
		    field_text(rq, "email")));
		refuse(rq, BAD_CREDENTIALS);
		return;
	}
	password_was_right(rq);
	device_signed_in(&rq->ctx, u.id, rq->in.address_key);
	credential_make(&rq->ctx, u.id, "session", field_text(rq, "deviceName"),
	    false, credential_lasts(&rq->ctx), &k);
	set_cookie(rq, k.secret, COOKIE_SECONDS);
	jw = reply(rq, 201);
	jw_object(jw);
	if (!field_bool(rq, "cookieOnly"))
		jw_put_text(jw, "token", k.secret);
	jw_put_stamp(jw, "expiresAt", k.expires_at);
	jw_name(jw, "user");
	show_record(jw, &rq->ctx, &kind_me, &u, false);
	jw_object_end(jw);
}

/* DELETE /sessions/current: 204, the cookie cleared; 404 session-not-found by
 * an access token. */
static void
end_this_session(struct req *rq)
{
	if (!credential_end(&rq->ctx, "session", rq->ctx.credential)) {
		refuse(rq, SESSION_NOT_FOUND);
		return;
	}
	answer_empty(rq, 204);
	set_cookie(rq, "", 0);
}

static void
session_item(struct req *rq, struct jw *jw, struct rows *r)
{
	struct credential_list_row k;

	row_credential_list(r, rq->ctx.arena, &k);
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

static void
token_item(struct req *rq, struct jw *jw, struct rows *r)
{
	struct credential_list_row k;

	row_credential_list(r, rq->ctx.arena, &k);
	jw_object(jw);
	jw_put_text(jw, "id", k.id);
	jw_put_text(jw, "name", k.name);
	jw_put_bool(jw, "readOnly", k.read_only);
	jw_put_stamp(jw, "createdAt", k.created_at);
	jw_put_stamp(jw, "lastUsedAt", k.used_at);
	jw_object_end(jw);
}

/* GET /me/tokens. */
static void
get_tokens(struct req *rq)
{
	answer_listing(rq, q_credential_list(rq->ctx.db, rq->ctx.user,
	    "token", rq->ctx.now), token_item);
}

/* POST /me/tokens: 201, the secret shown once; 422 limit-reached. */
static void
create_token(struct req *rq)
{
	struct credential k;
	struct jw *jw;

	if (rows_one(q_credential_count(rq->ctx.db, rq->ctx.user, "token"),
	    0) >= CAP_TOKENS) {
		refuse(rq, LIMIT_REACHED);
		return;
	}
	credential_make(&rq->ctx, rq->ctx.user, "token", field_text(rq, "name"),
	    field_bool(rq, "readOnly"), credential_lasts(&rq->ctx), &k);
	jw = reply(rq, 201);
	jw_object(jw);
	jw_put_text(jw, "id", k.id);
	jw_put_text(jw, "name", k.name);
	jw_put_bool(jw, "readOnly", k.read_only);
	jw_put_stamp(jw, "createdAt", k.created_at);
	jw_put_stamp(jw, "lastUsedAt", k.used_at);
	jw_put_text(jw, "token", k.secret);
	jw_object_end(jw);
}

/* DELETE /me/tokens/{tokenId}: 204; 404 token-not-found. */
static void
end_token(struct req *rq)
{
	answer_deleted(rq, credential_end(&rq->ctx, "token", rq->arg[0]) ?
	    DONE : TOKEN_NOT_FOUND);
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
prepare_leaving(struct req *rq)
{
	return password_own(rq, "password");
}

static bool
forget(struct req *rq)
{
	return account_forget(&rq->ctx, rq->ctx.user, PORTION) == PORTION;
}

/* DELETE /me: 204; 422 wrong-password; 429. */
static void
leave(struct req *rq)
{
	password_was_right(rq);
	account_leave(&rq->ctx);
	if (forget(rq))
		rq->rest = forget;
	answer_empty(rq, 204);
	set_cookie(rq, "", 0);
}

static bool
prepare_new_password(struct req *rq)
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
	    prepared_password(rq)->hash, rq->ctx.credential,
	    field_bool(rq, "keepTokens"));
	answer_empty(rq, 204);
}

static const struct route routes[] = {
	{ .method = "POST", .path = "/users", .handle = create_user,
	    .flags = R_PUBLIC | R_WRITE | R_NO_STORE | R_ALONE | R_SIGN_UP,
	    .fields = sign_up, .prepare = prepare_sign_up },
	/* Who wants to delete something signs in first. */
	{ .method = "POST", .path = "/sessions", .handle = create_session,
	    .flags = R_PUBLIC | R_WRITE | R_NO_STORE | R_ALONE |
	    R_MAY_USE_RESERVE,
	    .fields = sign_in, .prepare = prepare_sign_in },
	{ .method = "DELETE", .path = "/sessions/current",
	    .handle = end_this_session,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE },
	{ .method = "GET", .path = "/me/sessions", .handle = get_sessions,
	    .flags = R_NO_ETAG },
	{ .method = "DELETE", .path = "/me/sessions/{sessionId}",
	    .handle = end_session, .flags = R_WRITE },
	{ .method = "GET", .path = "/me/tokens", .handle = get_tokens,
	    .flags = R_NO_ETAG | R_ALONE },
	{ .method = "POST", .path = "/me/tokens", .handle = create_token,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE, .fields = new_token },
	{ .method = "DELETE", .path = "/me/tokens/{tokenId}",
	    .handle = end_token, .flags = R_WRITE | R_ALONE },
	{ .method = "GET", .path = "/me", .handle = get_me },
	{ .method = "PATCH", .path = "/me", .handle = update_me,
	    .flags = R_WRITE, .fields = profile },
	{ .method = "DELETE", .path = "/me", .handle = leave,
	    .flags = R_WRITE | R_ALONE, .fields = leaving,
	    .prepare = prepare_leaving },
	{ .method = "PUT", .path = "/me/password", .handle = set_password,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE, .fields = new_password,
	    .prepare = prepare_new_password },
	{ .method = NULL }
};

const struct route_group account_group = { .name = "account",
	.routes = routes };

int
main(void)
{
	return cgi_main(&account_group);
}
