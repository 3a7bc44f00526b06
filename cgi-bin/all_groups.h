/*
 * All groups of routes, for the programs that serve them all.  `make` collects
 * them from the files of this folder.
 */
#ifndef CGI_BIN_ALL_GROUPS_H
#define CGI_BIN_ALL_GROUPS_H

#include <stddef.h>

#include "groups.h"
#include "web/route.h"

static const struct route_group *const all_groups[] = { ALL_GROUPS };

#endif
