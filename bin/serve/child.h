/*
 * lighttpd as docket-serve's child: it dies with its parent, and what it says
 * passes through, where that is wanted without what is no error.
 */
#ifndef BIN_SERVE_CHILD_H
#define BIN_SERVE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/* Starts it on that configuration; its process, or -1 with errno. */
pid_t	 child_start(const char *conf, bool quiet);
/* Waits until it answers there (`host` as getaddrinfo() takes it);
 * false where it has ended, or does not within half a minute. */
bool	 child_serves(const char *host, const char *port);
/* Waits until it ends; its status, as waitpid() has it. */
int	 child_wait(void);
/* Passes a signal on to it; may be called by a signal's handler. */
void	 child_signal(int);

#endif
