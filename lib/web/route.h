/*
 * Finding the route of a request among the tables.
 */
#ifndef WEB_ROUTE_H
#define WEB_ROUTE_H

#include <stdbool.h>

struct req;
struct route;

/* Sets route and arguments.  False where the request is answered: an unknown
 * path, a method it does not have, OPTIONS, an Accept that JSON does not meet. */
bool			 route_find(struct req *);
/* The route that GET has for the request's path, if its answer has an ETag. */
const struct route	*route_get(struct req *);

#endif
