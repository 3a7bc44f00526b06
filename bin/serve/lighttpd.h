/*
 * The configuration that docket-serve runs lighttpd on, made of the routes' own
 * table.
 */
#ifndef BIN_SERVE_LIGHTTPD_H
#define BIN_SERVE_LIGHTTPD_H

#include <stdbool.h>

struct arena;
struct settings;

struct lighttpd {
	const struct settings *settings;
	const char	*host;		/* to listen on, as in a URL */
	const char	*port;
	const char	*programs;	/* the folder of the CGI programs */
	const char	*routes;	/* the table of routes, as a file */
	const char	*www;		/* the web app's folder; NULL: none */
	const char	*run;		/* where to write, and for its sockets */
	bool		 fastcgi;
};

/* Writes it; its path, or NULL with *why where that cannot be done. */
const char	*lighttpd_conf(struct arena *, const struct lighttpd *,
		    const char **why);

#endif
