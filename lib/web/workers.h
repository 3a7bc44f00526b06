/*
 * Several processes of one FastCGI program on one socket.
 */
#ifndef WEB_WORKERS_H
#define WEB_WORKERS_H

#define WORKERS_MAX	64

/* Starts so many, each of which returns -1 to go on as a worker; one that ends is
 * started again.  In the parent: the exit status, once SIGTERM has ended it and
 * them. */
int	 workers_run(int count);

#endif
