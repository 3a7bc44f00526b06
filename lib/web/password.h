/*
 * Passwords of requests: checked and hashed by a route's `prepare`, outside of
 * the transaction, since it takes long on purpose.  Every check is counted
 * first, so that many at once count as many.
 */
#ifndef WEB_PASSWORD_H
#define WEB_PASSWORD_H

#include "core/user/device.h"
#include "core/user/user.h"
#include "web/request.h"

/* What `prepare` found out, for the transaction. */
struct prepared_password {
	struct user	 user;		/* whose password was checked */
	const char	*hash;		/* of the new one */
	struct limit	 limits[SIGN_IN_LIMITS];	/* that it counted against */
};

struct prepared_password	*prepared_password(struct req *);

/* A field's check: not among the passwords that are tried first. */
struct fault	 password_not_common(struct req *, const char *password);
/* Hashes the field of that name; true. */
bool		 password_hashed(struct req *, const char *name);
/* Is the field the user's password, u NULL: of nobody?  False if refused, with
 * the problem or as too many. */
bool		 password_checked(struct req *, const struct user *u,
		    const char *name, int problem);
/* Is it the caller's own?  Refused as wrong-password. */
bool		 password_own(struct req *, const char *name);
/* Takes back what the attempt counted. */
void		 password_was_right(struct req *);

#endif
