/*
 * /me/confirmation: showing once more who one is.
 */
#include "base/settings/settings.h"
#include "cgi-bin/sign-in/sign-in.h"
#include "core/limits.h"
#include "core/user/credential.h"
#include "web/body.h"
#include "web/password.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/signature.h"

static const struct field one_proof[] = {
	{ .name = "password", .type = F_PASSWORD, .max = PASSWORD_MAX },
	{ .name = "passkey", .type = F_JSON },
	{ .name = NULL }
};

static bool
confirms_by_passkey(struct req *rq)
{
	if (!settings_passkeys(rq->ctx.settings))
		refuse(rq, PASSKEY_REFUSED);
	else if (!signature_loaded())
		refuse(rq, NOT_READY);
	else if (!passkey_checked(rq, rq->ctx.user))
		refuse(rq, PASSKEY_REFUSED);
	return !rq->reply.refused;
}

/* One of the two. */
static bool
before_confirmation(struct req *rq)
{
	bool passkey = field_given(rq, "passkey");

	if (passkey == field_given(rq, "password")) {
		if (passkey)
			field_error(rq, "/password", "not-with-passkey",
			    "Not with a passkey.");
		else
			field_error(rq, "/password", "required",
			    "Must be given, or a passkey.");
		refuse(rq, VALIDATION_FAILED);
		return false;
	}
	return passkey ? confirms_by_passkey(rq) :
	    password_own(rq, "password");
}

/* POST /me/confirmation: 204; 422 wrong-password, passkey-refused; 429. */
static void
create_confirmation(struct req *rq)
{
	if (!field_given(rq, "passkey"))
		password_was_right(rq);
	else if (!passkey_take(rq)) {
		refuse(rq, PASSKEY_REFUSED);
		return;
	}
	credential_confirm(&rq->ctx);
	answer_empty(rq, 204);
}

static const struct route routes[] = {
	{ .method = "POST", .path = "/me/confirmation",
	    .handle = create_confirmation, .flags = R_WRITE | R_NO_STORE |
	    R_ALONE | R_PASSWORD | R_STRICT | R_ENROL,
	    .fields = one_proof, .before = before_confirmation },
	{ .method = NULL }
};

const struct route_group confirmation_group = { .name = "sign-in",
	.routes = routes };
