/*
 * docket-admin check: the database's schema.
 */
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "db/sqlite/schema.h"

void
check_schema(struct check *k)
{
	const char *found = db_schema_differs(k->c->db, k->c->arena);

	if (found != NULL)
		check_found(k, true, "Restore a backup (docket-admin "
		    "restore); something other than Docket has changed the "
		    "database", "%s", found);
}
