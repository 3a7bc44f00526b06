/*
 * What the parts of docket-cleanup share: a run, and the argument of the
 * functions that pace.h calls.
 */
#ifndef BIN_CLEANUP_CLEANUP_H
#define BIN_CLEANUP_CLEANUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bin/cleanup/pace.h"
#include "core/batch/cleanup.h"
#include "core/order/respace.h"

#define CLEANUP_PAGE	500	/* users, lists or tombstones per page */

/* What a run counts. */
enum count {
	COMPLETED, ERASED, REMOVED, EMPTIED, SECRETS, DEVICES, EXPIRED, FILES,
	RANKS, COUNT__MAX
};

struct cleanup {
	struct program		 p;
	struct pace		 pace;
	struct cleanup_before	 before;
	/* What earlier runs have done: contents are erased up to that stamp;
	 * long ranks stored since all were shortened; when all files were
	 * compared with their rows. */
	int64_t			 erased_to, long_ranks;
	int64_t			 last_stamp;	/* when this run began */
	bool			 clock_is_right;	/* --clock-is-right */
	int64_t			 counts[COUNT__MAX];
};

/* The argument of the functions that pace.h calls. */
struct work {
	struct cleanup		*k;
	const char		*owner;		/* a user or list */
	struct tombstone	*tombstones;
	const char		**names;	/* ids or paths */
	enum respace		 kind;
	const char		*place;
	size_t			 job;
};

/* Erases or removes what the tombstones of these stamps stand for, deleted
 * lists included. */
bool	 clean_tombstones(struct cleanup *, int64_t from, int64_t until);
/* Ends the assignments and turns that a user still has on lists that they have
 * lost, or view: a program was killed before it ended them. */
bool	 clean_assignments(struct cleanup *, const char *user, int64_t);
/* Removes the lists and the private records of a deleted user. */
bool	 clean_deleted_user(struct cleanup *, const char *user, int64_t);

#endif
