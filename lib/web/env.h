/*
 * The request's meta-variables (RFC 3875), read in one pass.  A known name that
 * occurs twice makes the request malformed: servers map X-Y and X_Y to the same
 * name, and the client would choose which of them getenv() returns.
 */
#ifndef WEB_ENV_H
#define WEB_ENV_H

#include <stdbool.h>
#include <stddef.h>

struct req;

/*
 * Reads method, path, query, address and scheme.  False if refused: malformed,
 * or not ready because there are no valid settings.
 */
bool	 env_read(struct req *, char *const *envp);
/* Has the path a part that is the root?  Then sets in.base to what is before,
 * and in.path to what is below. */
bool	 env_at_root(struct req *, const char *uri, const char *root);
/*
 * Sets method, path and query of a row of a batch; everything else is copied
 * from the batch, except what belongs to a single request, such as conditions.
 * False if refused as malformed.
 */
bool	 env_of_batch(struct req *row, const struct req *batch,
	    const char *method, const char *target);
/* The values of the session cookies, in their order, NULL last; at most
 * eight. */
const char *const	*env_cookies(struct req *);
/* The same of cookies with another name, whose values have at least so many
 * characters. */
const char *const	*env_cookies_named(struct req *, const char *name,
			    size_t least);
/*
 * Sets the caller's secret, from Authorization or the first session cookie.  A
 * browser that uses two services on one host sends both cookies, in any order:
 * env_next_secret() sets the next one; false if there is none.
 */
void	 env_secret(struct req *);
/* The secret of Authorization: Bearer; NULL: there is none. */
const char	*env_bearer(const struct req *);
bool	 env_next_secret(struct req *);
/* Do Sec-Fetch-Site or Origin show that no other site made the request?  False
 * if it has neither header. */
bool	 env_same_site(const struct req *);

#endif
