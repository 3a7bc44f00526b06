/*
 * /batch: requests of any group, so the program contains all groups, as the
 * FastCGI program does.
 */
#include "cgi-bin/groups.h"
#include "web/batch.h"
#include "web/serve.h"

/* POST /batch: 200 {responses}; each row has its own answer. */
static const struct route routes[] = {
	{ "POST", "/batch", batch_run, R_BATCH | R_NO_ETAG, batch_fields,
	    NULL },
	{ NULL, NULL, NULL, 0, NULL, NULL }
};

const struct route_group batch_group = { "batch", routes, NULL };

int
main(void)
{
	return cgi_main_of(batch_group.name, all_groups);
}
