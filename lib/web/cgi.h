/*
 * A CGI program (RFC 3875): one request, by the environment and the standard
 * streams.
 */
#ifndef WEB_CGI_H
#define WEB_CGI_H

struct route_group;

/* The main function of a program with one group of routes. */
int	 cgi_main(const struct route_group *);
/* The same with several groups, NULL last. */
int	 cgi_main_of(const char *name, const struct route_group *const *groups);

#endif
