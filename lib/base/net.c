#include "base/net.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "base/arena.h"
#include "base/base.h"

#define V4_BITS		96	/* length of ::ffff:0:0/96 */
#define HOST_MAX	253	/* RFC 1035 section 2.3.4, as text */
#define LABEL_MAX	63

static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };
static const unsigned char nat64[12] = { 0x00, 0x64, 0xff, 0x9b };

/* The special-purpose registries of IANA, with RFC 1112 and 4291 multicast. */
static const char *const special[] = {
	"0.0.0.0/8",		/* this network */
	"10.0.0.0/8",		/* private use */
	"100.64.0.0/10",	/* shared address space (CGNAT) */
	"127.0.0.0/8",		/* loopback */
	"169.254.0.0/16",	/* link-local */
	"172.16.0.0/12",	/* private use */
	"192.0.0.0/24",		/* IETF protocol assignments */
	"192.0.2.0/24",		/* documentation */
	"192.31.196.0/24",	/* AS112-v4 */
	"192.52.193.0/24",	/* AMT */
	"192.88.99.0/24",	/* 6to4 relay anycast */
	"192.168.0.0/16",	/* private use */
	"192.175.48.0/24",	/* direct delegation AS112 */
	"198.18.0.0/15",	/* benchmarking */
	"198.51.100.0/24",	/* documentation */
	"203.0.113.0/24",	/* documentation */
	"224.0.0.0/4",		/* multicast */
	"240.0.0.0/4",		/* reserved; limited broadcast */
	/* of IPv6 only what is in 2000::/3; everything else is refused
	 * anyway */
	"2001::/23",		/* IETF: Teredo, benchmarking, ORCHID */
	"2001:db8::/32",	/* documentation */
	"2002::/16",		/* 6to4 */
	"2620:4f:8000::/48",	/* direct delegation AS112 */
	"3fff::/20",		/* documentation */
};

static bool
is_v4(const struct net_address *a)
{
	return memcmp(a->byte, mapped, sizeof(mapped)) == 0;
}

/* A decimal number of 0 to max, without sign or leading zeros. */
static bool
net_number(const char *s, int max, int *out)
{
	int n = 0;

	if (!isdigit((unsigned char)*s) || (s[0] == '0' && s[1] != '\0'))
		return false;
	for (; isdigit((unsigned char)*s); s++) {
		n = n * 10 + (*s - '0');
		if (n > max)
			return false;
	}
	if (*s != '\0')
		return false;
	*out = n;
	return true;
}

bool
net_parse(const char *s, struct net_address *out)
{
	struct net_address a;

	if (inet_pton(AF_INET6, s, a.byte) != 1) {
		memcpy(a.byte, mapped, sizeof(mapped));
		if (inet_pton(AF_INET, s, a.byte + sizeof(mapped)) != 1)
			return false;
	}
	*out = a;
	return true;
}

/* Do the first `bits` bits agree? */
static bool
prefix_equal(const unsigned char *a, const unsigned char *b, int bits)
{
	int whole = bits / 8, rest = bits % 8;

	if (memcmp(a, b, (size_t)whole) != 0)
		return false;
	return rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0;
}

static bool
has_bits_beyond(const struct net_address *a, int bits)
{
	for (; bits < 128; bits++)
		if (a->byte[bits / 8] & (0x80 >> (bits % 8)))
			return true;
	return false;
}

bool
net_network_parse(const char *s, struct net_network *out)
{
	const char *slash = strchr(s, '/');
	size_t len = slash != NULL ? (size_t)(slash - s) : strlen(s);
	struct net_network n = { .bits = 128 };
	char address[INET6_ADDRSTRLEN];
	int first;

	if (len >= sizeof(address))
		return false;
	memcpy(address, s, len);
	address[len] = '\0';
	if (!net_parse(address, &n.base))
		return false;
	/* A prefix of dotted decimal is counted behind ::ffff:0:0/96. */
	first = strchr(address, ':') != NULL ? 0 : V4_BITS;
	if (slash != NULL) {
		if (!net_number(slash + 1, 128 - first, &n.bits))
			return false;
		n.bits += first;
	}
	if (has_bits_beyond(&n.base, n.bits))
		return false;
	*out = n;
	return true;
}

