/*
 * One request that docket-admin check makes to the address that users open.
 */
#ifndef BIN_ADMIN_VISIT_H
#define BIN_ADMIN_VISIT_H

#include <curl/curl.h>
#include <stddef.h>

struct visit {
	CURL		*easy;
	const char	*url;
	char		 said[1024];	/* the beginning of the answer's body */
	size_t		 len;
};

/* Sets up the request for `url`; the caller performs it and ends `easy`.
 * Follows no redirect. */
void	 visit_begin(struct visit *);

#endif
