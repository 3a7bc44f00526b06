/*
 * The parameters of a URL's query.
 */
#ifndef WEB_QUERY_PARAM_H
#define WEB_QUERY_PARAM_H

#include <stdint.h>

struct req;

/* A parameter, decoded; NULL if missing.  If it is repeated, not UTF-8 or
 * wrongly escaped: NULL, and the request is refused as malformed-request. */
const char	*query_param(struct req *, const char *name);
/* `limit`: 1 to PAGE_MAX; `otherwise` without one; -1 if refused. */
int64_t		 query_limit(struct req *, int64_t otherwise);
/*
 * The next two add a field error if the value is wrong; the caller then calls
 * refuse().
 *
 * The index of the parameter's value in `words` (NULL last); -1 without it.
 */
int64_t		 query_choice(struct req *, const char *name,
		    const char *const *words, const char *detail);
/* The parameter, a date YYYY-MM-DD; NULL without it. */
const char	*query_date(struct req *, const char *name);

#endif
