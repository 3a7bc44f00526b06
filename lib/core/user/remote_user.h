/*
 * Single sign-on: the web server vouches for who it is (auth = remote-user).
 */
#ifndef CORE_USER_REMOTE_USER_H
#define CORE_USER_REMOTE_USER_H

#include <stdbool.h>

struct ctx;

/*
 * The caller is that user, an e-mail address or a bare name (which becomes
 * NAME@localhost).  At first sight the user is made, in a write transaction
 * that waits up to `seconds`; with 0 only a known one is taken.  False where
 * there is none, or where that has been waited for: busy.
 */
bool	 remote_user_sign_in(struct ctx *, const char *user, int seconds, bool *busy);

#endif
