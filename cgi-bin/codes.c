/*
 * Routes that mail codes: to reset a password, and to verify or change an
 * address.
 */
#include "base/log.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/account/account.h"
#include "core/account/administration.h"
#include "core/account/email.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "web/body.h"
#include "web/limit.h"
#include "web/password.h"
#include "web/reply.h"
#include "web/route.h"

static const struct field reset_for[] = {
	{ .name = "email", .type = F_EMAIL, .flags = F_REQUIRED },
	{ .name = NULL }
};

static const struct field reset_to[] = {
	{ .name = "password", .type = F_PASSWORD, .flags = F_REQUIRED,
	    .min = PASSWORD_MIN, .max = PASSWORD_MAX,
	    .check = password_not_common },
	{ .name = NULL }
};

static const struct field verification[] = {
	{ .name = "token", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = 255 },
	{ .name = NULL }
};

static const struct field new_email[] = {
	{ .name = "email", .type = F_EMAIL, .flags = F_REQUIRED },
	{ .name = "password", .type = F_PASSWORD, .max = PASSWORD_MAX },
	{ .name = NULL }
};

/* Logs that codes cannot be mailed; the answer must not depend on it. */
static void
log_missing_mail(struct req *rq)
{
	if (rq->ctx.settings->smtp_url[0] == '\0')
		log_info("cannot mail a code: smtp-url is not set; set it, or "
		    "use docket-admin user");
}

static bool
before_reset(struct req *rq)
{
	const struct limit limits[] = {
		{ ATTEMPT_RESET_ADDRESS, rq->in.address_key },
		{ ATTEMPT_RESET, text_lower_ascii(rq->ctx.arena,
		    field_text(rq, "email")) } };

	return limit_attempts(rq, limits, 2);
}

/* POST /password-resets: 202 for every address; 429. */
static void
create_reset(struct req *rq)
{
	struct user u;

	log_missing_mail(rq);
	if (user_by_email(&rq->ctx, field_text(rq, "email"), &u) &&
	    !u.disabled)
		mail_queue(&rq->ctx, u.id, MAIL_RESET);
	else
		mail_queue_nobody(&rq->ctx, MAIL_RESET);
	answer_empty(rq, 202);
}

/* Check the code first: hashing is expensive and must not be free for
 * strangers. */
static bool
before_reset_to(struct req *rq)
{
	if (!limit_attempt(rq, ATTEMPT_ADDRESS, rq->in.address_key))
		return false;
	if (credential_peek(&rq->ctx, "reset", rq->arg[0]) == NULL) {
		refuse(rq, RESET_NOT_FOUND);
		return false;
	}
	return password_hashed(rq, "password");
}

/* PUT /password-resets/{token}: 204, ends all sessions and access tokens; 404
 * reset-not-found. */
static void
use_reset(struct req *rq)
{
	const char *user = credential_take(&rq->ctx, "reset", rq->arg[0],
	    NULL);

	if (user == NULL) {
		refuse(rq, RESET_NOT_FOUND);
		return;
	}
	attempt_give(&rq->ctx, ATTEMPT_ADDRESS, rq->in.address_key);
	/* The caller has read the mail, so the address is theirs. */
	address_proved(&rq->ctx, user);
	account_set_password(&rq->ctx, user, password_work(rq)->hash, NULL,
	    false);
	audit_put(&rq->ctx, user, AUDIT_PASSWORD_RESET, "{}");
	answer_empty(rq, 204);
}

static bool
before_verification_mail(struct req *rq)
{
	return limit_attempt(rq, ATTEMPT_RESET, rq->ctx.user);
}

/* POST /me/email-verification: 202; 429. */
static void
send_verification(struct req *rq)
{
	struct user u;

	user_get(&rq->ctx, rq->ctx.user, &u);
	if (!u.verified)
		mail_queue(&rq->ctx, u.id, MAIL_VERIFY);
	answer_empty(rq, 202);
}

static bool
before_verification(struct req *rq)
{
	return limit_attempt(rq, ATTEMPT_ADDRESS, rq->in.address_key);
}

/* POST /email-verifications: 204; 409 email-taken; 422 validation-failed;
 * 429. */
static void
use_verification(struct req *rq)
{
	enum outcome o = email_confirm(&rq->ctx, field_text(rq, "token"));

	switch (o) {
	case DONE:
		attempt_give(&rq->ctx, ATTEMPT_ADDRESS, rq->in.address_key);
		answer_empty(rq, 204);
		return;
	case RESET_NOT_FOUND:
		field_error(rq, "/token", "not-found",
		    "Must be valid, unused and not expired.");
		refuse(rq, VALIDATION_FAILED);
		return;
	default:
		refuse(rq, o);
	}
}

/* The requested mail counts like a reset: for the caller, the recipient's
 * address and the client's address. */
static bool
before_new_email(struct req *rq)
{
	const struct limit limits[] = {
		{ ATTEMPT_RESET, rq->ctx.user },
		{ ATTEMPT_RESET_ADDRESS, rq->in.address_key },
		{ ATTEMPT_RESET, text_lower_ascii(rq->ctx.arena,
		    field_text(rq, "email")) } };

	return password_own(rq, "password") && limit_attempts(rq, limits, 3);
}

/* PUT /me/email: 202 for every address; 422 wrong-password; 429. */
static void
ask_new_email(struct req *rq)
{
	password_was_right(rq);
	log_missing_mail(rq);
	email_ask(&rq->ctx, field_text(rq, "email"));
	answer_empty(rq, 202);
}

static const struct route routes[] = {
	{ .method = "POST", .path = "/password-resets", .handle = create_reset,
	    .flags = R_PUBLIC | R_WRITE | R_NO_STORE | R_ALONE | R_PASSWORD,
	    .fields = reset_for, .before = before_reset },
	{ .method = "PUT", .path = "/password-resets/{token}",
	    .handle = use_reset,
	    .flags = R_PUBLIC | R_WRITE | R_NO_STORE | R_ALONE | R_PASSWORD,
	    .fields = reset_to, .before = before_reset_to },
	{ .method = "POST", .path = "/me/email-verification",
	    .handle = send_verification,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE,
	    .before = before_verification_mail },
	{ .method = "PUT", .path = "/me/email", .handle = ask_new_email,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE, .fields = new_email,
	    .before = before_new_email },
	{ .method = "POST", .path = "/email-verifications",
	    .handle = use_verification,
	    .flags = R_PUBLIC | R_WRITE | R_NO_STORE | R_ALONE,
	    .fields = verification, .before = before_verification },
	{ .method = NULL }
};

const struct route_group codes_group = { .name = "codes", .routes = routes };
