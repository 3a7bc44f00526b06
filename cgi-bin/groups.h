/*
 * The groups of routes.  A group has the name of the program that serves it; a
 * program may serve several.
 */
#ifndef CGI_BIN_GROUPS_H
#define CGI_BIN_GROUPS_H

#include "web/route.h"

extern const struct route_group account_group, attachments_group, batch_group,
    codes_group, data_group, lists_group, my_day_group, notifications_group,
    settings_group, status_group, steps_group, tags_group, tasks_group,
    wait_group;

#endif
