/*
 * Several worker processes of one FastCGI program on one socket.
 */
#ifndef WEB_WORKERS_H
#define WEB_WORKERS_H

#include <stdbool.h>

#define WORKERS_MAX	64
#define WORKERS_SPARE	16	/* in place of those that wait */

#define WORKER_TOO_SLOW	75	/* exit status: its request took too long */

/*
 * Starts workers, in which it returns -1, and further ones whenever fewer than
 * `count` are there that do not wait for the network.  In the parent it returns
 * 0, once SIGTERM or SIGINT has ended all workers.
 */
int	 workers_run(int count);
/* Says in a worker that it waits for the network, or no longer. */
void	 workers_wait(bool waits);

#endif
