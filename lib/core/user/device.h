/*
 * Devices that have signed in to an account before, known by the cookie of a
 * session, even an expired one, or by the address of a sign-in within the last
 * DEVICE_KNOWN.  Their attempts are counted separately, so that other people's
 * wrong guesses do not lock them out.
 */
#ifndef CORE_USER_DEVICE_H
#define CORE_USER_DEVICE_H

#include "core/ctx.h"
#include "core/user/attempt.h"

/* One limit that an attempt counts against. */
struct limit {
	enum attempt	 kind;
	const char	*who;
};

#define SIGN_IN_LIMITS	2

/* The limits of an attempt to sign in to an account: cookies are the secrets of
 * sessions that the client carries, ended by NULL; address is NULL if it is not
 * known.  Costs the same for an address that has no account. */
void	 device_limits(struct ctx *, const char *email,
	    const char *const *cookies, const char *address,
	    struct limit limits[SIGN_IN_LIMITS]);
/* The user has signed in from there; address NULL: not known. */
void	 device_signed_in(struct ctx *, const char *user, const char *address);

#endif
