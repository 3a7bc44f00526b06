/*
 * The configuration of docket-serve's lighttpd, generated from the route table.
 */
#ifndef BIN_SERVE_LIGHTTPD_H
#define BIN_SERVE_LIGHTTPD_H

#include <stdbool.h>

/* The sockets of workers, NAME.sock in the directory of this run. */
#define WORKERS_READ	"read"
#define WORKERS_WRITE	"write"
#define WORKERS_LONG	"long-requests"

struct arena;
struct settings;

struct lighttpd {
	const struct settings *settings;
	const char	*host;		/* to listen on, as in a URL */
	const char	*port;
	const char	*programs;	/* the directory of the CGI programs */
	const char	*routes;	/* the table of routes, as a file */
	const char	*www;		/* the web app's directory; NULL:
					 * none */
	const char	*certificate;	/* and its chain, as a file; NULL:
					 * plain HTTP */
	const char	*key;		/* NULL: in the same file */
	const char	*run;		/* directory for it and its sockets */
	bool		 fastcgi;
	const char	*workers;	/* how many for reads, and for writes */
};

/* How many it has: as many as its descriptors allow. */
unsigned long long lighttpd_connections(void);

/* The socket on which docket-wait must listen. */
const char	*lighttpd_wait_socket(struct arena *, const struct lighttpd *);

/* Writes it; returns its path, or NULL with *why. */
const char	*lighttpd_conf(struct arena *, const struct lighttpd *,
		    const char **why);

#endif
