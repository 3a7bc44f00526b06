#include "push/endpoint.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/text.h"

/* One part of the URL, in lower case; NULL if there is none. */
static const char *
part(struct arena *a, CURLU *url, CURLUPart what, unsigned int flags)
{
	const char *copy;
	char *text;

	switch (curl_url_get(url, what, &text, flags)) {
	case CURLUE_OK:
		break;
	case CURLUE_OUT_OF_MEMORY:
		fatal(FATAL_INTERNAL, "out of memory");
	default:
		return NULL;
	}
	copy = text_lower_ascii(a, text);
	curl_free(text);
	return copy;
}

bool
endpoint_read(struct arena *a, CURLU *url, const char *text,
    struct endpoint *out)
{
	const char *scheme, *host, *port;

	if (curl_url_set(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME |
	    CURLU_DISALLOW_USER | CURLU_PATH_AS_IS) != CURLUE_OK ||
	    (scheme = part(a, url, CURLUPART_SCHEME, 0)) == NULL ||
	    (host = part(a, url, CURLUPART_HOST, 0)) == NULL ||
	    (strcmp(scheme, "https") != 0 && strcmp(scheme, "http") != 0))
		return false;
	port = part(a, url, CURLUPART_PORT, CURLU_NO_DEFAULT_PORT);
	*out = (struct endpoint){
	    .origin = arena_printf(a, "%s://%s%s%s", scheme, host,
		port != NULL ? ":" : "", port != NULL ? port : ""),
	    .host = host,
	    .https = scheme[4] == 's' };
	out->port = port != NULL ? atoi(port) : out->https ? 443 : 80;
	return true;
}

bool
endpoint_named(const struct endpoint *e, const struct net_list *push_allow)
{
	return net_list_has_host(push_allow, e->host, e->port);
}

bool
endpoint_open(const struct sockaddr *sa, const struct net_list *push_allow)
{
	struct net_address address;
	int port;

	return net_from_sockaddr(sa, &address, &port) &&
	    (net_list_has(push_allow, &address, port) ||
	    (port == 443 && net_is_global(&address)));
}
