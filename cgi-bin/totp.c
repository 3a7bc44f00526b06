/*
 * The second factor: /me/totp, /me/recovery-codes.  A program of its own, since
 * it alone draws QR codes.
 */
#include <sodium.h>

#include "base/settings/settings.h"
#include "core/account/factor.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/totp.h"
#include "core/user/user.h"
#include "web/body.h"
#include "web/limit.h"
#include "web/qr.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/url.h"

static const struct field one_code[] = {
	{ .name = "code", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = FACTOR_CODE_MAX },
	{ .name = NULL }
};

/* What an authenticator app reads (the Key Uri Format of Google's app). */
static const char *
totp_uri(struct req *rq, const char *secret)
{
	struct user u;

	user_get(&rq->ctx, rq->ctx.user, &u);
	return arena_printf(rq->ctx.arena, "otpauth://totp/Docket:%s?secret=%s"
	    "&issuer=Docket", url_encode(rq->ctx.arena, u.email), secret);
}

/* POST /me/totp: 200 {secret, uri, qr}; 409 totp-on; 503 not-ready without a
 * key. */
static void
begin_totp(struct req *rq)
{
	unsigned char secret[TOTP_SECRET];
	enum outcome o = factor_begin(&rq->ctx, secret);
	char text[TOTP_TEXT];
	const char *uri;
	struct jw *jw;

	if (o != DONE) {
		refuse(rq, o);
		return;
	}
	totp_text(secret, text);
	uri = totp_uri(rq, text);
	jw = reply(rq, 200);
	jw_object(jw);
	jw_put_text(jw, "secret", text);
	jw_put_text(jw, "uri", uri);
	jw_put_text(jw, "qr", qr_svg(rq->ctx.arena, uri));
	jw_object_end(jw);
}

static void
answer_recovery_codes(struct req *rq)
{
	char codes[RECOVERY_CODES][RECOVERY_TEXT];
	struct jw *jw = reply(rq, 200);
	int i;

	factor_recovery_codes(&rq->ctx, rq->ctx.user, codes);
	jw_object(jw);
	jw_name(jw, "recoveryCodes");
	jw_array(jw);
	for (i = 0; i < RECOVERY_CODES; i++)
		jw_text(jw, codes[i]);
	jw_array_end(jw);
	jw_object_end(jw);
}

/* PUT /me/totp: 200 {recoveryCodes}; 404 totp-not-found; 409 totp-on; 422
 * wrong-code. */
static void
confirm_totp(struct req *rq)
{
	enum outcome o = factor_confirm(&rq->ctx, field_text(rq, "code"));

	if (o == DONE)
		answer_recovery_codes(rq);
	else
		refuse(rq, o);
}

/* Counted like guesses at one's own password. */
static bool
before_totp_end(struct req *rq)
{
	if (!factor_on(&rq->ctx, rq->ctx.user)) {
		refuse(rq, TOTP_NOT_FOUND);
		return false;
	}
	if (factor_last(&rq->ctx, USER_TOTP)) {
		refuse(rq, LAST_SECOND_FACTOR);
		return false;
	}
	return limit_attempt(rq, ATTEMPT_CODE_DEVICE, rq->ctx.user);
}

/* DELETE /me/totp: 204; 404 totp-not-found; 409 second-factor-needed; 422
 * wrong-code; 429. */
static void
end_totp(struct req *rq)
{
	if (factor_take(&rq->ctx, rq->ctx.user, field_text(rq, "code")) ==
	    CODE_WRONG) {
		refuse(rq, WRONG_CODE);
		return;
	}
	attempt_give(&rq->ctx, ATTEMPT_CODE_DEVICE, rq->ctx.user);
	factor_remove(&rq->ctx, rq->ctx.user);
	mail_drop(&rq->ctx, rq->ctx.user, MAIL_RECOVERY_CODE_USED);
	mail_queue(&rq->ctx, rq->ctx.user, MAIL_TOTP_OFF);
	audit_put(&rq->ctx, rq->ctx.user, AUDIT_TOTP_OFF, "{}");
	answer_empty(rq, 204);
}

/* POST /me/recovery-codes: 200 {recoveryCodes}; 404 totp-not-found. */
static void
create_recovery_codes(struct req *rq)
{
	if (!factor_on(&rq->ctx, rq->ctx.user)) {
		refuse(rq, TOTP_NOT_FOUND);
		return;
	}
	answer_recovery_codes(rq);
	audit_put(&rq->ctx, rq->ctx.user, AUDIT_RECOVERY_CODES_MADE, "{}");
}

#define FACTOR	(R_WRITE | R_NO_STORE | R_ALONE | R_PASSWORD)

static const struct route routes[] = {
	{ .method = "POST", .path = "/me/totp", .handle = begin_totp,
	    .flags = FACTOR | R_CONFIRMED | R_STRICT | R_ENROL },
	{ .method = "PUT", .path = "/me/totp", .handle = confirm_totp,
	    .flags = FACTOR | R_CONFIRMED | R_STRICT | R_ENROL,
	    .fields = one_code },
	{ .method = "DELETE", .path = "/me/totp", .handle = end_totp,
	    .flags = FACTOR | R_CONFIRMED | R_STRICT | R_ENROL,
	    .fields = one_code, .before = before_totp_end },
	{ .method = "POST", .path = "/me/recovery-codes",
	    .handle = create_recovery_codes,
	    .flags = FACTOR | R_CONFIRMED | R_STRICT },
	{ .method = NULL }
};

static void
load_qr(const struct settings *s)
{
	if (settings_passwords(s))
		qr_open();
}

const struct route_group totp_group = { .name = "totp", .routes = routes,
	.load = load_qr };
