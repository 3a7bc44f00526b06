/*
 * docket-admin check: the machine's time zones.
 */
#include "base/zone.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"

void
check_zones(struct check *k)
{
	if (!zone_installed())
		check_found(k, true, "Install tzdata", ZONE_NONE);
}
