/*
 * Finds the route of a request.
 */
#ifndef WEB_ROUTE_H
#define WEB_ROUTE_H

#include <stdbool.h>

struct req;
struct route;

/* Sets route and arguments.  False if the request is answered: unknown path,
 * unknown method, OPTIONS, an Accept without JSON. */
bool			 route_find(struct req *);
/* The GET route of the request's path, if its answer has an ETag. */
const struct route	*route_get(struct req *);

#endif
