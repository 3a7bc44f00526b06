/*
 * A FastCGI program: many requests, one after the other, on one connection to
 * the database.
 */
#ifndef WEB_FCGI_H
#define WEB_FCGI_H

#include <stdbool.h>

struct route_group;

/* The main function of a program with several groups of routes, NULL last.
 * `restarted`: a parent starts another when it ends. */
int	 fcgi_main(const struct route_group *const *groups, bool restarted);

#endif
