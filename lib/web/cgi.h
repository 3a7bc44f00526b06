/*
 * A CGI program (RFC 3875): one request, by the environment and the standard
 * streams.
 */
#ifndef WEB_CGI_H
#define WEB_CGI_H

struct route_group;

/* The main function of a program with these groups of routes, NULL last. */
int	 cgi_main(const char *name, const struct route_group *const *groups);

#endif
