/*
 * Single sign-on: the web server authenticates users (auth = remote-user).
 */
#ifndef CORE_USER_REMOTE_USER_H
#define CORE_USER_REMOTE_USER_H

#include "core/outcome.h"

struct ctx;

/*
 * Signs in that user, an e-mail address or a name (which becomes
 * NAME@localhost).  Adds an unknown user, in a write transaction that waits up
 * to `seconds`; with 0, accepts only known users.
 *
 * DONE; BUSY; NO_SESSION if there is no such user, or they are disabled;
 * EMAIL_TAKEN if the account's address is not verified: then a stranger may
 * have made it, and would read what its owner writes.
 */
enum outcome	 remote_user_sign_in(struct ctx *, const char *user,
		    int seconds);

#endif
