/*
 * Signing up: somebody makes an account for themselves, where registration is
 * open, or with an invitation, whose list they join.
 */
#ifndef CORE_ACCOUNT_SIGN_UP_H
#define CORE_ACCOUNT_SIGN_UP_H

#include "core/ctx.h"

struct user;

struct sign_up {
	const char	*email;
	const char	*name;
	const char	*hash;		/* of the password */
	const char	*invitation;	/* its code, or NULL */
};

/* May somebody with that address, with or without an invitation (NULL)?  DONE;
 * NO_REGISTRATION, which does not tell what is wrong with the invitation. */
enum outcome	 account_sign_up_allowed(struct ctx *, const char *invitation,
		    const char *email);
/* The address is verified if the invitation was sent to it.  CREATED,
 * NO_REGISTRATION, EMAIL_TAKEN; LIMIT_REACHED if the list of the invitation has
 * no place.  Roll back unless it is CREATED. */
enum outcome	 account_sign_up(struct ctx *, const struct sign_up *,
		    struct user *);

#endif
