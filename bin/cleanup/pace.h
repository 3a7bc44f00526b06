/*
 * Work in short transactions: many small changes, few at a time, so that nobody
 * who uses the service meanwhile waits for the write lock.  How many go into one
 * transaction follows from how long the last took; between two the lock is left
 * for as long as it was held.
 */
#ifndef BIN_CLEANUP_PACE_H
#define BIN_CLEANUP_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/program.h"

struct arena;

struct pace {
	struct program	*program;
	struct arena	*arena;		/* what one transaction needs */
	bool		 dry_run;	/* counts alone */
	int		 batch;		/* changes in a transaction, at most */
	int64_t		 longest;	/* that the lock was held, microseconds */
	int64_t		 transactions;
};

/*
 * n changes: change() does number i, within a write transaction.  False, and
 * said so, where the lock was not to be had.
 */
bool	 pace_each(struct pace *, size_t n,
	    void (*change)(struct ctx *, void *arg, size_t i), void *arg);
/*
 * Changes until none is left: some() does at most `max` and says how many;
 * fewer than max means that none is left.  Adds their number to *done.
 */
bool	 pace_all(struct pace *, int64_t (*some)(struct ctx *, void *arg,
	    int max), void *arg, int64_t *done);

#endif
