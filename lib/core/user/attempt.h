/*
 * Limits on attempts, counted per account and per address before the attempt,
 * so that concurrent ones count, too.  After some free attempts each must wait
 * twice as long as the one before, up to a quarter of an hour, or, of some,
 * none is left; a day without attempts resets the count, and so does a clock
 * that is set back.
 */
#ifndef CORE_USER_ATTEMPT_H
#define CORE_USER_ATTEMPT_H

#include <stdint.h>

#include "core/ctx.h"

enum attempt {
	ATTEMPT_ACCOUNT,	/* signing in to an account */
	ATTEMPT_DEVICE,		/* by a device that has signed in before */
	ATTEMPT_ADDRESS,	/* signing in from an address */
	ATTEMPT_SIGN_UP,	/* from an address */
	ATTEMPT_RESET,		/* for an account */
	ATTEMPT_RESET_ADDRESS,	/* from an address */
	ATTEMPT_SHARE,		/* by a user, sharing with unknown addresses */
	ATTEMPT_CODE,		/* second factor of an account */
	ATTEMPT_CODE_DEVICE,	/* by a device that has signed in before, or
				 * by a user who is signed in */
	ATTEMPT_TICKET,		/* second factor by one ticket */
	ATTEMPT__MAX
};

/* Between the address that a proxy forwards and that of the proxy, if that is
 * not trusted: anybody could forward any address.  So ten times as much is
 * allowed to all of that peer together. */
#define ATTEMPT_VIA	" via "

/* 0, or the seconds until the next is allowed.  who NULL: unknown, and not
 * counted, since all of them would share one limit. */
int64_t	 attempt_wait(struct ctx *, enum attempt, const char *who);
/* The same; counts one if it is 0. */
int64_t	 attempt_take(struct ctx *, enum attempt, const char *who);
/* How many failures count now. */
int64_t	 attempt_failures(struct ctx *, enum attempt, const char *who);
/* Call after success: resets the count of an account or device, or takes back
 * one of another kind. */
void	 attempt_give(struct ctx *, enum attempt, const char *who);

#endif
