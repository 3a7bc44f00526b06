/*
 * The processes that docket-serve starts.  They end with it, and it ends with
 * the first of them that ends.
 */
#ifndef BIN_SERVE_CHILD_H
#define BIN_SERVE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct settings;

/* Like fork(); `name` is what the administrator knows it by. */
pid_t	 child_fork(const char *name);

/* Starts lighttpd with that configuration, and passes its messages on; if
 * quiet, only errors.  False with errno. */
bool	 child_start(const char *conf, bool quiet);
/* Waits until lighttpd answers there (`host` as for getaddrinfo()); false if it
 * has ended, or does not answer for half a minute or more. */
bool	 child_serves(const char *host, const char *port, bool tls);
/* Does the service there answer that it is healthy?  With TLS: does it
 * answer? */
bool	 child_healthy(const char *host, const char *port, bool tls);
/* Passes a signal on to lighttpd; may be called from a signal handler. */
void	 child_signal(int);

/* Waits until one of the processes ends, then ends the others; returns its
 * name, and its status as waitpid() does. */
const char *child_wait(int *status);

/* Removes all settings from the environment. */
void	 child_forget_settings(void);
/* Puts those that a flag or the environment gave into it, but not secrets. */
void	 child_pass_settings(const struct settings *);

#endif
