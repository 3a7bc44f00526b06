/*
 * Identities: who a provider of single sign-on says that somebody is.  An
 * identity is the pair of issuer and subject, and signs in to one account.
 * What else the provider says, such as an address, can only lead to an account
 * the first time.
 */
#ifndef CORE_ACCOUNT_IDENTITY_H
#define CORE_ACCOUNT_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct user;

struct identity {
	const char	*id;
	const char	*user_id;
	const char	*issuer;
	int64_t		 created_at;
	int64_t		 used_at;
};

/* What the provider says, once it is believed. */
struct identity_claims {
	const char	*issuer;
	const char	*sub;
	const char	*email;		/* NULL: none */
	bool		 verified;	/* the provider has verified it */
	const char	*name;		/* NULL: none */
};

/*
 * Finds the account, or makes it: that of the identity; or joins the identity
 * to the account with the same address, verified here and there; or, if
 * oidc-create is yes, adds an account without a password.  DONE; EMAIL_TAKEN if
 * another account has the address, which could be a stranger's; BAD_CREDENTIALS
 * if there is none, or it is disabled.
 */
enum outcome	 identity_sign_in(struct ctx *, const struct identity_claims *,
		    struct user *);
/* Joins it to the caller's account: DONE, also if it was; IDENTITY_TAKEN. */
enum outcome	 identity_join(struct ctx *, const struct identity_claims *);
/* Is it the caller's? */
bool		 identity_is_own(struct ctx *, const struct identity_claims *);
/* Removes one of the caller's: DONE, IDENTITY_NOT_FOUND; LAST_WAY_IN if the
 * caller could not sign in any more. */
enum outcome	 identity_remove(struct ctx *, const char *id);
int64_t		 identity_count(struct ctx *, const char *user);

/* Uses up what a browser brought back from the provider; false if it was
 * used. */
bool		 identity_use_state(struct ctx *, const char *user,
		    const char *state);

#endif
