/*
 * All groups of routes, for the programs that serve them all.
 */
#ifndef CGI_BIN_GROUPS_H
#define CGI_BIN_GROUPS_H

#include <stddef.h>

#include "web/route.h"

extern const struct route_group account_group, attachments_group, batch_group,
    codes_group, data_group, lists_group, my_day_group, notifications_group,
    settings_group, status_group, steps_group, tags_group, tasks_group,
    wait_group;

static const struct route_group *const all_groups[] = {
	&tasks_group, &lists_group, &steps_group, &tags_group, &data_group,
	&my_day_group, &settings_group, &attachments_group, &account_group,
	&codes_group, &notifications_group, &batch_group, &wait_group, &status_group,
	NULL
};

#endif
