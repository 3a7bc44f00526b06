/*
 * What a caller has signed in with.
 */
#ifndef CORE_USER_RIGHTS_H
#define CORE_USER_RIGHTS_H

#include <stdbool.h>

struct rights {
	bool		 session;	/* not an access token */
	unsigned	 token;		/* core/user/token.h; 0: not a token */
	bool		 must_enrol;	/* user_must_enrol() */
	bool		 stale;		/* credential_touch() must record its use */
};

#endif
