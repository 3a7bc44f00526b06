/*
 * Challenges: what an authenticator signs to show that it has a passkey.  One
 * is a sealed value (base/seal.h), not a row: whoever asks for many fills no
 * disk.  It is good for CHALLENGE_LASTS, for one purpose, and once: the
 * transaction that accepts it notes that.
 */
#ifndef CORE_ACCOUNT_CHALLENGE_H
#define CORE_ACCOUNT_CHALLENGE_H

#include <stdbool.h>

#include "base/base.h"
#include "core/ctx.h"
#include "core/account/passkey.h"

#define CHALLENGE_LASTS	(5 * MINUTE)
#define CHALLENGE_RANDOM	16		/* bytes */

enum challenge_for {
	CHALLENGE_ADD,		/* a passkey, by the session that asks */
	CHALLENGE_SIGN_IN	/* anybody; also to confirm a session */
};

struct challenge {
	int64_t		at;
	unsigned char	random[CHALLENGE_RANDOM];
	unsigned char	handle[PASSKEY_HANDLE];	/* of a new passkey's user */
};

/* As base64url; NULL, with a line in the log: there is no key to seal it.
 * handle: NULL unless a passkey is added. */
const char	*challenge_make(struct ctx *, enum challenge_for,
		    const unsigned char *handle);
/* False if it is none, has ended, or was made for something else. */
bool		 challenge_open(struct ctx *, enum challenge_for,
		    const char *text, struct challenge *);
/* In a write transaction: uses it up.  False if it was. */
bool		 challenge_use(struct ctx *, const char *user,
		    const struct challenge *);

#endif
