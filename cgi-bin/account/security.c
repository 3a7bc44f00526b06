/*
 * How the caller signs in, and what was done: /me/security.
 */
#include "base/settings/settings.h"
#include "core/account/factor.h"
#include "core/account/identity.h"
#include "core/account/passkey.h"
#include "core/user/user.h"
#include "web/audit_page.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

/* How the caller can sign in. */
static void
put_ways(struct req *rq, struct jw *jw)
{
	struct factor f;
	struct user u;

	user_get(&rq->ctx, rq->ctx.user, &u);
	factor_get(&rq->ctx, u.id, &f);
	jw_put_bool(jw, "password", u.password != NULL);
	jw_put_bool(jw, "required", u.password != NULL &&
	    settings_second_factor(rq->ctx.settings));
	jw_name(jw, "totp");
	if (f.on) {
		jw_object(jw);
		jw_put_stamp(jw, "enabledAt", f.since);
		jw_object_end(jw);
	} else
		jw_null(jw);
	jw_put_int(jw, "recoveryCodes", factor_codes_left(&rq->ctx, u.id));
	jw_put_int(jw, "passkeys", passkey_count(&rq->ctx, u.id));
	jw_put_int(jw, "identities", identity_count(&rq->ctx, u.id));
}

/* GET /me/security: 200, how the caller signs in and a page of the audit,
 * newest first; 422 validation-failed, invalid-since. */
static void
get_security(struct req *rq)
{
	struct audit_page p;
	struct jw *jw;

	if (!audit_page_read(rq, &p))
		return;
	jw = reply(rq, 200);
	jw_object(jw);
	put_ways(rq, jw);
	audit_page_put(rq, jw, &p, rq->ctx.user, false);
	jw_object_end(jw);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/security", .handle = get_security,
	    .flags = R_NO_ETAG | R_ALONE },
	{ .method = NULL }
};

const struct route_group security_group = { .name = "account",
	.routes = routes };