bool
net_from_sockaddr(const struct sockaddr *sa, struct net_address *out, int *port)
{
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	in_port_t p;

	switch (sa->sa_family) {
	case AF_INET:
		memcpy(&v4, sa, sizeof(v4));
		memcpy(out->byte, mapped, sizeof(mapped));
		memcpy(out->byte + sizeof(mapped), &v4.sin_addr, 4);
		p = v4.sin_port;
		break;
	case AF_INET6:
		memcpy(&v6, sa, sizeof(v6));
		memcpy(out->byte, &v6.sin6_addr, sizeof(out->byte));
		p = v6.sin6_port;
		break;
	default:
		return false;
	}
	if (port != NULL)
		*port = ntohs(p);
	return true;
}

bool
net_within(const struct net_address *a, const struct net_network *n)
{
	if (n->bits < V4_BITS && is_v4(a))
		return false;
	return prefix_equal(a->byte, n->base.byte, n->bits);
}

bool
net_is_global(const struct net_address *address)
{
	struct net_address a = *address;
	struct net_network n;
	size_t i;

	if (memcmp(a.byte, nat64, sizeof(nat64)) == 0)
		memcpy(a.byte, mapped, sizeof(mapped));
	if (!is_v4(&a) && a.byte[0] >> 5 != 1)
		return false;
	/* A row that does not parse refuses everything, which tests notice. */
	for (i = 0; i < COUNT(special); i++)
		if (!net_network_parse(special[i], &n) || net_within(&a, &n))
			return false;
	return true;
}

bool
net_is_inner(const struct net_address *a)
{
	static const char *const inner[] = { "10.0.0.0/8", "100.64.0.0/10",
		"127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
		"192.168.0.0/16", "::1", "fc00::/7", "fe80::/10" };
	struct net_network n;
	size_t i;

	for (i = 0; i < COUNT(inner); i++)
		if (net_network_parse(inner[i], &n) && net_within(a, &n))
			return true;
	return false;
}

/* Every request has an address, and inet_ntop() prints it by sprintf(). */
static void
v4_text(const unsigned char byte[4], char *p)
{
	int i;

	for (i = 0; i < 4; i++) {
		if (byte[i] > 99)
			*p++ = (char)('0' + byte[i] / 100);
		if (byte[i] > 9)
			*p++ = (char)('0' + byte[i] / 10 % 10);
		*p++ = (char)('0' + byte[i] % 10);
		*p++ = i < 3 ? '.' : '\0';
	}
}

const char *
net_text(struct arena *arena, const struct net_address *a)
{
	char *s = arena_alloc(arena, INET6_ADDRSTRLEN);

	if (is_v4(a))
		v4_text(a->byte + sizeof(mapped), s);
	else
		inet_ntop(AF_INET6, a->byte, s, INET6_ADDRSTRLEN);
	return s;
}

const char *
net_key(struct arena *arena, const struct net_address *a)
{
	struct net_address prefix = *a;

	if (is_v4(a))
		return net_text(arena, a);
	memset(prefix.byte + 8, 0, 8);
	return arena_printf(arena, "%s/64", net_text(arena, &prefix));
}

/* A name as in RFC 1123 section 2.1, or with underscores. */
static bool
host_valid(const char *s)
{
	size_t label, total = strlen(s);
	bool digits;

	if (total == 0 || total > HOST_MAX)
		return false;
	for (;; s++) {
		digits = true;
		for (label = 0; isalnum((unsigned char)*s) || *s == '-' ||
		    *s == '_'; s++, label++)
			digits = digits && isdigit((unsigned char)*s);
		if (label == 0 || label > LABEL_MAX || s[-1] == '-' ||
		    *(s - label) == '-')
			return false;
		if (*s != '.')
			break;
	}
	return *s == '\0' && !digits;
}

