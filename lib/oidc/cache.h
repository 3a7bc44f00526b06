/*
 * The provider's authorization endpoint, in a file of the data directory, so
 * that not everybody who begins to sign in makes a request to the provider.
 */
#ifndef OIDC_CACHE_H
#define OIDC_CACHE_H

struct ctx;

/* NULL: it is not known, older than an hour, or of another oidc-issuer. */
const char	*cache_address(struct ctx *);
/* A failure only means that the provider is asked again. */
void		 cache_put(struct ctx *, const char *address);

#endif
