/*
 * Requests to the provider, by libcurl: a shared object of their own
 * (docket-oidc.so), which only the process that talks to the provider loads.
 */
#ifndef OIDC_HTTP_H
#define OIDC_HTTP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

#define OIDC_ANSWER_MAX	(64 * 1024)	/* bytes of an answer */
#define OIDC_WHY	256

struct oidc_request {
	const char	*url;
	const char	*form;		/* is posted; NULL: GET */
	const char	*user;		/* HTTP Basic; NULL: none */
	const char	*secret;
	int64_t		 milliseconds;	/* that all of it may take */
};

struct oidc_answer {
	struct buf	 body;
	int64_t		 date;		/* the provider's clock, in seconds since
					 * 1970; 0: it does not say */
	char		 why[OIDC_WHY];	/* of a failure, for the log */
};

/* The symbol oidc_curl. */
struct oidc_http {
	/* Call before the sandbox is entered; false if libcurl is not
	 * usable. */
	bool	(*init)(void);
	/* True if the answer is 200 and not too long.  Follows no redirect. */
	bool	(*fetch)(const struct oidc_request *, struct oidc_answer *);
};

#endif
