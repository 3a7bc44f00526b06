/*
 * Secrets that stand for a user: sessions, access tokens, and the codes of mails
 * that reset a password, verify an address or change it.  Each is 256 random
 * bits, of which only the SHA-256 is stored: nobody who reads the database can
 * use one.
 */
#ifndef CORE_USER_CREDENTIAL_H
#define CORE_USER_CREDENTIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct credential {
	const char	*id;
	const char	*name;		/* the device's or token's; may be NULL */
	bool		 read_only;
	int64_t		 created_at;
	int64_t		 used_at;
	int64_t		 expires_at;
	const char	*secret;	/* only where it was just made */
};

/* A new secret: 256 random bits as URL-safe text; and what is stored of one. */
const char	*credential_secret(struct arena *);
#define CREDENTIAL_HASH	32
void	 credential_hash(const char *secret, unsigned char *hash);

/*
 * The caller by what they carry: fills user, zone and credential of the
 * context.  False where it is unknown or over.  *stale says that its use is to
 * be recorded (it is, hourly at most) by credential_touch(), in a write
 * transaction.
 */
bool	 credential_use(struct ctx *, const char *secret, bool *read_only,
	    bool *stale);
void	 credential_touch(struct ctx *, const char *secret);

/* kind: session, token, reset, verify, email.  It is good for so many
 * microseconds; a session or token for credential_lasts() since its last use.
 * The session over CAP_SESSIONS ends the least recently used. */
void	 credential_make(struct ctx *, const char *user, const char *kind,
	    const char *name, bool read_only, int64_t lasts,
	    struct credential *);
int64_t	 credential_lasts(const struct ctx *);
/* Ends one of the caller's own; false where there is none. */
bool	 credential_end(struct ctx *, const char *kind, const char *id);
/* The user of a code; NULL if it is unknown or over.  Taking it ends it; name,
 * which may be NULL, is set to what it was made with. */
const char	*credential_peek(struct ctx *, const char *kind,
		    const char *secret);
const char	*credential_take(struct ctx *, const char *kind,
		    const char *secret, const char **name);

/*
 * Attempts that may fail: counted per account and per address before they are
 * made, so that many at once count as many.  Past some free ones each next has
 * to wait twice as long as the one before, up to a quarter of an hour; a day
 * without any forgets them, and so does a clock that is set back.
 */
enum attempt {
	ATTEMPT_ACCOUNT,	/* signing in to an account */
	ATTEMPT_DEVICE,		/* by a device that has signed in before */
	ATTEMPT_ADDRESS,	/* signing in from an address */
	ATTEMPT_SIGN_UP,	/* from an address */
	ATTEMPT_RESET,		/* for an account */
	ATTEMPT_RESET_ADDRESS,	/* from an address */
	ATTEMPT_SHARE,		/* by a user, with no one to share with */
	ATTEMPT__MAX
};

/* Counts one; 0, or the seconds until the next is allowed (none counted).  who
 * NULL: not known, and not counted, or all of them would share one limit. */
int64_t	 attempt_take(struct ctx *, enum attempt, const char *who);
/* It did not fail: forgets all of an account's or device's, or one of another's. */
void	 attempt_give(struct ctx *, enum attempt, const char *who);

#endif
