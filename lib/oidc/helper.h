/*
 * The process that talks to the provider.  No process has both the data and the
 * network: a program that will need the provider starts a helper before it
 * reads a request.  The helper has the network, the client's secret and no
 * data; the program has the data and no network.  A pipe each way is all that
 * they share.
 */
#ifndef OIDC_HELPER_H
#define OIDC_HELPER_H

#include <stdbool.h>

struct arena;
struct settings;

struct oidc_tokens {
	const char	*id_token;
	const char	*end_session;	/* the endpoint; "": there is none */
};

/* Starts it, unless the settings name no provider.  Before the database is
 * opened and the sandbox entered. */
void		 helper_start(const struct settings *);
/* The provider's authorization endpoint; NULL, with a line in the helper's log,
 * if the provider is not available, or this program has no helper. */
const char	*helper_address(struct arena *);
/* Exchanges a code, in OIDC_SECONDS at most.  False as above. */
bool		 helper_exchange(struct arena *, const char *code,
		    const char *verifier, struct oidc_tokens *);

#endif
