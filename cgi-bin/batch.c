/*
 * /batch: requests of any group, so the program holds them all, as the FastCGI
 * program does; a row cannot be answered otherwise by the one than by the other.
 */
#include "cgi-bin/groups.h"
#include "web/batch.h"
#include "web/serve.h"

/* POST /batch: 200 {responses}; each row has an answer of its own. */
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
