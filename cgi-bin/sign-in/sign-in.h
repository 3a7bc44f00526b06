/*
 * The parts of the program sign-in.
 */
#ifndef CGI_BIN_SIGN_IN_SIGN_IN_H
#define CGI_BIN_SIGN_IN_SIGN_IN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/account/challenge.h"
#include "core/account/passkey.h"
#include "core/user/user.h"
#include "web/route.h"

struct req;

/* A passkey whose answer `before` has checked. */
struct passkey_work {
	struct user		 user;		/* whose it is */
	struct passkey		 passkey;
	struct passkey_key	 key;
	uint32_t		 counter;	/* that it signed with */
	struct challenge	 challenge;	/* that it answers */
};

/*
 * Checks the field `passkey`, an AuthenticationResponseJSON, all but what only
 * the transaction can: see passkey_take().  user: whose it must be; NULL:
 * anybody's.  False if it is not right, with a line in the log; nothing is
 * refused yet.
 */
bool	 passkey_checked(struct req *, const char *user);
/* In the transaction: is it still there, and has neither challenge nor counter
 * been used?  Uses them up. */
bool	 passkey_take(struct req *);
struct passkey_work	*passkey_work(struct req *);

/* Begins the answer of options, with the members `challenge` and `timeout`;
 * NULL if it was refused. */
struct jw	*passkey_options(struct req *, enum challenge_for,
		    const unsigned char *handle);

#endif
