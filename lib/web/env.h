/*
 * The request's meta-variables (RFC 3875), walked once.  A name that we know
 * standing there twice makes the request malformed: servers map X-Y and X_Y
 * onto one name, and which of the two getenv() gives is the client's choice.
 */
#ifndef WEB_ENV_H
#define WEB_ENV_H

#include <stdbool.h>

struct req;

enum env {
	ENV_REQUEST_METHOD,
	ENV_REQUEST_URI,
	ENV_SCRIPT_NAME,
	ENV_PATH_INFO,
	ENV_QUERY_STRING,
	ENV_CONTENT_LENGTH,
	ENV_CONTENT_TYPE,
	ENV_REMOTE_ADDR,
	ENV_REMOTE_USER,
	ENV_HTTPS,
	ENV_REDIRECT_STATUS,
	ENV_REQUEST_SCHEME,
	ENV_SERVER_NAME,
	ENV_HTTP_HOST,
	ENV_HTTP_AUTHORIZATION,
	ENV_HTTP_COOKIE,
	ENV_HTTP_ACCEPT,
	ENV_HTTP_ACCEPT_ENCODING,
	ENV_HTTP_IF_MATCH,
	ENV_HTTP_IF_NONE_MATCH,
	ENV_HTTP_IDEMPOTENCY_KEY,
	ENV_HTTP_ORIGIN,
	ENV_HTTP_SEC_FETCH_SITE,
	ENV_HTTP_RANGE,
	ENV_HTTP_IF_RANGE,
	ENV_HTTP_X_FORWARDED_FOR,
	ENV_HTTP_X_FORWARDED_PROTO,
	ENV_HTTP_X_FORWARDED_HOST,
	ENV__MAX
};

/*
 * Method, path, query, address and scheme into the request; false where it has
 * been refused as malformed, or for want of settings.
 */
bool	 env_read(struct req *, char *const *envp);
/*
 * Method, path and query of a row of a batch; what else is known of a request is
 * the batch's, but for what is of one request alone, as conditions.  False where
 * it has been refused as malformed.
 */
bool	 env_of_batch(struct req *row, const struct req *batch,
	    const char *method, const char *target);
/* The session cookies that came, in their order, ended by NULL; at most eight. */
const char *const	*env_cookies(struct req *);
/*
 * The caller's secret, by Authorization or cookie.  A browser that has used two
 * services on one host sends two cookies of our name, in no order of ours: where
 * the first is nobody's the next is tried.  False where there is no next.
 */
void	 env_secret(struct req *);
bool	 env_next_secret(struct req *);
/* May this unsafe request, carried by a cookie, come from where it comes from? */
bool	 env_same_site(const struct req *);

#endif
