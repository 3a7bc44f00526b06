/*
 * The URL of a push subscription, and whether it is allowed.  Parsed by
 * libcurl's own parser, so that libcurl connects to exactly what was checked.
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
 * Reads a URL; also sets *url, for CURLOPT_CURLU.  False, with *out unchanged,
 * if it is not an absolute http or https URL, or has a user part.
 */
bool		 endpoint_read(struct arena *, CURLU *url, const char *text,
		    struct endpoint *out);

/* Does push_allow name its host?  Then any address is allowed. */
bool		 endpoint_named(const struct endpoint *,
		    const struct net_list *push_allow);
/*
 * Is connecting to this address allowed?  Yes if it is global and the port is
 * 443, or if it is in a network of push_allow.
 */
bool		 endpoint_open(const struct sockaddr *,
		    const struct net_list *push_allow);

#endif
