/*
 * ID tokens: which of their claims Docket believes (OpenID Connect Core 1.0,
 * section 3.1.3.7).  The token came by TLS from the token endpoint itself, so
 * its signature may be left unchecked (item 6 there).
 */
#ifndef OIDC_CLAIMS_H
#define OIDC_CLAIMS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

#define SUB_MAX	255		/* bytes */
#define OIDC_CLOCKS	60	/* seconds that the provider's clock may differ */

struct oidc_expected {
	const char	*issuer;
	const char	*client_id;
	const char	*nonce;
	int64_t		 now;		/* microseconds since 1970 */
	bool		 fresh;		/* the user has just signed in there */
};

struct oidc_claims {
	const char	*sub;
	const char	*email;		/* NULL: none, or none that Docket takes */
	bool		 email_verified;
	const char	*name;		/* NULL: none */
	bool		 mfa;		/* the provider asked for a second factor */
};

/* Judges a token.  False: *why, a constant. */
bool		 claims_read(struct arena *, const char *token,
		    const struct oidc_expected *, struct oidc_claims *,
		    const char **why);

#endif
