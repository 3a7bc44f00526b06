/*
 * Credentials: sessions, access tokens, and the codes in mails to reset a
 * password or to verify or change an address.  Each is 256 random bits, or 120
 * if people type it, of which only the SHA-256 is stored, so that reading the
 * database gives no access.
 */
#ifndef CORE_USER_CREDENTIAL_H
#define CORE_USER_CREDENTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

struct rights;

struct credential {
	const char	*id;
	const char	*name;		/* the device's or token's; may be NULL */
	unsigned	 token;		/* core/user/token.h; 0: not a token */
	const void	*lists;		/* if TOKEN_LIMITED: the ids */
	size_t		 lists_len;	/* in bytes, 16 each */
	const char	*client;	/* that used a token last, or NULL */
	int64_t		 created_at;
	int64_t		 used_at;	/* 0: a token that never was */
	int64_t		 expires_at;
	const char	*secret;	/* only if it was just made */
};

/* A new secret, 256 random bits as URL-safe text; and its stored hash. */
const char	*credential_secret(struct arena *);
#define CREDENTIAL_HASH	32
#define SESSION_SECRET	43	/* characters of a session's secret */

void	 credential_hash(const char *secret, unsigned char *hash);
/* The hash of what is not secret: of kind, NUL and value, so that no secret can
 * have the same. */
void	 credential_hash_public(const char *kind, const void *value, size_t len,
	    unsigned char hash[CREDENTIAL_HASH]);

/*
 * Finds the caller by a secret: fills user, zone and credential of the context,
 * and limits what statements read of lists to what the credential allows
 * (db_limit()).  email: in lower case, the address that must be the user's;
 * NULL: any.  False if the secret is unknown or expired, or another user's.  It
 * costs one SHA-256 and one statement.
 */
bool	 credential_use(struct ctx *, const char *secret, const char *email,
	    struct rights *);
/* In a write transaction: records the use, at most hourly, and the first of a
 * token.  client: the program's User-Agent, or "". */
void	 credential_touch(struct ctx *, const char *secret,
	    const struct rights *, const char *client);
/* When the session or token with that hash expires, if it is not used; 0: it
 * has ended, or its user is disabled or must set up a second factor.  Limits
 * the context to its lists. */
int64_t	 credential_until(struct ctx *, const unsigned char *hash);

/* kind: session, token, feed, reset, verify, email.  Set name, token and lists;
 * the rest is filled in.  It expires after so many microseconds; a session or
 * token that does not end on a fixed day credential_lasts() after its last use.
 * A session beyond CAP_SESSIONS ends the least recently used one. */
void	 credential_make(struct ctx *, const char *user, const char *kind,
	    int64_t lasts, struct credential *);
int64_t	 credential_lasts(const struct ctx *);
/* Ends one of the caller's; false if there is none. */
bool	 credential_end(struct ctx *, const char *kind, const char *id);
/* Ends the session with that secret, whosever it is; nothing if there is
 * none. */
void	 credential_end_secret(struct ctx *, const char *secret);
/* The user of a code; NULL if it is unknown or expired, or they are
 * disabled. */
const char	*credential_peek(struct ctx *, const char *kind,
		    const char *secret);
/* The same, and the code is used up.  Sets name, which may be NULL, to what the
 * code was made with. */
const char	*credential_take(struct ctx *, const char *kind,
		    const char *secret, const char **name);

/*
 * Is the caller's session confirmed?  Having signed in is not enough to change
 * how one signs in: who finds an open browser must not lock its owner out.  A
 * session is confirmed for CONFIRMED_LASTS, by the password; signing in does
 * not do it.
 */
bool	 credential_confirmed(struct ctx *);
/* Confirms it. */
void	 credential_confirm(struct ctx *);
/* Whatever proved who the user is has changed: no session is confirmed. */
void	 credential_unconfirm(struct ctx *, const char *user);
/* What the session needs to sign out at the provider where its user has signed
 * in: a sealed value; NULL, with *len 0, if there is none. */
void	 credential_set_sign_out(struct ctx *, const char *user,
	    const char *session, const void *sealed, size_t len);
const void	*credential_sign_out(struct ctx *, size_t *len);

#endif
