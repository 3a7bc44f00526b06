/*
 * /me/wait: answers once something has changed.  docket-wait serves it; the CGI
 * program answers 404.
 */
#include <string.h>

#include "core/feed.h"
#include "core/user/token.h"
#include "web/caller.h"
#include "web/page.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/send.h"

static bool
wants_events(const struct req *rq)
{
	const char *accept = rq->in.env[ENV_HTTP_ACCEPT];

	return accept != NULL && strstr(accept, "text/event-stream") != NULL;
}

/*
 * GET /me/wait?since=: 204 once the caller sees a change after `since`, or
 * after a while, or at the end of the session or token; as text/event-stream,
 * 200 and an event for each change, at most one in 200 ms, until that end.  410
 * since-expired; 422 invalid-since; 404 from a program that cannot wait, which
 * is any but docket-wait; 503 busy if too many wait.
 */
static void
wait_for_change(struct req *rq)
{
	const struct io *io = rq->io;
	const char *secret = caller_by_server(rq) ? NULL : rq->caller.secret;
	bool stream = wants_events(rq);
	int64_t since, newest;

	if (io->wait == NULL) {
		refuse(rq, NOT_FOUND);
		return;
	}
	if (!page_since(rq, &since))
		return;
	if (feed_expired(&rq->ctx, NULL, FEED_ALL, since)) {
		refuse(rq, SINCE_EXPIRED);
		return;
	}
	newest = feed_newest(&rq->ctx, NULL);
	if ((stream || newest <= since) &&
	    !io->wait(io->arg, &rq->ctx, secret, newest, stream))
		refuse(rq, BUSY);
	else if (stream)
		send_events(rq, newest > since ? EVENT_CHANGED : EVENT_NONE);
	else
		answer_empty(rq, 204);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/wait", .handle = wait_for_change,
	    .flags = R_ANY_TYPE | R_NO_ETAG | R_ALONE,
	    .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = NULL }
};

const struct route_group wait_group = { .name = "wait", .routes = routes };
