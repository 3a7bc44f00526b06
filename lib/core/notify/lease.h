/*
 * Leases: a program claims a message for so long, sends it outside any
 * transaction, and marks its outcome.  If it is killed, another one sends the
 * message after the lease.
 *
 * All programs must judge a lease by one clock, or two of them send the same
 * message while their clocks differ or one is set.  With SQLite all are on one
 * machine, and the clock is the time since that started; a server's clock is
 * its own.
 */
#ifndef CORE_NOTIFY_LEASE_H
#define CORE_NOTIFY_LEASE_H

#include <stdint.h>

struct ctx;

/* Leases that last `lasts`, in microseconds: one that is over is at most
 * `over`, or later than `most`: of a clock that was ahead, or was restarted. */
struct lease {
	int64_t	 over;
	int64_t	 most;		/* when one ends that begins now */
};

struct lease	 lease_begin(struct ctx *, int64_t lasts);

#endif
