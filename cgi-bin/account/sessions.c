/*
 * /sessions/current and /me/sessions: signing out.
 */
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "query/credential.h"
#include "web/cookie.h"
#include "web/env.h"
#include "web/listing.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

/* DELETE /sessions/current: 204, the cookie cleared, and with it every session
 * whose cookie came: the next of them would be found otherwise.  404
 * session-not-found if the caller uses an access token. */
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
	{ .method = "DELETE", .path = "/sessions/current",
	    .handle = end_this_session,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE | R_ENROL },
	{ .method = "GET", .path = "/me/sessions", .handle = get_sessions,
	    .flags = R_NO_ETAG },
	{ .method = "DELETE", .path = "/me/sessions/{sessionId}",
	    .handle = end_session, .flags = R_WRITE },
	{ .method = NULL }
};

const struct route_group sessions_group = { .name = "account",
	.routes = routes };
