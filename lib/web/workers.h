/*
 * Several worker processes of one FastCGI program on one socket.
 */
#ifndef WEB_WORKERS_H
#define WEB_WORKERS_H

#define WORKERS_MAX	64

#define WORKER_TOO_SLOW	75	/* exit status: its request took too long */

/* Starts `count` workers, in which it returns -1, and restarts those that end.
 * In the parent it returns 0, once SIGTERM or SIGINT has ended all workers. */
int	 workers_run(int count);

#endif
