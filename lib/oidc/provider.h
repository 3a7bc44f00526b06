/*
 * The provider, as the process that talks to it sees it: OpenID Connect
 * Discovery 1.0, and the token request of OpenID Connect Core 1.0, section
 * 3.1.3.  All that comes is input: nothing is followed, and every address must
 * be url_secure().
 */
#ifndef OIDC_PROVIDER_H
#define OIDC_PROVIDER_H

#include <stdbool.h>
#include <stdint.h>

#include "oidc/http.h"

struct settings;

#define OIDC_SECONDS	10	/* that an exchange takes at most */
#define OIDC_URL_MAX	1024	/* bytes of an endpoint */

struct oidc_provider {
	struct arena		*arena;
	const struct settings	*settings;
	const struct oidc_http	*http;
	const char		*secret;	/* "": none is used */
	int64_t			 until;		/* when the time is up */
	/* Of discovery: */
	const char		*authorization, *token;
	const char		*end_session;	/* "": it has none */
	bool			 post;		/* it takes the secret in the form */
	int64_t			 date;		/* its clock; 0: not known */
	const char		*why;		/* of a failure */
};

/* Loads libcurl and reads the client's secret; call before the sandbox is
 * entered. False, with a line in *why. */
bool		 provider_open(struct oidc_provider *, struct arena *,
		    const struct settings *);
/* The redirect_uri. */
const char	*provider_redirect(struct arena *, const struct settings *);
/* Fetches the configuration.  False: `why`. */
bool		 provider_discover(struct oidc_provider *);
/* Exchanges a code for an ID token, which nobody has judged.  NULL: `why`. */
const char	*provider_exchange(struct oidc_provider *, const char *code,
		    const char *verifier);

#endif
