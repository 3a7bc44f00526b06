#include "t/fuzz/lib/web.h"

#include "cgi-bin/all_groups.h"
#include "web/serve.h"

const struct route_group *const *const web_groups = all_groups;

void
web_begin(struct req *rq, struct arena *a, const struct settings *s)
{
	*rq = (struct req){ .protocol = &protocol_api,
	    .groups = web_groups,
	    .in = { .method = "GET", .base = "", .path = "", .query = "" } };
	rq->ctx = (struct ctx){ .arena = a, .settings = s, .zone = "UTC" };
}

void
web_done(struct req *rq)
{
	buf_free(&rq->reply.headers);
	buf_free(&rq->reply.out);
}
