/*
 * The workers of FastCGI mode.  They are docket-serve's children, not
 * lighttpd's, which would leave them behind if it were killed; and it holds
 * their sockets, so that requests wait while a worker is started again.
 */
#ifndef BIN_SERVE_WORKERS_H
#define BIN_SERVE_WORKERS_H

#include <stdbool.h>

struct arena;
struct lighttpd;

/* Makes the socket NAME.sock in the directory of this run: its descriptor, or
 * -1 with *why. */
int	 workers_listen(struct arena *, const struct lighttpd *,
	    const char *name, const char **why);

/* Those for requests that may take long: one more than one address may occupy
 * (core/limits.h). */
#define WORKERS_LONG_COUNT	"4"

/* Starts `count` workers on it, and closes it here; false with errno. */
bool	 workers_start(struct arena *, const struct lighttpd *, const char *count,
	    int fd);

#endif
