/*
 * /batch: requests of any group, so the program contains all groups, as the
 * FastCGI program does.
 */
#include "core/user/token.h"
#include "web/batch.h"
#include "web/route.h"

/* POST /batch: 200 {responses}; each row has its own answer. */
static const struct route routes[] = {
	{ .method = "POST", .path = "/batch", .handle = batch_run,
	    .flags = R_BATCH | R_NO_ETAG | R_LONG, .fields = batch_fields,
	    .token = TOKEN_READ | TOKEN_WRITE | TOKEN_ADD | TOKEN_LIMITED },
	{ .method = NULL }
};

const struct route_group batch_group = { .name = "batch", .routes = routes };
