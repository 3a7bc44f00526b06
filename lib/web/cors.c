#include "web/cors.h"

#include <string.h>

#include "base/settings/settings.h"
#include "web/reply.h"
#include "web/request.h"

/* The origin that may read the answer; NULL: none. */
static const char *
allowed_origin(const struct req *rq)
{
	const char *origin = rq->in.env[ENV_HTTP_ORIGIN];

	return origin != NULL && strcmp(rq->in.path, "/sessions") != 0 &&
	    settings_origin_allowed(rq->ctx.settings, origin) ? origin : NULL;
}

void
cors_head(const struct req *rq, struct buf *head)
{
	const char *origin;

	if (rq->ctx.settings == NULL ||
	    rq->ctx.settings->cors_origins[0] == '\0')
		return;
	/* Caches must keep answers for different origins apart. */
	buf_str(head, "Vary: Origin\r\n");
	if ((origin = allowed_origin(rq)) == NULL)
		return;
	buf_str(head, "Access-Control-Allow-Origin: ");
	buf_str(head, origin);
	buf_str(head, "\r\nAccess-Control-Expose-Headers: "
	    "ETag, Link, Location, Retry-After, Idempotent-Replayed\r\n");
}

void
cors_preflight(struct req *rq, const char *methods)
{
	if (allowed_origin(rq) == NULL)
		return;
	reply_header(rq, "Access-Control-Allow-Methods", "%s", methods);
	reply_header(rq, "Access-Control-Allow-Headers", "Authorization, "
	    "Content-Type, Idempotency-Key, If-Match, If-None-Match, Range");
	reply_header(rq, "Access-Control-Max-Age", "600");
}
