/*
 * The address that a subscription is pushed to, and whether it may be.  Read by
 * libcurl's own parser, so that what was looked at is what is connected to.
 */
#ifndef PUSH_ENDPOINT_H
#define PUSH_ENDPOINT_H

#include <curl/curl.h>
#include <stdbool.h>

#include "base/net.h"

struct arena;
struct sockaddr;

struct endpoint {
	const char	*origin;	/* RFC 6454 section 6.2 */
	const char	*host;		/* lower case; IPv6 in brackets */
	int		 port;
	bool		 https;
};

/*
 * Read a URL; *url gets it too, for CURLOPT_CURLU.  False, with *out untouched,
 * for what is no absolute http or https URL, or has a user part.
 */
bool		 endpoint_read(struct arena *, CURLU *url, const char *text,
		    struct endpoint *out);

/* Does push_allow name its host, which it then may have any address? */
bool		 endpoint_named(const struct endpoint *,
		    const struct net_list *push_allow);
/*
 * May this address be connected to?  A global one on port 443 may, and one in
 * a network of push_allow.
 */
bool		 endpoint_open(const struct sockaddr *,
		    const struct net_list *push_allow);

#endif
