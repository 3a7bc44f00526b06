#include "web/server_errors.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/settings/settings.h"
#include "db/sqlite/reserve.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

static const struct {
	int		status;
	enum outcome	problem;
} said[] = {
	{ 403, NOT_FOUND },
	{ 404, NOT_FOUND },
	{ 413, BODY_TOO_LARGE },
	{ 501, MALFORMED_REQUEST },	/* unknown method or transfer coding */
	{ 503, BUSY },
	{ 504, BUSY },
	{ 505, MALFORMED_REQUEST },
	{ 507, STORAGE_FULL },
};

static enum outcome
problem_of_status(int status)
{
	size_t i;

	for (i = 0; i < COUNT(said); i++)
		if (said[i].status == status)
			return said[i].problem;
	return status >= 500 ? INTERNAL : MALFORMED_REQUEST;
}

/* Then the file is too large, not the body. */
static bool
is_upload(struct req *rq)
{
	bool found = route_find(rq) && (rq->route->flags & R_UPLOAD);

	rq->reply.refused = false;
	rq->reply.headers.len = rq->reply.out.len = 0;
	return found;
}

bool
server_refused(struct req *rq)
{
	const char *text = rq->in.env[ENV_REDIRECT_STATUS];
	int status = text == NULL ? 0 : atoi(text);
	enum outcome problem;

	if (status < 400)
		return false;
	/* lighttpd reports every method as GET.  POST is what an upload has,
	 * and a request without a length, which lighttpd refuses. */
	rq->in.method = "POST";
	if (status == 411)
		return false;
	problem = problem_of_status(status);
	if (problem == BODY_TOO_LARGE && is_upload(rq))
		problem = FILE_TOO_LARGE;
	else if (problem == INTERNAL &&
	    !reserve_for_write(rq->ctx.settings->data, false))
		problem = STORAGE_FULL;
	rq->route = NULL;
	refuse(rq, problem);
	return true;
}
