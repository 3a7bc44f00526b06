/*
 * The parameters of a URL's query.
 */
#ifndef WEB_QUERY_PARAM_H
#define WEB_QUERY_PARAM_H

#include <stdint.h>

struct req;

/* A parameter, decoded; NULL if missing.  If it is not UTF-8 or repeated: NULL,
 * and the request is refused (400). */
const char	*query_param(struct req *, const char *name);
/* `limit`: 1 to PAGE_MAX; `otherwise` without one; -1 if refused. */
int64_t		 query_limit(struct req *, int64_t otherwise);
/* These add an error if the value is wrong; then refuse().  The number of the
 * word (NULL last) that a parameter is; -1 without it. */
int64_t		 query_choice(struct req *, const char *name,
		    const char *const *words, const char *detail);
/* A date; NULL without it. */
const char	*query_date(struct req *, const char *name);

#endif
