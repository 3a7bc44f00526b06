/*
 * Who the caller is, and whether they may call the route.
 */
#ifndef WEB_CALLER_H
#define WEB_CALLER_H

#include <stdbool.h>

#include "core/user/audit.h"

struct req;

/* Does the web server authenticate the caller (auth = remote-user)? */
bool	 caller_by_server(struct req *);
/*
 * Authenticates the caller, and checks the route's conditions on the caller and
 * the origin.  False if refused.  Without an open transaction, adds a user that
 * the web server signed in for the first time.
 */
bool	 caller_may_call(struct req *, bool open);
/* Authenticates the caller again, within the write transaction: the session may
 * have ended meanwhile.  False if refused. */
bool	 caller_still_known(struct req *);
/* May a caller of the API, who is known, call the route?  False if refused. */
bool	 caller_allowed(struct req *);
/* Has the caller's session been confirmed (credential_confirmed())?  False if
 * refused, with how it can be. */
bool	 caller_confirmed(struct req *);
/* May the caller read?  Of a caller who is known: not every access token
 * may. */
bool	 caller_reads(const struct req *);
/* Records the session's use, at most hourly: in the open write transaction; or
 * in one of its own, which is skipped if the disk is full or the lock taken,
 * since a reader must not wait, and the next request will do it. */
void	 caller_touch(struct req *);
void	 caller_touch_later(struct req *);

/* A line in the audit, in a transaction of its own.  user NULL: the account
 * does not exist, and the same is done as for one that does. */
void		 caller_refused(struct req *, const char *user,
		    enum audit_what);
/* A line in the log for fail2ban (etc/fail2ban.conf).  The account is hashed,
 * since a password may have been typed as the address. */
void		 caller_log_refused(struct req *, const char *email);

#endif
