/*
 * All groups of routes, for the programs that serve them all.
 */
#ifndef CGI_BIN_ALL_GROUPS_H
#define CGI_BIN_ALL_GROUPS_H

#include <stddef.h>

#include "cgi-bin/account/account.h"
#include "cgi-bin/groups.h"
#include "cgi-bin/lists/lists.h"

static const struct route_group *const all_groups[] = {
	&tasks_group, &lists_group, &list_groups_group, &members_group,
	&invitations_group, &steps_group, &tags_group, &data_group,
	&my_day_group, &settings_group, &attachments_group, &account_group,
	&sessions_group, &tokens_group, &codes_group, &notifications_group,
	&batch_group, &wait_group, &status_group, NULL
};

#endif
