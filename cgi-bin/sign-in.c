/*
 * /sessions: signing in, by password, by a code after that, or by a passkey.
 */
#include <string.h>

#include "base/base.h"
#include "base/hash.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "cgi-bin/sign-in/sign-in.h"
#include "core/account/factor.h"
#include "core/account/ticket.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "web/body.h"
#include "web/caller.h"
#include "web/cookie.h"
#include "web/env.h"
#include "web/limit.h"
#include "web/password.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/show.h"
#include "web/signature.h"
#include "web/webauthn.h"

#define CODE_LIMITS	3
#define CODES_REFUSED	3	/* then a mail tells the user */

static const struct field sign_in[] = {
	{ .name = "email", .type = F_TEXT, .min = 1, .max = 254 },
	{ .name = "password", .type = F_PASSWORD, .max = PASSWORD_MAX },
	{ .name = "ticket", .type = F_TEXT, .min = 1, .max = TICKET_MAX },
	{ .name = "code", .type = F_TEXT, .min = 1, .max = FACTOR_CODE_MAX },
	{ .name = "passkey", .type = F_JSON },
	{ .name = "deviceName", .type = F_TEXT, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = "cookieOnly", .type = F_BOOL },
	{ .name = NULL }
};

static bool
before_by_password(struct req *rq)
{
	const char *email = text_lower_ascii(rq->ctx.arena,
	    field_text(rq, "email"));
	struct password_work *k = password_work(rq);
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
	struct limit *password = password_work(rq)->limits;

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
before_by_code(struct req *rq)
{
	struct user *u = &password_work(rq)->user;
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

/* A passkey cannot be guessed: only the address is counted. */
static bool
before_by_passkey(struct req *rq)
{
	if (!settings_passkeys(rq->ctx.settings))
		refuse(rq, BAD_CREDENTIALS);
	else if (!signature_loaded())
		refuse(rq, NOT_READY);
	else if (limit_attempt(rq, ATTEMPT_ADDRESS, rq->in.address_key) &&
	    !passkey_checked(rq, NULL)) {
		caller_log_refused(rq, "");
		refuse(rq, BAD_CREDENTIALS);
	}
	return !rq->reply.refused;
}

#define NAMES	2

/* The ways to sign in: the members of each, and what is wrong with those of
 * another beside them. */
static const struct way {
	struct { const char *name, *pointer; } members[NAMES];
	const char	*code, *detail;
	bool		(*before)(struct req *);
} ways[] = {
	{ { { "email", "/email" }, { "password", "/password" } },
	    NULL, NULL, before_by_password },
	{ { { "ticket", "/ticket" }, { "code", "/code" } },
	    "not-with-ticket", "Not with a ticket.", before_by_code },
	{ { { "passkey", "/passkey" } },
	    "not-with-passkey", "Not with a passkey.", before_by_passkey },
};

static bool
way_given(struct req *rq, const struct way *w)
{
	size_t i;

	for (i = 0; i < NAMES && w->members[i].name != NULL; i++)
		if (field_given(rq, w->members[i].name))
			return true;
	return false;
}

/* The last one of which a member is given; the first if there is none. */
static const struct way *
way_of(struct req *rq)
{
	const struct way *w = ways + COUNT(ways) - 1;

	while (w > ways && !way_given(rq, w))
		w--;
	return w;
}

/* Each member of that way must be given, and no other. */
static bool
before_sign_in(struct req *rq)
{
	const struct way *by = way_of(rq), *w;
	size_t i;

	for (w = ways; w < ways + COUNT(ways); w++)
		for (i = 0; i < NAMES && w->members[i].name != NULL; i++) {
			if (field_given(rq, w->members[i].name) == (w == by))
				continue;
			field_error(rq, w->members[i].pointer, w == by ?
			    "required" : by->code, w == by ?
			    "Must be given." : by->detail);
		}
	if (rq->reply.error_count > 0) {
		refuse(rq, VALIDATION_FAILED);
		return false;
	}
	return by->before(rq);
}

/* Is it still right what `before` checked?  Uses up a code.  *by: which way in,
 * for the audit. */
static bool
still_right(struct req *rq, struct user *u, const char **by)
{
	static const char *const codes[] = { [CODE_TOTP] = "totp",
		[CODE_RECOVERY] = "recovery-code" };
	const char *ticket = field_text(rq, "ticket");
	const struct user *checked;
	enum code code;

	if (field_given(rq, "passkey")) {
		*by = "passkey";
		if (!passkey_take(rq))
			return false;
		*u = passkey_work(rq)->user;
		return true;
	}
	if (ticket != NULL) {
		code = ticket_open(&rq->ctx, ticket, u) ? factor_take(&rq->ctx,
		    u->id, field_text(rq, "code")) : CODE_WRONG;
		*by = codes[code];
		return code != CODE_WRONG;
	}
	*by = "password";
	checked = &password_work(rq)->user;
	return user_get(&rq->ctx, checked->id, u) && u->password != NULL &&
	    strcmp(u->password, checked->password) == 0 && !u->disabled;
}

/* False if refused. */
static bool
may_sign_in(struct req *rq, struct user *u, const char **by)
{
	const struct user *checked;

	if (still_right(rq, u, by))
		return true;
	checked = field_given(rq, "passkey") ? &passkey_work(rq)->user :
	    &password_work(rq)->user;
	caller_log_refused(rq, text_lower_ascii(rq->ctx.arena, checked->email));
	refuse(rq, BAD_CREDENTIALS);
	return false;
}

/* The password is right.  Its attempt stays counted until the second step: only
 * a complete sign-in resets what guessing has cost.  ticket NULL: a passkey,
 * which signs in by itself. */
static void
ask_for_factor(struct req *rq, const char *ticket)
{
	struct jw *jw = refuse_open(rq, SECOND_FACTOR_REQUIRED);

	if (ticket != NULL)
		jw_put_text(jw, "ticket", ticket);
	jw_name(jw, "factors");
	jw_array(jw);
	jw_text(jw, ticket != NULL ? "totp" : "passkey");
	jw_array_end(jw);
	jw_object_end(jw);
}

static void
ask_for_code(struct req *rq, const struct user *u)
{
	const char *ticket = ticket_make(&rq->ctx, u);

	if (ticket == NULL)
		refuse(rq, NOT_READY);
	else
		ask_for_factor(rq, ticket);
}

/* False: the password is enough. */
static bool
second_step(struct req *rq, const struct user *u)
{
	if (factor_on(&rq->ctx, u->id))
		ask_for_code(rq, u);
	else if (settings_second_factor(rq->ctx.settings) &&
	    settings_passkeys(rq->ctx.settings) &&
	    passkey_count(&rq->ctx, u->id) > 0)
		ask_for_factor(rq, NULL);
	return rq->reply.refused;
}

/* The tries that led to this. */
static void
give_back_tries(struct req *rq, const struct user *u)
{
	struct limit limits[CODE_LIMITS];
	size_t i;

	if (field_given(rq, "passkey")) {
		attempt_give(&rq->ctx, ATTEMPT_ADDRESS, rq->in.address_key);
		return;
	}
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
	struct credential k = { .name = field_text(rq, "deviceName") };
	const char *by;
	struct user u;
	struct jw *jw;

	if (!may_sign_in(rq, &u, &by))
		return;
	if (field_given(rq, "password") && second_step(rq, &u))
		return;
	give_back_tries(rq, &u);
	device_signed_in(&rq->ctx, u.id, rq->in.address_key);
	credential_make(&rq->ctx, u.id, "session", credential_lasts(&rq->ctx),
	    &k);
	audit_put(&rq->ctx, u.id, AUDIT_SIGNED_IN, "{\"by\":\"%s\"}", by);
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

/* POST /sessions/options: 200 PublicKeyCredentialRequestOptionsJSON (section
 * 5.1 of WebAuthn), the same whoever asks; 503 not-ready without a key. */
static void
answer_sign_in_options(struct req *rq)
{
	struct jw *jw = passkey_options(rq, CHALLENGE_SIGN_IN, NULL);

	if (jw == NULL)
		return;
	jw_put_text(jw, "rpId", webauthn_site(rq->ctx.arena,
	    rq->ctx.settings->base_url).rp_id);
	jw_put_text(jw, "userVerification", "required");
	jw_object_end(jw);
}

static const struct route routes[] = {
	/* On a full disk users must be able to sign in, to delete something. */
	{ .method = "POST", .path = "/sessions", .handle = create_session,
	    .flags = R_PUBLIC | R_WRITE | R_NO_STORE | R_ALONE |
	    R_MAY_USE_RESERVE | R_PASSWORD,
	    .fields = sign_in, .before = before_sign_in },
	{ .method = "POST", .path = "/sessions/options",
	    .handle = answer_sign_in_options,
	    .flags = R_PUBLIC | R_NO_STORE | R_ALONE | R_PASSKEYS },
	{ .method = NULL }
};

static void
load_signatures(const struct settings *s)
{
	if (settings_passkeys(s))
		signature_open();
}

const struct route_group sign_in_group = { .name = "sign-in",
	.routes = routes, .load = load_signatures };
