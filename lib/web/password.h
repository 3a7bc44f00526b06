/*
 * Passwords in requests: checked and hashed by a route's `before`, outside the
 * transaction, since it takes long by design.  Every check is counted first, so
 * that concurrent ones count, too.
 */
#ifndef WEB_PASSWORD_H
#define WEB_PASSWORD_H

#include "core/user/device.h"
#include "core/user/user.h"
#include "web/request.h"

/* What `before` computed, for the handler. */
struct password_work {
	struct user	 user;		/* the user whose password was
					 * checked */
	const char	*hash;		/* hash of the new password */
	struct limit	 limits[SIGN_IN_LIMITS];	/* that the attempt was
							 * counted in */
};

struct password_work	*password_work(struct req *);

/* A field's check: refuses common passwords. */
struct fault	 password_not_common(struct ctx *, const char *password);
/* Hashes the field of that name; true. */
bool		 password_hashed(struct req *, const char *name);
/* Is the field the user's password (u NULL: no user)?  False if refused, with
 * `problem` or as too many attempts. */
bool		 password_checked(struct req *, const struct user *u,
		    const char *name, enum outcome problem);
/* Is it the caller's own?  False if refused as wrong-password.  For an account
 * without one the field must be absent, and the session confirmed. */
bool		 password_own(struct req *, const char *name);
/* Undoes the count of the attempt. */
void		 password_was_right(struct req *);

#endif