/*
 * Removes ":port" and the brackets from an entry, in place.  *port is 0 if
 * there is none.  Colons without brackets belong to an IPv6 address.
 */
static bool
split_port(char **text, int *port)
{
	char *s = *text, *colon;

	*port = 0;
	if (*s == '[') {
		*text = ++s;
		if ((s = strchr(s, ']')) == NULL ||
		    memchr(*text, ':', (size_t)(s - *text)) == NULL)
			return false;
		*s++ = '\0';
		if (*s == '\0')
			return true;
		colon = s;
	} else if ((colon = strchr(s, ':')) == NULL ||
	    strchr(colon + 1, ':') != NULL)
		return true;
	if (*colon != ':' || !net_number(colon + 1, 65535, port) || *port == 0)
		return false;
	*colon = '\0';
	return true;
}

/* NULL, or what is wrong with the entry, which is modified. */
static const char *
rule_parse(char *text, enum net_names names, struct net_rule *rule)
{
	char *p;

	if (names == NET_HOSTS && !split_port(&text, &rule->port))
		return "not a port from 1 to 65535";
	if (net_network_parse(text, &rule->network))
		return NULL;
	if (names == NET_NETWORKS)
		return "neither an address nor a network such as 10.0.0.0/8";
	if (!host_valid(text))
		return "neither a host name nor an address nor a network "
		    "such as 10.0.0.0/8";
	for (p = text; *p != '\0'; p++)
		*p = (char)tolower((unsigned char)*p);
	rule->host = text;
	return NULL;
}

/* A copy of the text up to the next comma, to which *p then points. */
static char *
next_entry(struct arena *arena, const char **p)
{
	const char *start = *p + strspn(*p, " \t");
	const char *end = start + strcspn(start, ",");

	*p = end;
	while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	return arena_dup(arena, start, (size_t)(end - start));
}

bool
net_list_parse(struct arena *arena, const char *text, enum net_names names,
    struct net_list *list, const char **why)
{
	struct net_rule *rules, *rule;
	const char *p, *wrong;
	size_t commas = 0;
	char *entry;

	for (p = text; *p != '\0'; p++)
		commas += *p == ',';
	rule = rules = arena_alloc(arena, (commas + 1) * sizeof(*rules));
	for (p = text; *p != '\0'; p += *p == ',') {
		entry = next_entry(arena, &p);
		if (*entry == '\0')
			continue;
		wrong = rule_parse(arena_str(arena, entry), names, rule++);
		if (wrong != NULL) {
			*why = arena_printf(arena, "%s: %s", entry, wrong);
			return false;
		}
	}
	list->rule = rules;
	list->count = (size_t)(rule - rules);
	return true;
}

static bool
port_fits(const struct net_rule *rule, int port)
{
	return port == 0 || rule->port == 0 || rule->port == port;
}

bool
net_list_has(const struct net_list *list, const struct net_address *a, int port)
{
	const struct net_rule *r;

	for (r = list->rule; r < list->rule + list->count; r++)
		if (r->host == NULL && port_fits(r, port) &&
		    net_within(a, &r->network))
			return true;
	return false;
}

bool
net_list_has_host(const struct net_list *list, const char *host, int port)
{
	size_t len = strlen(host);
	const struct net_rule *r;
	struct net_address a;
	char bare[HOST_MAX + 3];

	if (len == 0 || len >= sizeof(bare))
		return false;
	memcpy(bare, host, len + 1);
	if (host[0] == '[' && host[len - 1] == ']') {
		bare[len - 1] = '\0';
		return net_parse(bare + 1, &a) && net_list_has(list, &a, port);
	}
	if (net_parse(bare, &a))
		return net_list_has(list, &a, port);
	if (bare[len - 1] == '.')
		bare[len - 1] = '\0';
	for (r = list->rule; r < list->rule + list->count; r++)
		if (r->host != NULL && port_fits(r, port) &&
		    strcasecmp(r->host, bare) == 0)
			return true;
	return false;
}
