/*
 * lighttpd as docket-serve's child: it ends with its parent; its messages are
 * passed on, with -q only errors.
 */
#ifndef BIN_SERVE_CHILD_H
#define BIN_SERVE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/* Starts it with that configuration; returns the process, or -1 with errno. */
pid_t	 child_start(const char *conf, bool quiet);
/* Waits until it answers there (`host` as for getaddrinfo()); false if it has
 * ended, or after half a minute. */
bool	 child_serves(const char *host, const char *port);
/* Waits until it ends; returns its status as waitpid() does. */
int	 child_wait(void);
/* Passes a signal on to it; may be called from a signal handler. */
void	 child_signal(int);

#endif
