/*
 * The parts of the program lists.
 */
#ifndef CGI_BIN_LISTS_LISTS_H
#define CGI_BIN_LISTS_LISTS_H

#include "web/route.h"

extern const struct route_group list_groups_group, members_group,
    invitations_group;

#endif
