/*
 * Single sign-on: the web server authenticates users (auth = remote-user).
 */
#ifndef CORE_USER_REMOTE_USER_H
#define CORE_USER_REMOTE_USER_H

#include <stdbool.h>

struct ctx;

/*
 * Signs in that user, an e-mail address or a name (which becomes
 * NAME@localhost).  Adds an unknown user, in a write transaction that waits up
 * to `seconds`; with 0, accepts only known users.  False if there is none, or
 * if the database was busy.
 */
bool	 remote_user_sign_in(struct ctx *, const char *user, int seconds, bool *busy);

#endif
