/*
 * Work in short transactions: many small changes, a few at a time, so that
 * users do not wait for the write lock.  The size of a transaction adapts to
 * how long the last took; between two the lock stays free for as long as it was
 * held.
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
	struct arena	*arena;		/* for one transaction */
	bool		 dry_run;	/* only counts */
	int		 batch;		/* most changes in a transaction */
	int64_t		 longest;	/* longest lock time, microseconds */
};

/*
 * Makes n changes: change() makes number i, within a write transaction.  Prints
 * an error and returns false if the lock was not available.
 */
bool	 pace_each(struct pace *, size_t n,
	    void (*change)(struct ctx *, void *arg, size_t i), void *arg);
/*
 * Makes changes until none is left: some() makes at most `max` and returns how
 * many; fewer than max means that none is left.  Adds their number to *done.
 * Prints an error and returns false if the lock was not available.
 */
bool	 pace_all(struct pace *, int64_t (*some)(struct ctx *, void *arg,
	    int max), void *arg, int64_t *done);

#endif
