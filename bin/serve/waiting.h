/*
 * docket-wait beside docket-serve's lighttpd, started again if it ends.
 */
#ifndef BIN_SERVE_WAITING_H
#define BIN_SERVE_WAITING_H

#include <stdbool.h>

struct settings;

/* Starts a process that does this, and ends with its parent; `programs` is the
 * directory of docket-wait, which listens on `socket`.  False with errno. */
bool	 waiting_start(const char *programs, const struct settings *,
	    const char *socket);

#endif
