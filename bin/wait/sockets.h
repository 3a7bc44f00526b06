/*
 * The sockets of docket-wait, and how many connections it may have.
 */
#ifndef BIN_WAIT_SOCKETS_H
#define BIN_WAIT_SOCKETS_H

#include <stddef.h>

/* Listens for the web server's connections on that path.  -1 with errno:
 * EADDRINUSE if another process listens there. */
int	 sockets_listen(const char *path);
/* The socket that programs send their changes to (core/change_signal.h); -1
 * with errno. */
int	 sockets_receive(const char *data);
/* Raises the limit on descriptors to what the system allows; how many
 * connections fit. */
size_t	 sockets_most(void);

#endif
