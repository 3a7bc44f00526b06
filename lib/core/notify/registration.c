#include "core/notify/registration.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/net.h"

#define HTTPS_PORT	443
#define NAME_MAX_BYTES	253	/* RFC 1035 section 3.1, as text */
#define LABEL_MAX_BYTES	63

static const char not_public[] = "Must be a public host.";

/* Could a name resolve to an address that push-allow names, on this port? */
static bool
may_be_private(const struct net_list *allow, int port)
{
	size_t i;

	for (i = 0; i < allow->count; i++)
		if (allow->rule[i].host == NULL &&
		    (allow->rule[i].port == 0 || allow->rule[i].port == port))
			return true;
	return false;
}

/* Names that mean nothing on the Internet (RFC 6761, 6762, 7686, 9476), and a
 * name of one label, which is a machine's own. */
static bool
is_local_name(const char *host)
{
	static const char *const last[] = { "localhost", "local", "internal",
		"test", "example", "invalid", "onion", "alt", NULL };
	const char *dot = strrchr(host, '.');
	size_t i;

	for (i = 0; last[i] != NULL; i++)
		if (dot != NULL && strcasecmp(dot + 1, last[i]) == 0)
			return true;
	return dot == NULL;
}

/* A final number is an old way to write an IPv4 address, which resolvers still
 * accept. */
static bool
ends_in_number(const char *host)
{
	const char *dot = strrchr(host, '.');
	const char *last = dot == NULL ? host : dot + 1;

	return last[strspn(last, "0123456789")] == '\0' ||
	    strncasecmp(last, "0x", 2) == 0;
}

static bool
host_is_name(const char *host)
{
	static const char label[] = "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
	const char *p = host;
	size_t n;

	if (strlen(host) > NAME_MAX_BYTES)
		return false;
	for (;; p += n + 1) {
		n = strspn(p, label);
		if (n == 0 || n > LABEL_MAX_BYTES)
			return false;
		if (p[n] == '\0')
			return true;
		if (p[n] != '.')
			return false;
	}
}

/* Of a host that push-allow does not name. */
static const char *
host_fault(struct arena *a, const struct net_list *allow, const char *host,
    int port)
{
	struct net_address address;
	size_t n = strlen(host);
	const char *bare = host;

	if (host[0] == '[' || net_parse(host, &address)) {
		if (host[0] == '[' && (host[n - 1] != ']' ||
		    !net_parse(arena_dup(a, host + 1, n - 2), &address)))
			return "Its host is not an address.";
		if (!net_is_global(&address))
			return not_public;
	} else {
		if (host[n - 1] == '.')
			bare = arena_dup(a, host, n - 1);
		if (!host_is_name(bare))
			return "Its host is not a name.";
		if (ends_in_number(bare))
			return not_public;
		if (may_be_private(allow, port))
			return NULL;
		if (is_local_name(bare))
			return not_public;
	}
	return port == HTTPS_PORT ? NULL : "Its port must be 443.";
}

static bool
is_uri(const char *uri)
{
	const char *p;

	for (p = uri; *p != '\0'; p++)
		if ((unsigned char)*p <= ' ' || (unsigned char)*p >= 0x7f ||
		    strchr("\"<>\\^`{|}#", *p) != NULL)
			return false;
	return true;
}

/* Cuts ":PORT" off a host; 0: it is not one. */
static int
take_port(char *host, int otherwise)
{
	char *bracket = strchr(host, ']');
	char *colon = strrchr(bracket == NULL ? host : bracket, ':');
	int port;

	if (colon == NULL)
		return otherwise;
	port = atoi(colon + 1);
	if (colon[1] == '\0' || colon[1 + strspn(colon + 1, "0123456789")] !=
	    '\0' || strlen(colon + 1) > 5 || port > 65535)
		return 0;
	*colon = '\0';
	return port;
}

const char *
registration_fault(struct arena *a, const struct net_list *allow,
    const char *uri)
{
	bool https = strncasecmp(uri, "https://", 8) == 0;
	const char *rest;
	char *host;
	int port;

	if (!is_uri(uri))
		return "Must be an absolute URI.";
	if (!https && strncasecmp(uri, "http://", 7) != 0)
		return "Must be an https URI.";
	rest = uri + (https ? 8 : 7);
	host = arena_dup(a, rest, strcspn(rest, "/?"));
	if (strchr(host, '@') != NULL)
		return "Must have no user part.";
	port = take_port(host, https ? HTTPS_PORT : 80);
	if (port == 0)
		return "Its port must be 1 to 65535.";
	if (host[0] == '\0')
		return "Must name a host.";
	if (net_list_has_host(allow, host, port))
		return NULL;
	return https ? host_fault(a, allow, host, port) :
	    "Must be an https URI.";
}
