/*
 * For the targets that need the routes: every group, and a request that is read
 * but not served.
 */
#ifndef T_FUZZ_WEB_H
#define T_FUZZ_WEB_H

#include "web/request.h"

struct settings;

extern const struct route_group *const *const web_groups;

/* As serve() begins it; web_done() gives back what it holds. */
void	 web_begin(struct req *, struct arena *, const struct settings *);
void	 web_done(struct req *);

#endif
